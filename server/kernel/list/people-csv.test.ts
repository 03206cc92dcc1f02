/** The CSV for spreadsheets: a Spanish Excel splits it, reads its dates and numbers, and it loads back unchanged. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import type { Path } from '@hilo/contract/index.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto, makeEvent } from '../../test/plant-factories.ts'
import { changed, openTrip, trips } from '../../test/round-trips.ts'

const format = 'csv_es'

describe('a CSV for spreadsheets', async () => {
  const server = closedAfter(await startTestServer())

  it('has semicolons, Spanish heads and words, and dates, durations and decimals as a Spanish spreadsheet reads them', async () => {
    const vno = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const cto = await makeCto(server.db)
    const { id } = await makeEvent(server.db, { vno, cto })
    await server.db.owner.query(
      `update event set started_at = '2026-07-10T10:00:07Z', finished_at = '2026-07-11T12:35:00Z', power_dbm = -20.83 where id = $1`,
      [id],
    )
    const columns = ['cto.code', 'duration_s', 'started_at', 'power_dbm', 'process_state', 'origin']
    const query = { format, columns, filter: { id } }
    const { text, headers, status } = await server.call('admin_vno/events/download', query, { session })
    assert.equal(status, 200, text)
    assert.match(String(headers['content-disposition']), /Intervenciones \d{4}-\d\d-\d\d\.csv/)
    const [heads, row, ...rest] = text.split('\r\n')
    assert.equal(heads, '\uFEFF"Código de CTO";"Duración (h:mm)";"Empezó";"Potencia (dBm)";"Estado";"Origen"')
    assert.match(row ?? '', new RegExp(`^${cto.code};26:34;10/07/2026 12:00;-20,83;\\p{Lu}[^;]+;\\p{Lu}[^;]+$`, 'u'))
    assert.deepEqual(rest, [''])
  })

  it('of orders loads back with every row unchanged, and marks what a spreadsheet would run', async () => {
    const [orders] = trips
    assert.equal(orders?.name, 'orders')
    const { get, put, count, written } = await openTrip(server, orders)
    const before = await written()
    const file = await get(format)
    assert.match(file.toString(), /;"'-1";/)
    assert.match(file.toString(), /;10\/07\/2030 10:00;10\/07\/2030 12:00;/)
    const results = await put(file)
    assert.deepEqual(changed(results), [])
    assert.deepEqual([results.length, await written()], [count, before])
  })

  it('of every list has the heads of its spreadsheet', async () => {
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const admin = await makeSession(server.db, await makeAdmin(server.db))
    for (const [path, spec] of Object.entries(contract)) {
      if (spec.kind !== 'download') continue
      const ask = (session: typeof admin) => server.call(path as Path, { format }, { session })
      let answer = await ask(neutral)
      if (answer.status !== 200) answer = await ask(admin)
      assert.equal(answer.status, 200, `${path}: ${answer.text}`)
      const [heads = ''] = answer.text.split('\r\n')
      assert.equal(heads.split(';').length, Object.keys(spec.list.columns).length, path)
      assert.doesNotMatch(heads, /column\.|_/, path)
    }
  })
})
