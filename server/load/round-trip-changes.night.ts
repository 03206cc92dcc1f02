/** Every loadable list: an unchanged download loads without a write; one changed cell updates one row. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { downloadFormats } from '@hilo/domain/download-name.ts'
import { columnOf } from '../test/answers.ts'
import { changedSheet } from '../test/changed-sheet.ts'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeSession, makeVno } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { loaded } from '../test/round-trip-records.ts'
import { changed, openTrip, trips } from '../test/round-trips.ts'

describe('a list that is downloaded and loaded back', async () => {
  const server = closedAfter(await startTestServer())

  for (const trip of trips)
    it(`${trip.name}: unchanged, every row is unchanged and nothing is written; one changed cell updates one row`, async () => {
      const { count, get, put, written } = await openTrip(server, trip)
      const before = await written()
      for (const format of downloadFormats)
        for (const columns of [undefined, trip.chosen]) {
          const results = await put(await get(format, columns))
          assert.deepEqual(changed(results), [], `${format}, ${columns ? 'chosen' : 'all'} columns`)
          assert.equal(results.length, count)
        }
      assert.equal(await written(), before, 'nothing is written')
      const [from, to] = trip.change
      const csv = (await get('csv')).toString()
      assert.ok(csv.includes(from), `${from} stands in\n${csv}`)
      const results = await put(Buffer.from(csv.replace(from, to)))
      assert.deepEqual(columnOf(changed(results), 'code'), ['UPDATED'])
      assert.equal(results.length, count)
    })

  it('a changed cell of a spreadsheet updates only its row, in local time of the place', async () => {
    const vno = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const rows = ['A,2030-07-10', 'B,2030-12-10'].map((one) => `${one} 10:00,${one.slice(2)} 12:00,35002,C/ Triana`)
    const lines = ['orden,tipo,cita desde,cita hasta,cp,calle', ...rows.map((one) => one.replace(',', ',averia,'))]
    await loaded(
      server,
      'admin_vno/orders/load',
      lines.map((one) => one.replace(',cp,', ',código postal,')),
      {},
      session,
    )
    const { bytes } = await server.call('admin_vno/orders/download', { format: 'xlsx' }, { session })
    const ten = (day: string) => String(Date.parse(`${day}T10:00:00Z`) / 86_400_000 + 25_569)
    const eleven = (day: string) => String(Date.parse(`${day}T11:00:00Z`) / 86_400_000 + 25_569)
    const file = await changedSheet(bytes, (xml) => {
      assert.ok(xml.includes(`<v>${ten('2030-12-10').slice(0, 12)}`), xml)
      return xml.replace(new RegExp(`<v>${ten('2030-12-10').slice(0, 12)}\\d*</v>`), `<v>${eleven('2030-12-10')}</v>`)
    })
    const answer = await server.call('admin_vno/orders/load', {}, { session, files: { file } })
    const codes = (answer.body as LoadAnswer).record.results.map(({ code }) => code)
    assert.deepEqual(codes.toSorted(), ['UNCHANGED', 'UPDATED'], answer.text)
    const { rows: kept } = await server.db.owner.query<{ at: Date }>(
      `select appointment_from as at from service_order where vno_id = $1 and external_order_id = 'B'`,
      [vno.id],
    )
    assert.equal(kept[0]?.at.toISOString(), '2030-12-10T11:00:00.000Z')
  })
})
