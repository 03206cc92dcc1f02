/** Page object of a list. */
import type { Locator, Page } from '@playwright/test'
import { makeAdmin, type Account, type Vno } from '../server/test/factories.ts'
import { expect, type Owner } from './fixtures.ts'
import { call } from './wire.ts'

interface ListFacts {
  route: string
  title: string
  path: string
  /** Heading for sorting, and its wire name. */
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
/** Data rows in view, without headings. */
export const rows = (page: Page): Locator => grid(page).locator('[role=row][data-index]')
export const firstRow = (page: Page): Locator => grid(page).locator('[role=row][data-index="0"]')
/** First cell of a row after its checkbox: its name. */
export const nameOf = (row: Locator): Locator => row.locator('[role=gridcell]:not([data-choose])').first()
export const panel = (page: Page): Locator =>
  page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) })

/** A person of a demonstration operator, which has rows, with nothing stored yet. */
export async function colleague(db: Owner): Promise<Account> {
  const { rows: found } = await db.owner.query<Vno>(
    "select id, name, external_id from vno where external_id = 'ORBITA'",
  )
  const [vno] = found
  if (!vno) throw new Error('no demonstration')
  return await makeAdmin(db, { vno })
}

/** Opens a list and waits for its first rows. */
export async function openList(page: Page, route: string): Promise<void> {
  await page.goto(route)
  await settled(page)
}

/** Waits until the requested rows are shown. */
export async function settled(page: Page): Promise<void> {
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  await expect(nameOf(firstRow(page))).not.toBeEmpty()
}

/** Number beside the title. */
export async function shownTotal(page: Page): Promise<number> {
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  return Number(heading.replace(/\D/g, ''))
}

/** The page hears of no changes by others: for tests that count its requests. Before the first page. */
export const hearNothing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { fetch } = window
    const quiet = () =>
      new ReadableStream<Uint8Array>({
        start(body) {
          const ping = () => body.enqueue(new TextEncoder().encode(': ping\n\n'))
          ping()
          setInterval(ping, 10_000)
        },
      })
    window.fetch = async (...asked: Parameters<typeof fetch>) => {
      const [to] = asked
      if (typeof to !== 'string' || !to.endsWith('/api/v1/stream')) return await fetch(...asked)
      return new Response(quiet(), { headers: { 'content-type': 'text/event-stream' } })
    }
  })

interface Answer {
  records: { id: number; [field: string]: unknown }[]
  total?: { value: number; exact: boolean }
}

/** The same query, sent to the server directly. */
export const ask = (page: Page, path: string, query: object): Promise<Answer> => call(page.request, path, query)

/** Number of DOM nodes of the page. */
export const nodes = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)
