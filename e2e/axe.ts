/** What axe finds serious on a page, in both colour schemes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { json } from './json.ts'

/** The whole of axe, put into a page once for as long as it lives: half a second of processor each time. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary: string }[]
}

/** What axe calls serious or worse on the page as it stands, one line each. */
export async function serious(page: Page): Promise<string[]> {
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
    expect.soft(await serious(page), `${name}, ${colorScheme}`).toEqual([])
  }
}
