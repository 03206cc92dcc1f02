/** Finds dialogs by the buttons that declare a popup. */
import type { Page } from '@playwright/test'
import { contract } from '@hilo/contract/index.ts'
import { fulfils } from '../fulfils.ts'

/** Calls that change data. */
const changing = new Set(
  Object.entries(contract).flatMap(([path, call]) => ('mutates' in call && call.mutates ? [path] : [])),
)
const called = (url: string) => new URL(url).pathname.replace(/^\/api\/v1\//, '').replace(/\.json$/, '')
const open = ':is(dialog[open], [role="dialog"])'

/** Answers changing calls itself, so that pressing every button changes nothing. */
export async function changeNothing(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) =>
    changing.has(called(route.request().url())) ? route.abort() : route.fallback(),
  )
}

/**
 * Opens and closes every dialog of the screen. `seen` holds the names of dialogs already checked, since common ones need not
 * be checked in every list. Returns the number opened.
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
    if (!(await fulfils(dialog.waitFor({ timeout: 45_000 }))))
      throw new Error(`${page.url()}: «${said}» says that it opens a dialog, and opens none`)
    opened++
    await look(name)
    await page.keyboard.press('Escape')
    const closed = page.locator(open).first().waitFor({ state: 'hidden', timeout: 45_000 })
    if (!(await fulfils(closed))) throw new Error(`${page.url()}: «${said}» does not close`)
  }
  return opened
}
