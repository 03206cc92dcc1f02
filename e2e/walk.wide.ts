/** Every entry of the menu, as each of those who use it. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { serious } from './axe.ts'
import {
  atRest,
  expectNothingBelow,
  expectSpanish,
  expectWholeHeads,
  takeShifts,
  watchShifts,
} from './screen-checks.ts'
import { menuPlaces, technicianPlaces } from './screens/places.ts'
import { sentAgain } from './wire.ts'

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

/** The calls that a screen waits for; who is signed in stays known. */
const answers = '**/api/v1/admin_vno/**'

const desks = ['admin@norte.test', 'gestor@norte.test', 'operador@hilo.test'] as const
const technician = 'tecnico@norte.test'

for (const [index, who] of desks.entries())
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
      await expectNothingBelow(page, next)
      await expectWholeHeads(page, next)
      expect.soft(await takeShifts(page), `${next} jumps`).toBeLessThanOrEqual(0.1)
    }
    for (const place of seen) expect(menuPlaces).toContain(place)
    // Whoever may see everything of his kind has walked a good part of it.
    expect(seen.size, [...seen].join()).toBeGreaterThan(index === 1 ? 10 : 30)
  })

/** What the menu offers this person, that which lies under another entry as well. */
async function placesOf(page: Page): Promise<string[]> {
  await atRest(page)
  const seen = new Set(['/vno'])
  for (;;) {
    const next = (await offered(page)).find((place) => !seen.has(place))
    if (next === undefined) break
    seen.add(next)
    await moveTo(page, next)
  }
  expect(seen.size).toBeGreaterThan(10)
  return [...seen]
}

/** Whoever asked has left before the answer came. */
const nobodyWaits = () => undefined

for (const who of desks)
  test(`no screen of ${who} jumps that is opened by its address, and answered last what it asked first`, async ({
    page,
    enter,
  }) => {
    test.setTimeout(240_000)
    await enter(who)
    await page.goto('/vno')
    const places = await placesOf(page)
    let asked = 0
    await page.route(answers, async (route) => {
      asked += 1
      await setTimeout(Math.max(0, 600 - 120 * asked))
      await route.continue().catch(nobodyWaits)
    })
    await watchShifts(page)
    for (const place of places) {
      asked = 0
      await page.goto(place)
      await atRest(page)
      expect.soft(await takeShifts(page), `${place} jumps`).toBeLessThanOrEqual(0.1)
    }
  })

test(`${desks[0]} has the same screens in the hand, each as long as it is`, async ({ page, enter }) => {
  test.setTimeout(180_000)
  await enter(desks[0])
  await page.goto('/vno')
  const places = await placesOf(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const place of places) {
    await moveTo(page, place)
    await atRest(page)
    await expectNothingBelow(page, place)
  }
})

test(`${technician} walks his screens: Spanish, quiet, no serious finding of axe`, async ({ page, enter }) => {
  test.setTimeout(180_000)
  await enter(technician)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [index, place] of technicianPlaces.entries()) {
    await page.emulateMedia({ colorScheme: index % 2 ? 'dark' : 'light', reducedMotion: 'reduce' })
    await page.goto(place)
    await atRest(page)
    await expectSpanish(page, place)
    await expectNothingBelow(page, place)
    expect.soft(await serious(page), place).toEqual([])
  }
})

/** Every second screen in the dark: colours are the same few everywhere. */
for (const who of desks)
  for (const [turn, colorScheme] of (['light', 'dark'] as const).entries())
    test(`no serious finding of axe behind the menu of ${who}, ${colorScheme}`, async ({ page, enter }) => {
      test.setTimeout(240_000)
      await enter(who)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/vno')
      for (const place of (await placesOf(page)).filter((_, index) => index % 2 === turn)) {
        await moveTo(page, place)
        await atRest(page)
        expect.soft(await serious(page), place).toEqual([])
      }
    })

/** Without a question of its own, or none before something is chosen: it shows what it is for. */
const asksNothing: ReadonlySet<string> = new Set(
  ['diagnostico', 'vecinos', 'factibilidad', 'configuracion/interfaz', 'configuracion/cargas'].map(
    (place) => `/vno/${place}`,
  ),
)

const asks = (places: readonly string[]) => places.filter((place) => !asksNothing.has(place))

test.describe('when nothing can be had', () => {
  test.use({ provoked: /status of 500/ })
  for (const who of desks)
    test(`every screen of ${who} says what happened and how to go on`, async ({ page, enter }) => {
      test.setTimeout(180_000)
      await enter(who)
      await page.goto('/vno')
      const places = asks(await placesOf(page))
      const body = { error: 'SYSTEM_ERROR', result: 'x', msg: 'SYSTEM_ERROR', request_id: 'x' }
      await page.route(answers, (route) => route.fulfill({ status: 500, json: body }))
      await page.goto('/vno')
      for (const place of places) {
        await moveTo(page, place)
        const told = page.getByRole('main').getByRole('alert').first()
        await expect.soft(told, place).toBeVisible()
        await expectSpanish(page, place)
      }
    })
})

for (const who of desks)
  test(`every screen of ${who} that asks for something shows that it is on its way`, async ({ page, enter }) => {
    test.setTimeout(180_000)
    await enter(who)
    await page.goto('/vno')
    const places = asks(await placesOf(page))
    await page.route(answers, () => new Promise(() => undefined))
    await page.goto('/vno')
    for (const place of places) {
      await moveTo(page, place)
      await expect.soft(page.getByRole('main').locator('[aria-busy=true]').first(), place).toBeAttached()
    }
  })

for (const who of desks)
  test(`every list of ${who} that holds nothing says so, and what to do`, async ({ page, enter }) => {
    test.setTimeout(180_000)
    await enter(who)
    await page.goto('/vno')
    const places = await placesOf(page)
    let lists = 0
    await page.route('**/api/v1/admin_vno/**/get.json', async (route) => {
      const answer = await route.fetch(sentAgain)
      const body = (await answer.json()) as { records?: unknown }
      if (!Array.isArray(body.records)) return await route.fulfill({ response: answer })
      const empty = {
        ...body,
        records: [],
        next_cursor: null,
        ...('total' in body && { total: { value: 0, exact: true } }),
      }
      await route.fulfill({ response: answer, json: empty })
    })
    await page.goto('/vno')
    for (const place of places) {
      await moveTo(page, place)
      await atRest(page)
      await expectSpanish(page, place)
      if ((await page.locator('.hl-tabs').count()) === 0) continue
      lists += 1
      await expect
        .soft(page.getByRole('main').getByRole('status').getByRole('heading', { level: 2 }), place)
        .toBeVisible()
    }
    expect(lists).toBeGreaterThan(who === 'gestor@norte.test' ? 5 : 15)
  })

test.describe(`${technician} in the field`, () => {
  test.use({ viewport: { width: 390, height: 844 } })
  /** What it is called, or that it is on its way. */
  const readable = async (page: Page, place: string) => {
    await expect(heading(page).or(page.locator('[aria-busy=true]').first()).first(), place).toBeVisible()
    await expectSpanish(page, place)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), place).toBe(true)
  }

  test.describe('when nothing can be had', () => {
    test.use({ provoked: /status of 500/ })
    test('every screen says so, or shows what the phone holds', async ({ page, enter }) => {
      await enter(technician)
      const body = { error: 'SYSTEM_ERROR', result: 'x', msg: 'SYSTEM_ERROR', request_id: 'x' }
      await page.route(answers, (route) => route.fulfill({ status: 500, json: body }))
      for (const place of technicianPlaces) {
        await page.goto(place)
        await readable(page, place)
      }
      await page.goto('/tecnico/historial')
      await expect(page.getByRole('alert').first()).toBeVisible()
    })
  })

  test('every screen has its frame while its answer is on its way, and says when there is nothing', async ({
    page,
    enter,
  }) => {
    await enter(technician)
    await page.route(answers, () => new Promise(() => undefined))
    for (const place of technicianPlaces) {
      await page.goto(place)
      await readable(page, place)
    }
    await page.unroute(answers)
    await page.route('**/api/v1/admin_vno/**/get.json', async (route) => {
      const answer = await route.fetch(sentAgain)
      const found = (await answer.json()) as { records?: unknown }
      const json = Array.isArray(found.records) ? { ...found, records: [], next_cursor: null } : found
      await route.fulfill({ response: answer, json })
    })
    for (const place of technicianPlaces) {
      await page.goto(place)
      await atRest(page)
      await readable(page, place)
    }
  })
})
