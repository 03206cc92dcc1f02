/** What holds on every screen. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { json } from './json.ts'
import { keyFamilies } from './text.ts'

/** Words that a Spanish screen has no use for. */
const english =
  /\b(the|and|loading|please|submit|cancel|close|search|next|previous|save|delete|settings|not found|undefined|null|NaN|invalid date|\[object)\b/i
/** What was called, as the audit keeps it. */
const wire = /\b(?:admin_vno|account|client_contact)\/\S+/g
const keys = new RegExp(`(?<![\\w.@/-])(${keyFamilies.join('|')})\\.[a-z_]+(\\.[a-zA-Z_0-9]+)*`, 'g')

/** Only Spanish, and no key where a text should be. */
export async function expectSpanish(page: Page, place: string): Promise<void> {
  const shown = (await page.locator('body').innerText()).replaceAll(wire, '')
  expect.soft(shown, place).not.toMatch(english)
  expect.soft(shown.match(keys) ?? [], `${place}: no key stands for a text`).toEqual([])
}

/** The screen scrolls inside itself: below it there is no empty page to be lost in. */
export async function expectNothingBelow(page: Page, place: string): Promise<void> {
  const below = await page.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) - innerHeight)
  expect.soft(below, `${place}: an empty page below`).toBeLessThanOrEqual(0)
}

/** The names of the columns in view are whole: none lies half under the next one. */
export async function expectWholeHeads(page: Page, place: string): Promise<void> {
  const cut = await page.getByRole('columnheader').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const words = document.createRange()
      words.selectNodeContents(head)
      const { left, right } = head.getBoundingClientRect()
      const outside = [...words.getClientRects()].some((part) => part.left < left - 0.5 || part.right > right + 0.5)
      return outside && right <= innerWidth ? [head.textContent] : []
    }),
  )
  expect.soft(cut, `${place}: heads that are cut off`).toEqual([])
}

/** Nothing moves any more: what turns for ever aside, and what begins when something else has ended included. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    do {
      await Promise.allSettled(ending().map(({ finished }) => finished))
      await frame()
      await frame()
    } while (ending().length > 0)
  })
}

/** What was asked for is there, and nothing moves any more. */
export async function atRest(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await still(page)
}

/** Starts to add up how far things jump; before the first page. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        // A click leads to the next screen: what moves there within half a second of it moves all the same.
        if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** How far things have jumped since this was asked last. */
export async function takeShifts(page: Page): Promise<number> {
  const text = await page.evaluate(() => {
    const shifts = 'shifts' in window && Array.isArray(window.shifts) ? window.shifts : []
    return JSON.stringify(shifts.splice(0))
  })
  return json<number[]>(text).reduce((sum, shift) => sum + shift, 0)
}
