/** Every screen of the technician, on different phones, text sizes and colour schemes. */
import type { Page } from '@playwright/test'
import { serious } from './axe.ts'
import { expect, phone, test } from './field.ts'
import { seeAlarm, seeBefore, seeOffline, seeSteps, seeVerdict, type Seen } from './field-places.ts'
import { expectSpanish } from './screen-checks.ts'

test.use({ viewport: phone, reducedMotion: 'reduce' } as object)
test.use({ provoked: /ERR_|status of 4\d\d/, actionTimeout: 15_000 })
test.setTimeout(150_000)

/** Runs in the page: targets too small for a finger. */
function tooSmall(): string[] {
  const pressed =
    'button, a[href^="/"], summary, textarea, label:has(input), input:not([type=radio], [type=checkbox], [type=file])'
  return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((one) => {
    const { width, height } = one.getBoundingClientRect()
    const hidden = width <= 1 || height <= 1 || !one.checkVisibility()
    const small = width < 43.5 || height < 43.5
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

test('before any work', async ({ page, field }) => {
  await seeBefore(page, field, looker(page))
})

test('the steps of an installation, without coverage and with a refusal', async ({ page, field }) => {
  const event = await field.open('alta')
  await seeSteps(page, field, event, looker(page))
  await seeOffline(page, event, looker(page))
})

test('a neighbour without light, and the light that is back', async ({ page, field }) => {
  await seeAlarm(page, field, await field.open('mantenimiento'), looker(page))
})

for (const good of [true, false])
  test(`the end of a work that ${good ? 'harmed no neighbour' : 'harmed a neighbour'}`, async ({ page, field }) => {
    await seeVerdict(page, field, good, looker(page))
  })
