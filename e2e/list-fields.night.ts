/** Lists ask for the fields that they show, and their pages stay small. */
import type { Page, Request } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'
import { firstRow, hearNothing, openList, panel, settled } from './list-page.ts'
import { menuPlaces } from './screens/places.ts'
import { json } from './json.ts'
import { say } from './text.ts'
import { call } from './wire.ts'
import { quiet } from './quiet.ts'

interface Query {
  id?: number
  fields?: string[]
  limit?: number
  filter?: object
  cursor?: string
}
interface Asked {
  path: string
  query: Query
}

/** The list calls of a page, as sent. */
function listCalls(page: Page): Asked[] {
  const asked: Asked[] = []
  page.on('request', (request: Request) => {
    const path = /\/api\/v1\/(.+\/get)\.json$/.exec(request.url())?.[1]
    // A form with the query as one part.
    const query = /name="query"\s+(\{.*\})\s+--/.exec(request.postData() ?? '')?.[1]
    if (path !== undefined && query !== undefined) asked.push({ path, query: json<Query>(query) })
  })
  return asked
}
const ofRows = ({ query }: Asked) => query.fields !== undefined && query.limit === 50

const kB = 1000
/** Most bytes of fifty rows: compressed as a proxy does at its lowest level, and plain. */
const most = { packed: 25 * kB, plain: 25 * kB }
/** Fields whose rows weigh more before compression: every port of a drawn box, and the values of an audited change. */
const bulky = ['neighbours', 'before', 'after']

test('fifty rows of each list, as its table asks for them, weigh at most 25 kB', async ({ page, enter }) => {
  // Some thirty screens, one after another.
  await enter('operador@hilo.test')
  const asked = listCalls(page)
  for (const place of menuPlaces) {
    await page.goto(place)
    await quiet(page)
  }
  const tables = new Map(asked.filter(ofRows).map((one) => [`${one.path} ${one.query.fields?.join()}`, one]))
  expect(tables.size).toBeGreaterThan(20)
  const heavy: string[] = []
  for (const { path, query } of tables.values()) {
    const { fields = [] } = query
    const { records } = await call<{ records: object[] }>(page.request, path, { limit: 50, fields })
    const text = JSON.stringify(records)
    const packed = gzipSync(text, { level: 1 }).length
    const line = `${path}: ${records.length} rows, ${text.length} bytes plain, ${packed} compressed`
    test.info().annotations.push({ type: 'bytes', description: line })
    if (packed > most.packed || (text.length > most.plain && !bulky.some((name) => fields.includes(name))))
      heavy.push(line)
  }
  expect(heavy).toEqual([])
})

test('showing a column asks for its field, rows stay meanwhile; hiding asks for nothing', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await hearNothing(page)
  const asked = listCalls(page)
  await openList(page, '/vno/puertos')
  const rowsOf = () => asked.filter((one) => ofRows(one) && one.path === 'admin_vno/ports/get')
  expect(rowsOf().length).toBeGreaterThan(0)
  expect(rowsOf().flatMap(({ query }) => query.fields ?? [])).not.toContain('inventory_status')
  const name = await firstRow(page).getByRole('gridcell').first().innerText()
  const show = async (way: 'check' | 'uncheck') => {
    await page.getByRole('button', { name: say('list.columns'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: `Mostrar ${say('column.ports.inventory_status')}` })[way]()
    await dialog.getByRole('button', { name: say('list.apply') }).click()
  }
  const before = rowsOf().length
  await show('check')
  const head = page.getByRole('columnheader', { name: say('column.ports.inventory_status'), exact: true })
  await expect(head).toBeVisible()
  await expect(firstRow(page).getByRole('gridcell').first()).toHaveText(name)
  await expect.poll(() => rowsOf().slice(before).at(-1)?.query.fields ?? []).toContain('inventory_status')
  const place = Number(await head.getAttribute('aria-colindex'))
  await expect(firstRow(page).locator(`[aria-colindex="${place}"]`)).not.toBeEmpty()
  await settled(page)
  const shown = rowsOf().length
  await show('uncheck')
  await expect(head).toHaveCount(0)
  await quiet(page)
  expect(rowsOf().length).toBe(shown)
})

test('a panel reads the whole record by id, with its title from the row', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const asked = listCalls(page)
  await openList(page, '/vno/ctos')
  const name = await firstRow(page).getByRole('gridcell').first().innerText()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/admin_vno/ctos/get.json', async (route) => {
    await held
    await route.continue()
  })
  await firstRow(page).click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  answer()
  await expect(panel(page).locator('.hl-facts').first()).toBeVisible()
  const whole = asked.find(({ path, query }) => path === 'admin_vno/ctos/get' && query.id !== undefined)
  expect(whole?.query.fields).toBeUndefined()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('cards ask for their lines and for no column', async ({ page, enter }) => {
    await enter('admin@norte.test')
    const asked = listCalls(page)
    await page.goto('/vno/puertos')
    await expect(page.getByRole('listitem').first().getByRole('button')).toBeVisible()
    const fields = asked.filter(ofRows).flatMap(({ query }) => query.fields ?? [])
    expect(fields).toContain('label')
    expect(fields).not.toContain('ont.distance_m')
  })
})
