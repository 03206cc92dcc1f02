/** A list as a person uses it. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { call } from './wire.ts'

export interface ListFacts {
  route: string
  title: string
  path: string
  /** Head by which the rows can be sorted, and its wire name. */
  sortHead: string
  sortField: string
}

export const lists: readonly ListFacts[] = [
  { route: '/vno/puertos', title: 'Puertos', path: 'admin_vno/ports', sortHead: 'Puerto', sortField: 'label' },
  { route: '/vno/ctos', title: 'CTO', path: 'admin_vno/ctos', sortHead: 'Código', sortField: 'code' },
  {
    route: '/vno/intervenciones?vista=todas',
    title: 'Intervenciones',
    path: 'admin_vno/events',
    sortHead: 'Código',
    sortField: 'code',
  },
]

export const grid = (page: Page): Locator => page.getByRole('grid')
/** Rows of data in view, the heads excepted. */
export const rows = (page: Page): Locator => grid(page).locator('[role=row][data-index]')
export const firstRow = (page: Page): Locator => grid(page).locator('[role=row][data-index="0"]')
/** First cell of a row, its box excepted: what it is called. */
export const nameOf = (row: Locator): Locator => row.locator('[role=gridcell]:not([data-choose])').first()
export const panel = (page: Page): Locator =>
  page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) })

/** Opens a list and waits for its first rows. */
export async function openList(page: Page, route: string): Promise<void> {
  await page.goto(route)
  await settled(page)
}

/** Waits until the rows shown are those that were asked for. */
export async function settled(page: Page): Promise<void> {
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  await expect(nameOf(firstRow(page))).not.toBeEmpty()
}

/** Number beside the title. */
export async function shownTotal(page: Page): Promise<number> {
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  return Number(heading.replace(/\D/g, ''))
}

interface Answer {
  records: { id: number; [field: string]: unknown }[]
  total?: { value: number; exact: boolean }
}

/** The same question, put to the server directly. */
export const ask = (page: Page, path: string, query: object): Promise<Answer> => call(page.request, path, query)

/** Nodes of the page: what the browser has to carry. */
export const nodes = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)
