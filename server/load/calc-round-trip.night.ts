/** Orders that are downloaded as CSV, opened and saved in a spreadsheet, and loaded back: none is created twice. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startTestServer } from '../test/harness.ts'
import { changed, openTrip, trips } from '../test/round-trips.ts'
import { isInstalled, savedByCalc, sheetPrograms } from '../test/sheet-programs.ts'

const calc = sheetPrograms.find(({ name }) => name === 'LibreOffice')

describe('a CSV of orders that was saved by LibreOffice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-calc-'))
  const server = await startTestServer()
  after(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  for (const [format, separator] of [
    ['csv', ','],
    ['csv_es', ';'],
  ] as const)
    it(`${format}: an order is known by its code, although its number has lost its zeros`, async (t) => {
      if (!calc || !isInstalled(calc, folder)) return t.skip(`en este equipo falta LibreOffice (${calc?.from})`)
      const [orders] = trips
      assert.equal(orders?.name, 'orders')
      const { get, put, count } = await openTrip(server, orders)
      const numbers = `select json_agg(json_build_array(id, external_order_id) order by id)::text as all from service_order`
      const stored = async () => (await server.db.owner.query<{ all: string }>(numbers)).rows
      const before = await stored()
      const file = await get(format)
      const saved = await savedByCalc(file, separator, folder)
      const holds = (content: Buffer, id: string) =>
        new RegExp(`(^|[${separator}"])${id}[${separator}"]`, 'm').test(content.toString())
      assert.deepEqual([holds(file, '007'), holds(saved, '007'), holds(saved, '7')], [true, false, true])
      const results = await put(saved)
      assert.equal(results.length, count)
      // What the spreadsheet has destroyed is refused: `1,00E+05` for `1E5`, a date for `MAYO-1`.
      const taken = results.filter(({ ok }) => ok)
      assert.deepEqual(changed(taken), [])
      assert.ok(taken.length >= count - 4, JSON.stringify(changed(results)))
      assert.deepEqual(await stored(), before)
    })
})
