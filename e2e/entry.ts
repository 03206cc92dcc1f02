/** What the journeys into an account and out of it share. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { say } from './text.ts'

export const phrase = 'tres tristes tigres comen'

export const press = (page: Page, key: string): Promise<void> =>
  page.getByRole('button', { name: say(key), exact: true }).click()

/** What axe finds serious or worse. */
export async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap((one) => one.nodes.map(({ html }) => `${one.id}: ${html}`))
}
