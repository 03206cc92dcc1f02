/** OLTs for the neutral operator: their read budget, listening and clock, and what hangs on each PON. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RecordOf } from '@hilo/contract/index.ts'
import { codeOf, columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto, makeOlt, makePort } from '../../test/plant-factories.ts'

type Olt = RecordOf<'admin_vno/olts/get'>
const minute = 60_000

describe('the OLTs', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const neutral = await makeSession(db, await makeOperator(db))

  const rows = (text: string, values: unknown[] = []) => db.owner.query(text, values)
  const ask = (query: object, session = neutral) => server.done('admin_vno/olts/get', query, session)
  const whole = async (id: number): Promise<Olt> => {
    const [record] = (await ask({ id })).records
    assert.ok(record)
    return record
  }
  const makePon = (olt: { id: number; code: string }, port: number) =>
    insert(db, 'pon', { olt_id: olt.id, slot: 1, port, code: `${olt.code}/1/1/${port}`, tx_dbm: 4.5 })

  it('has what hangs on each PON: boxes, ports in use, and ONTs that the inventory does not know', async () => {
    const olt = await makeOlt(db)
    const [second, first] = [await makePon(olt, 10), await makePon(olt, 2)]
    const box = await makeCto(db, { pon_id: first, ports_total: 8 })
    await makeCto(db, { pon_id: first, ports_total: 16 })
    await makeCto(db, { pon_id: first, removed_at: new Date() })
    for (const state of [1, 2, 3, 3, 4, 5, 6]) await makePort(db, { cto: box, state })
    await makePort(db, { cto: box, state: 3, removed_at: new Date() })
    const strays = `insert into pon_stray (pon_id, serial, first_seen_at) values ($1, 'A', now()), ($1, 'B', now())`
    await rows(strays, [first])
    const known = await whole(olt.id)
    assert.deepEqual([known.pons_count, known.boxes_count], [2, 2])
    const empty = { tx_dbm: 4.5, boxes: 0, ports_total: 0, ports_used: 0, strays: 0 }
    assert.deepEqual(known.pons, [
      { id: first, code: `${olt.code}/1/1/2`, tx_dbm: 4.5, boxes: 2, ports_total: 24, ports_used: 3, strays: 2 },
      { id: second, code: `${olt.code}/1/1/10`, ...empty },
    ])
    const [row] = (await ask({ filter: { code: olt.code } })).records
    assert.deepEqual([row?.boxes_count, row?.pons], [2, null], 'a page does not carry the PONs')
    const boxes = async (pon_code: string | object) =>
      (await server.done('admin_vno/ctos/get', { filter: { pon_code } }, neutral)).records.length
    assert.deepEqual(await Promise.all([1, 2, 10].map((port) => boxes(`${olt.code}/1/1/${port}`))), [0, 2, 0])
    assert.equal(await boxes({ like: `${olt.code.toLowerCase()}/` }), 2, 'all boxes of an OLT')
  })

  it('distinguishes an OLT without readings from one that may be read, one with an open breaker, and one without powers', async () => {
    const olt = await makeOlt(db)
    const budget = async () => {
      const { reading, sessions_most, sessions_peak, reads, closed_until, powers_closed_until } = await whole(olt.id)
      return { reading, sessions: [sessions_peak, sessions_most], reads, closed_until, powers_closed_until }
    }
    const open = { reading: 'normal', closed_until: null, powers_closed_until: null }
    assert.deepEqual(await budget(), { ...open, sessions: [0, null], reads: 0 })
    await rows(`insert into olt_gate (olt_id, sessions, peak, reads) values ($1, 2, 1, 41)`, [olt.id])
    assert.deepEqual(await budget(), { ...open, sessions: [1, 2], reads: 41 })

    const until = async (column: string, seconds: number) => {
      const text = `update olt_gate set ${column} = clock_timestamp() + $2 * interval '1 s' where olt_id = $1 returning ${column} as at`
      return (await rows(text, [olt.id, seconds])).rows[0] as { at: Date }
    }

    const powers = await until('power_closed_until', 60)
    const read = { ...open, sessions: [1, 2], reads: 41 }
    const powers_closed_until = powers.at.toISOString()
    assert.deepEqual(await budget(), { ...read, reading: 'sin_potencias', powers_closed_until })
    await rows('update demo_clock set offset_s = offset_s + 3600')
    const closed = await until('closed_until', 60)
    const both = await budget()
    // In business time, which the demonstration moves.
    const [end, powersEnd] = [closed, powers].map(({ at }) => new Date(at.getTime() + 60 * minute).toISOString())
    assert.deepEqual([both.reading, both.closed_until, both.powers_closed_until], ['cerrada', end, powersEnd])
    for (const column of ['closed_until', 'power_closed_until']) await until(column, -1)
    assert.deepEqual(await budget(), read, 'the rest is over')
  })

  it('shows which OLTs are heard, silent or without a listener, and the last alarm of each', async () => {
    const olt = await makeOlt(db)
    const heard = async () => {
      const { listening, last_alarm_at } = await whole(olt.id)
      return [listening, last_alarm_at]
    }
    assert.deepEqual(await heard(), ['sin_escucha', null])
    const lease = 'insert into olt_lease (olt_id, owner, expires_at) values ($1, $2, $3)'
    await rows(lease, [olt.id, 'x', new Date(Date.now() + minute)])
    const at = [3, 1, 2].map((ago) => new Date(Date.now() - ago * minute))
    for (const [cursor, time] of at.entries())
      await insert(db, 'olt_alarm', { olt_id: olt.id, cursor, received_at: time, at: time, kind: 'los' })
    assert.deepEqual(await heard(), ['escuchada', at[1]?.toISOString()])
    await rows(`insert into olt_gap (olt_id, from_at, reason) values ($1, now(), 'silent')`, [olt.id])
    assert.deepEqual((await heard())[0], 'muda')
    await rows('update olt_gap set to_at = now() where olt_id = $1', [olt.id])
    assert.deepEqual((await heard())[0], 'escuchada')
    await rows(`update olt_lease set expires_at = clock_timestamp() - interval '1 s' where olt_id = $1`, [olt.id])
    assert.deepEqual((await heard())[0], 'sin_escucha')
  })

  it('shows the offset of the clock and whether its times count, and filters by it, by vendor and by reading', async () => {
    const [right, wrong, unknown] = [await makeOlt(db, { vendor: 'ZTE' }), await makeOlt(db), await makeOlt(db)]
    const measured = new Date(Date.now() - minute)
    const clock = 'insert into olt_clock (olt_id, offset_ms, measured_at, trusted) values ($1, $2, $3, $4)'
    await rows(clock, [right.id, -2500, measured, true])
    await rows(clock, [wrong.id, 900_000, measured, false])
    await rows('insert into olt_gate (olt_id, closed_until) values ($1, $2)', [wrong.id, new Date(Date.now() + minute)])
    const told = async ({ id }: { id: number }) => {
      const { clock: state, clock_offset_ms, clock_measured_at } = await whole(id)
      return [state, clock_offset_ms, clock_measured_at]
    }
    assert.deepEqual(await told(right), ['fiable', -2500, measured.toISOString()])
    assert.deepEqual(await told(wrong), ['no_fiable', 900_000, measured.toISOString()])
    assert.deepEqual(await told(unknown), ['sin_medir', null, null])
    const among = [right, wrong, unknown].map(({ id }) => id)
    const found = async (filter: object) =>
      columnOf((await ask({ filter: { id: among, ...filter }, sort: [['id', 'asc']] })).records, 'id')
    assert.deepEqual(await found({ clock: ['fiable', 'sin_medir'] }), [right.id, unknown.id])
    assert.deepEqual(await found({ vendor: 'zte' }), [right.id])
    assert.deepEqual(await found({ vendor: { like: 'SIM' } }), [wrong.id, unknown.id])
    assert.deepEqual(await found({ reading: 'cerrada' }), [wrong.id])
    assert.deepEqual(columnOf((await ask({ search: right.code.toLowerCase() })).records, 'id'), [right.id])
    const csv = await server.call('admin_vno/olts/download', { filter: { id: right.id } }, { session: neutral })
    assert.match(csv.text, new RegExp(`${right.code},.*ZTE`))
  })

  it('are refused to administrators and technicians of other operators', async () => {
    await makeOlt(db)
    for (const account of [await makeAdmin(db), await makeTechnician(db)]) {
      const session = await makeSession(db, account)
      for (const path of ['admin_vno/olts/get', 'admin_vno/olts/download'] as const) {
        assert.equal(codeOf(await server.call(path, {}, { session })), 'PRIVILEGE_DENIED', path)
      }
    }
    const privileges = { 'retrieve-data': { privs: { 'retrieve-data_view': true } } }
    const given = await makeSession(db, await makeAdmin(db, { privileges }))
    const { records, total } = await ask({ count: true }, given)
    assert.deepEqual([records, total?.value], [[], 0], 'whatever its role says')
    const csv = await server.call('admin_vno/olts/download', { columns: ['code'] }, { session: given })
    assert.equal(csv.text.trim(), 'code')
  })
})
