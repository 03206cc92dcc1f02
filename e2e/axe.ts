/** What axe finds serious on a page, in both colour schemes. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

type Scheme = 'light' | 'dark'

/** The screen in both colour schemes, or some, reached anew in each, so that no change of colour is under way. */
export async function check(
  page: Page,
  name: string,
  arrive: () => Promise<void>,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await arrive()
    expect.soft(await findings(page), `${name}, ${colorScheme}`).toEqual([])
  }
}
