/** Ways through the main menu. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { atRest, expectNothingBelow, expectSpanish, expectWholeHeads } from './screen-checks.ts'
import { menuPlaces } from './screens/places.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })

/** Addresses in the menu, including open submenus. */
async function offered(page: Page): Promise<string[]> {
  return menu(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()

/** Navigates inside the application, at a fifth of a page load's cost: until another screen's heading appears. */
export async function moveTo(page: Page, place: string): Promise<void> {
  const before = new URL(page.url()).pathname === place ? null : await heading(page).textContent()
  await page.evaluate((path) => history.pushState(null, '', path), place)
  await expect(page).toHaveURL((url) => url.pathname === place)
  if (before !== null) await expect(heading(page)).not.toHaveText(before)
}

/** Menu addresses of this person, including submenus. */
export async function placesOf(page: Page): Promise<string[]> {
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

/**
 * Visits the whole menu from its first entry: every screen is Spanish, has its heads whole and nothing below.
 * @param leave runs before each click, `arrive` at each screen at rest
 * @returns how many screens there were
 */
export async function visitMenu(
  page: Page,
  { leave, arrive }: { leave?: () => Promise<unknown>; arrive: (place: string) => Promise<void> },
): Promise<number> {
  await page.goto('/vno')
  await atRest(page)
  const seen = new Set<string>()
  for (let next: string | undefined = '/vno'; next; next = (await offered(page)).find((place) => !seen.has(place))) {
    seen.add(next)
    await leave?.()
    await menu(page).locator(`a[href="${next}"]`).last().click()
    await expect(page).toHaveURL((url) => url.pathname === next)
    await atRest(page)
    await expectSpanish(page, next)
    await expectNothingBelow(page, next)
    await expectWholeHeads(page, next)
    await arrive(next)
  }
  for (const place of seen) expect(menuPlaces).toContain(place)
  return seen.size
}
