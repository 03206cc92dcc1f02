/** What opens over a screen: by the buttons that say they open something. */
import type { Page } from '@playwright/test'
import { contract } from '@hilo/contract/index.ts'
import { came } from '../came.ts'

/** Calls that change something. */
const changing = new Set(
  Object.entries(contract).flatMap(([path, call]) => ('mutates' in call && call.mutates ? [path] : [])),
)
const called = (url: string) => new URL(url).pathname.replace(/^\/api\/v1\//, '').replace(/\.json$/, '')
const open = ':is(dialog[open], [role="dialog"])'

/** Whoever presses everything he sees changes nothing by it. */
export async function changeNothing(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) =>
    changing.has(called(route.request().url())) ? route.abort() : route.fallback(),
  )
}

/**
 * Opens, one after the other, what the screen's buttons open, and closes it again. `seen` keeps the names of those looked at, since
 * what every list has need not be looked at in every list. Answers how many opened.
 */
export async function eachDialog(
  page: Page,
  seen: Set<string>,
  look: (name: string) => Promise<void>,
): Promise<number> {
  const buttons = page.locator('main [aria-haspopup="dialog"]:visible:enabled')
  let opened = 0
  for (let index = 0; index < (await buttons.count()); index++) {
    const button = buttons.nth(index)
    const said = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    // "Cambiar Semana de las contratas" and "Cambiar Cierre del día" are the same dialog.
    const name = said
      .trim()
      .split(/[\s,]+/)
      .slice(0, 3)
      .join(' ')
    if (seen.has(name)) continue
    seen.add(name)
    await button.click()
    const dialog = page.locator(open).last()
    if (!(await came(dialog.waitFor({ timeout: 5000 }))))
      throw new Error(`${page.url()}: «${said}» says that it opens a dialog, and opens none`)
    opened++
    await look(name)
    await page.keyboard.press('Escape')
    const closed = page.locator(open).first().waitFor({ state: 'hidden', timeout: 5000 })
    if (!(await came(closed))) throw new Error(`${page.url()}: «${said}» does not close`)
  }
  return opened
}
