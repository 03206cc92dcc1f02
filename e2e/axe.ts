/** Serious axe findings of a page, in both colour schemes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { json } from './json.ts'
import { still } from './screen-checks.ts'

/** The axe source, injected into a page once: it costs half a second of CPU each time. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary: string }[]
}

/** Findings of the current page that are serious or worse, one line each. */
export async function serious(page: Page): Promise<string[]> {
  // Something that is still appearing has less contrast.
  await still(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source};0`)
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations))`,
  )
  return json<Finding[]>(String(found))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)}\n${failureSummary}`),
    )
}

type Scheme = 'light' | 'dark'

/** Checks the screen in both colour schemes, or the given ones, reloading for each, so that no colour transition is running. */
export async function check(
  page: Page,
  name: string,
  arrive: () => Promise<void>,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await arrive()
    expect.soft(await serious(page), `${name}, ${colorScheme}`).toEqual([])
  }
}
