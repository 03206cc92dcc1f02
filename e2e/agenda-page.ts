/** The agenda in a browser: orders of the test, places of the board, and dragging. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { steady } from './screen-checks.ts'
import { say } from './text.ts'
import { call } from './wire.ts'

export interface Made {
  id: number
  code: string
  version: number
}
type Asked = { records: { id: number; name: string; code: string; [field: string]: unknown }[]; record: Made }

/** The same query, sent to the server directly. */
export const ask = (page: Page, path: string, query: object) => call<Asked>(page.request, `admin_vno/${path}`, query)

const zone = 'Europe/Madrid'
/** A day from today on, in the agenda's address format. */
export function dayAfter(days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format()
  // Days of UTC have 24 hours.
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
}
/** A time of that day in Madrid, in winter and summer. */
function at(day: string, hour: number): string {
  const wall = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(wall)
  return new Date(wall - ((Number(shown) - hour + 24) % 24) * 3_600_000).toISOString()
}

/** An order of a line in service, for the evening of a day. */
export async function makeOrder(page: Page, day: string, turn: number): Promise<Made> {
  const { records } = await ask(page, 'accesses/get', { filter: { state: 'activo' }, limit: 40 })
  const access_id = records[turn]?.id
  const appointment = { from: at(day, 17), to: at(day, 19) }
  const { record } = await ask(page, 'orders/create', { kind: 'averia', access_id, appointment })
  return record
}

export async function openAgenda(page: Page, day: string): Promise<void> {
  await page.goto(`/vno/agenda?dia=${day}`)
  await expect(page.locator('[data-lane]').first()).toBeVisible()
}

export const order = (page: Page, { id }: Made): Locator => page.locator(`[data-order="${id}"]`)
export const lane = (page: Page, index: number): Locator => page.locator('[data-lane]').nth(index)
export const track = (page: Page, index: number): Locator => lane(page, index).locator('[data-spot="lane"]')
export const note = (page: Page): Locator =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: say('agenda.undo') }) })

/** Drags an order with the mouse onto part of an element, without dropping. */
export async function carry(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = await steady(async () => [await from.boundingBox(), await to.boundingBox()])
  if (!start || !end) throw new Error('nothing to carry, or nowhere to carry it')
  await page.mouse.move(start.x + 12, start.y + 12)
  await page.mouse.down()
  await page.mouse.move(start.x + 40, start.y + 20, { steps: 3 })
  await page.mouse.move(end.x + end.width * part, end.y + 16, { steps: 5 })
}
