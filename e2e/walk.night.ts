/** Every menu entry, for every kind of user and every state of its answers; `walk.test.ts`: one desk and one technician. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { serious } from './axe.ts'
import { heading, moveTo, placesOf, visitMenu } from './menu.ts'
import {
  atRest,
  expectNothingBelow,
  expectNothingBeside,
  expectSpanish,
  takeShifts,
  watchShifts,
} from './screen-checks.ts'
import { technicianPlaces } from './screens/places.ts'
import { sentAgain } from './wire.ts'

/** Calls that a screen waits for; session calls are not affected. */
const answers = '**/api/v1/admin_vno/**'

const desks = ['admin@norte.test', 'gestor@norte.test', 'operador@hilo.test'] as const
const technician = 'tecnico@norte.test'

for (const [index, who] of desks.entries())
  test(`${who} visits the whole menu: Spanish, no errors, no layout shifts`, async ({ page, enter }) => {
    await enter(who)
    await watchShifts(page)
    const visited = await visitMenu(page, {
      leave: () => takeShifts(page),
      arrive: async (place) => expect.soft(await takeShifts(page), `${place} jumps`).toBeLessThanOrEqual(0.1),
    })
    // A session with all privileges of its kind has visited most of it.
    expect(visited).toBeGreaterThan(index === 1 ? 10 : 30)
  })

/** The page has left before the answer. */
const ignoreAbortedRoute = () => undefined

for (const who of desks)
  test(`no screen of ${who} shifts when opened by its address, answers in reverse order`, async ({ page, enter }) => {
    await enter(who)
    await page.goto('/vno')
    const places = await placesOf(page)
    let asked = 0
    await page.route(answers, async (route) => {
      asked += 1
      await setTimeout(Math.max(0, 600 - 120 * asked))
      await route.continue().catch(ignoreAbortedRoute)
    })
    await watchShifts(page)
    for (const place of places) {
      asked = 0
      await page.goto(place)
      await atRest(page)
      expect.soft(await takeShifts(page), `${place} jumps`).toBeLessThanOrEqual(0.1)
    }
  })

test(`${desks[0]} has the same screens on a phone, each whole and free of axe`, async ({ page, enter }) => {
  await enter(desks[0])
  await page.goto('/vno')
  const places = await placesOf(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [index, place] of places.entries()) {
    await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark', reducedMotion: 'reduce' })
    await moveTo(page, place)
    await atRest(page)
    await expectNothingBelow(page, place)
    await expectNothingBeside(page, place)
    expect.soft(await serious(page), place).toEqual([])
  }
})

/** Every second screen in dark mode: the palette is the same everywhere. */
for (const who of desks)
  for (const [turn, colorScheme] of (['light', 'dark'] as const).entries())
    test(`no serious finding of axe behind the menu of ${who}, ${colorScheme}`, async ({ page, enter }) => {
      await enter(who)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/vno')
      for (const place of (await placesOf(page)).filter((_, index) => index % 2 === turn)) {
        await moveTo(page, place)
        await atRest(page)
        expect.soft(await serious(page), place).toEqual([])
      }
    })

/** Screens without a call of their own, or before a choice: they show their purpose. */
const asksNothing: ReadonlySet<string> = new Set(
  ['diagnostico', 'vecinos', 'factibilidad', 'configuracion/interfaz', 'configuracion/cargas'].map(
    (place) => `/vno/${place}`,
  ),
)

const asks = (places: readonly string[]) => places.filter((place) => !asksNothing.has(place))

test.describe('without any answers', () => {
  test.use({ provoked: /status of 500/ })
  for (const who of desks)
    test(`every screen of ${who} reports the failure and how to go on`, async ({ page, enter }) => {
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
  test(`every screen of ${who} with a call shows a loading state`, async ({ page, enter }) => {
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
  test(`every empty list of ${who} says so, and what to do`, async ({ page, enter }) => {
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
  /** Its name, or a loading state. */
  const readable = async (page: Page, place: string) => {
    await expect(heading(page).or(page.locator('[aria-busy=true]').first()).first(), place).toBeVisible()
    await expectSpanish(page, place)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), place).toBe(true)
  }

  test.describe('without any answers', () => {
    test.use({ provoked: /status of 500/ })
    test('every screen says so, or shows the phone’s stored data', async ({ page, enter }) => {
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

  test('every screen has its frame while loading, and an empty state', async ({ page, enter }) => {
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
