/** Every screen of the technician on different phones, text sizes and colour schemes; the alarm whole; the desk's view of it. */
import type { Page } from '@playwright/test'
import { check, serious } from './axe.ts'
import { expect, heading, phone, stepPath, test } from './field.ts'
import { seeAlarm, seeBefore, seeOffline, seeSteps, seeVerdict, type Seen } from './field-places.ts'
import { nodes } from './list-page.ts'
import { atRest, expectSpanish } from './screen-checks.ts'
import { say } from './text.ts'

test.use({
  viewport: phone,
  reducedMotion: 'reduce',
  provoked: /ERR_|status of 4\d\d/,
  actionTimeout: 15_000,
} as object)

/** Runs in the page: targets smaller than a finger, 48 × 48 px. */
function tooSmall(): string[] {
  const pressed =
    'button, a[href^="/"], summary, textarea, label:has(input), input:not([type=radio], [type=checkbox], [type=file])'
  return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((one) => {
    const { width, height } = one.getBoundingClientRect()
    const hidden = width <= 1 || height <= 1 || one.closest('.hidden-visually') !== null || !one.checkVisibility()
    const small = width < 47.5 || height < 47.5
    return !hidden && small ? [`${one.outerHTML.slice(0, 140)} ${Math.round(width)} × ${Math.round(height)}`] : []
  })
}

/** Runs in the page: elements that overflow the screen's side, or are cut off by their own box. */
function stickingOut(): string[] {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return []
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 1)
    .map((one) => `${one.outerHTML.slice(0, 120)} up to ${Math.round(one.getBoundingClientRect().right)}`)
    .slice(0, 4)
}

const textSize = (page: Page, percent: number) =>
  page.evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`)

/** Checks a place on a small phone, with double text size, in both schemes. */
const looker =
  (page: Page): Seen =>
  async (name) => {
    await page.setViewportSize({ width: 360, height: 740 })
    expect.soft(await page.evaluate(tooSmall), `${name}: targets`).toEqual([])
    expect.soft(await page.evaluate(stickingOut), `${name}: width`).toEqual([])
    await textSize(page, 200)
    expect.soft(await page.evaluate(stickingOut), `${name}: width with large letters`).toEqual([])
    await textSize(page, 100)
    await page.setViewportSize(phone)
    await expectSpanish(page, name)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect.soft(await serious(page), `${name}, ${colorScheme}`).toEqual([])
    }
  }

/** On telephones upright and on their side, with the bars of a browser, and at a desk. */
async function expectWhole(page: Page, alarm: string): Promise<void> {
  const done = page.getByRole('button', { name: say('tech.alarm.done') })
  for (const size of [phone, { width: 844, height: 390 }, { width: 667, height: 320 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    for (const one of [heading(page, alarm), page.locator('[data-ring=harmed]'), done])
      await expect.soft(one, JSON.stringify(size)).toBeInViewport({ ratio: 0.99 })
  }
  await page.setViewportSize(phone)
}

test('before any work', async ({ page, field }) => {
  await seeBefore(page, field, looker(page))
})

test('the steps of an installation, without coverage and with a refusal', async ({ page, field }) => {
  const event = await field.open('alta')
  await seeSteps(page, field, event, looker(page))
  await seeOffline(page, event, looker(page))
})

test('a neighbour without light, and the light that is back', async ({ page, field }) => {
  const see = looker(page)
  await seeAlarm(page, field, await field.open('mantenimiento'), async (name) => {
    await see(name)
    if (name === 'alarma') await expectWhole(page, say('tech.alarm.what_one', { ports: field.box.sur[0] ?? 0 }))
  })
})

for (const good of [true, false])
  test(`the end of a work that ${good ? 'harmed no neighbour' : 'harmed a neighbour'}`, async ({ page, field }) => {
    await seeVerdict(page, field, good, looker(page))
  })

test('the desk’s view of a neighbour without light', async ({ page, field, elsewhere }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  await field.act({ action: 'unplug', port })
  await expect(heading(page, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
  await field.pass(130)
  const desk = await elsewhere('admin@norte.test')
  await desk.goto('/vno/vecinos/desconectados')
  await expect(desk.getByRole('row').filter({ hasText: field.box.label })).toBeVisible()
  const pages = [
    `/vno/intervenciones/${event.id}`,
    `/vno/vecinos?caja=${field.box.code}`,
    '/vno/vecinos/desconectados',
    `/vno/vecinos/informes/${event.id}`,
  ]
  for (const [index, path] of pages.entries()) {
    const open = async () => {
      await desk.goto(path)
      await atRest(desk)
    }
    await check(desk, path, open, [index % 2 === 0 ? 'light' : 'dark'])
    expect.soft(await nodes(desk), path).toBeLessThanOrEqual(800)
  }
})
