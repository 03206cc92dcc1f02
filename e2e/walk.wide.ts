/** Every entry of the menu, as each of those who use it. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { serious } from './axe.ts'
import { atRest, expectSpanish, takeShifts, watchShifts } from './screen-checks.ts'
import { menuPlaces, technicianPlaces } from './screens/places.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })

/** Addresses that the menu offers, those under an open entry as well. */
async function offered(page: Page): Promise<string[]> {
  return menu(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()

/** Goes on inside the application, which costs a fifth of a page: until another screen's heading stands there. */
async function moveTo(page: Page, place: string): Promise<void> {
  const before = new URL(page.url()).pathname === place ? null : await heading(page).textContent()
  await page.evaluate((path) => history.pushState(null, '', path), place)
  await expect(page).toHaveURL((url) => url.pathname === place)
  if (before !== null) await expect(heading(page)).not.toHaveText(before)
}

for (const who of ['admin@norte.test', 'gestor@norte.test', 'operador@hilo.test'])
  test(`${who} walks the whole menu: Spanish, quiet, nothing jumps`, async ({ page, enter }) => {
    test.setTimeout(240_000)
    await enter(who)
    await watchShifts(page)
    await page.goto('/vno')
    await atRest(page)
    const seen = new Set<string>()
    for (let next: string | undefined = '/vno'; next; next = (await offered(page)).find((place) => !seen.has(place))) {
      seen.add(next)
      await takeShifts(page)
      await menu(page).locator(`a[href="${next}"]`).last().click()
      await expect(page).toHaveURL((url) => url.pathname === next)
      await atRest(page)
      await expectSpanish(page, next)
      expect.soft(await takeShifts(page), `${next} jumps`).toBeLessThanOrEqual(0.1)
    }
    for (const place of seen) expect(menuPlaces).toContain(place)
    // Whoever may see everything of his kind has walked a good part of it.
    expect(seen.size, [...seen].join()).toBeGreaterThan(who.startsWith('gestor') ? 10 : 30)
  })

test('tecnico@norte.test walks his screens: Spanish, quiet', async ({ page, enter }) => {
  await enter('tecnico@norte.test')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const place of technicianPlaces) {
    await page.goto(place)
    await atRest(page)
    await expectSpanish(page, place)
  }
})

/** Every second screen in the dark: colours are the same few everywhere. */
for (const [rest, colorScheme] of (['light', 'dark'] as const).entries())
  test(`no serious finding of axe behind the menu, ${colorScheme}`, async ({ page, enter }) => {
    test.setTimeout(240_000)
    await enter('operador@hilo.test')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/vno')
    for (const place of menuPlaces.filter((_, index) => index % 2 === rest)) {
      await moveTo(page, place)
      await atRest(page)
      expect.soft(await serious(page), place).toEqual([])
    }
  })

/** The calls that a screen waits for; who is signed in stays known. */
const answers = '**/api/v1/admin_vno/**'
/** Without a question of its own, or none before something is chosen: it shows what it is for. */
const asksNothing: ReadonlySet<string> = new Set(
  ['diagnostico', 'vecinos', 'factibilidad', 'configuracion/interfaz', 'configuracion/cargas'].map(
    (place) => `/vno/${place}`,
  ),
)

test.describe('when nothing can be had', () => {
  test.use({ provoked: /status of 500/ })
  test('every screen says what happened and how to go on', async ({ page, enter }) => {
    test.setTimeout(180_000)
    await enter('operador@hilo.test')
    const body = { error: 'SYSTEM_ERROR', result: 'x', msg: 'SYSTEM_ERROR', request_id: 'x' }
    await page.route(answers, (route) => route.fulfill({ status: 500, json: body }))
    await page.goto('/vno')
    for (const place of menuPlaces) {
      if (asksNothing.has(place)) continue
      await moveTo(page, place)
      const told = page.getByRole('main').getByRole('alert').first()
      await expect.soft(told, place).toBeVisible()
      await expectSpanish(page, place)
    }
  })
})

test('every screen that asks for something shows that it is on its way', async ({ page, enter }) => {
  test.setTimeout(180_000)
  await enter('operador@hilo.test')
  await page.route(answers, () => new Promise(() => undefined))
  await page.goto('/vno')
  for (const place of menuPlaces) {
    if (asksNothing.has(place)) continue
    await moveTo(page, place)
    await expect.soft(page.getByRole('main').locator('[aria-busy=true]').first(), place).toBeAttached()
  }
})
