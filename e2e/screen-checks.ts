/** Checks for every screen. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { json } from './json.ts'
import { keyFamilies } from './text.ts'

/** English words that must not be on a Spanish screen. */
const english =
  /\b(the|and|loading|please|submit|cancel|close|search|next|previous|save|delete|settings|not found|undefined|null|NaN|invalid date|\[object)\b/i
/** Call paths, which the audit shows. */
const wire = /\b(?:admin_vno|account|client_contact)\/\S+/g
const keys = new RegExp(`(?<![\\w.@/-])(${keyFamilies.join('|')})\\.[a-z_]+(\\.[a-zA-Z_0-9]+)*`, 'g')

/** Only Spanish, and no text keys. */
export async function expectSpanish(page: Page, place: string): Promise<void> {
  const shown = (await page.locator('body').innerText()).replaceAll(wire, '')
  expect.soft(shown, place).not.toMatch(english)
  expect.soft(shown.match(keys) ?? [], `${place}: no key stands for a text`).toEqual([])
}

/** The screen scrolls internally: no empty page below it. */
export async function expectNothingBelow(page: Page, place: string): Promise<void> {
  const below = await page.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) - innerHeight)
  expect.soft(below, `${place}: an empty page below`).toBeLessThanOrEqual(0)
}

/** The screen is not wider than its place: only lists, maps and rows of tabs scroll sideways, inside it. */
export async function expectNothingBeside(page: Page, place: string): Promise<void> {
  const beside = await page
    .getByRole('main')
    .evaluateAll((mains) => Math.max(...mains.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)))
  expect.soft(beside, `${place}: wider than the screen`).toBeLessThanOrEqual(0)
}

/** The visible column headings are complete: none is covered by the next. */
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

/** Waits until all finite animations have ended, including follow-up ones. */
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

/** A value that no longer changes, as a position at the end of a scroll: the same at two readings, a moment apart. */
export async function steady<T extends number | readonly unknown[]>(read: () => Promise<T>): Promise<T> {
  let value = await read()
  await expect(async () => {
    const before = value
    value = await read()
    expect(JSON.stringify(value)).toBe(JSON.stringify(before))
  }).toPass({ intervals: [250] })
  return value
}

/** Waits until requests and animations have ended. */
export async function atRest(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await still(page)
}

/** Starts measuring layout shifts; before the first page. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        // Shifts within half a second of a click count as well.
        if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Layout shift since the last call. */
export async function takeShifts(page: Page): Promise<number> {
  const text = await page.evaluate(() => {
    const shifts = 'shifts' in window && Array.isArray(window.shifts) ? window.shifts : []
    return JSON.stringify(shifts.splice(0))
  })
  return json<number[]>(text).reduce((sum, shift) => sum + shift, 0)
}
