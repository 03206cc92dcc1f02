import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Output, Path } from '@hilo/contract/index.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, type Account, type Vno } from '../../test/factories.ts'
import { startTestServer, type Answer } from '../../test/harness.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'

type Snapshot = Output<'admin_vno/neighbors/queryState'>['record']
type OwnStates = Extract<Output<'admin_vno/neighbors/queryStateVNO'>, { records: unknown }>
const state = 'admin_vno/neighbors/queryState'
const own = 'admin_vno/neighbors/queryStateVNO'

describe('the neighbours’ state', async () => {
  const server = closedAfter(await startTestServer())
  /** One operator's customers in a box where another operator's technician works. */
  const box = await makeNeighbours(server.db)
  const owner = box.owner
  const event = await makeWatching(server.db, server.reader, box)
  const { technician } = event

  const as = async (account: Account, path: Path, query: object): Promise<Answer> =>
    server.call(path, query, { session: await makeSession(server.db, account) })
  const look = async (account: Account, query: object) =>
    (await server.done(state, query, await makeSession(server.db, account))).record
  const colleague = (vno: Vno) => makeAdmin(server.db, { vno })
  const without = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

  it('401, 403, 422', async () => {
    const nobody = await makeAdmin(server.db, { privileges: {} })
    for (const path of [state, own] as const) {
      assert.equal((await server.call(path, {})).status, 401)
      assert.equal((await as(nobody, path, {})).status, 403)
    }
    const admin = await colleague(owner)
    const id = box.cto.id
    const wrong = [{ cto_code: box.cto.code }, { phase: 'after' }, { vno_id: 1 }].map((one) => ({ cto_id: id, ...one }))
    for (const query of [{}, ...wrong]) assert.equal((await as(admin, state, query)).status, 422, JSON.stringify(query))
    for (const query of [{}, { access_id: 1, accesses: ['A'] }, { accesses: [] }, { accesses: Array(5001).fill('A') }])
      assert.equal((await as(admin, own, query)).status, 422)
  })

  it('a box is found by code, number or port, and each operator sees its own figures', async () => {
    const admin = await colleague(owner)
    const { id, code } = box.cto
    for (const query of [{ cto_code: code.toLowerCase() }, { cto_id: id }, { port_id: box.ports[0]?.id }]) {
      const record = await look(admin, query)
      assert.deepEqual([record.cto_id, record.phase, record.id], [id, 'live', null])
      const ports = [1, 2, 3, 4].map((port) => [port, true])
      assert.deepEqual(columnsOf(record.items, 'port', 'own'), ports)
      assert.ok(record.items.every(({ rx_dbm, light }) => rx_dbm !== null && light === 'ok'))
    }
  })

  it('S3 of others’ customers only number, state and light leave the server', async () => {
    const stranger = await makeAdmin(server.db)
    for (const account of [stranger, technician]) {
      const answer = await as(account, state, { cto_id: box.cto.id })
      assert.equal(answer.status, 200)
      assert.ok(!answer.text.includes('CANARIO') && !answer.text.includes('HWTC'))
      for (const item of (answer.body as { record: Snapshot }).record.items)
        assert.deepEqual([item.own, item.rx_dbm, item.olt_rx_dbm, item.light], [false, null, null, 'ok'])
    }
    const neutral = await look(await makeOperator(server.db), { cto_id: box.cto.id })
    assert.ok(neutral.items.every((item) => item.rx_dbm !== null))
  })

  it('S10 a technician reads the box of the own work, and no other', async () => {
    const elsewhere = await makeNeighbours(server.db)
    const missing = await as(technician, state, { cto_id: 2 ** 40 })
    for (const query of [{ cto_id: elsewhere.cto.id }, { cto_code: elsewhere.cto.code }]) {
      const answer = await as(technician, state, query)
      assert.deepEqual([answer.status, without(answer.text)], [404, without(missing.text)])
    }
    const idle = await makeTechnician(server.db)
    assert.equal((await as(idle, state, { cto_id: box.cto.id })).status, 404)
  })

  it('S2 a reading stored with an intervention is its own operator’s; foreign is like missing', async () => {
    const kept = await look(technician, { cto_id: box.cto.id, event_id: event.id, phase: 'before' })
    assert.deepEqual([kept.phase, kept.event_id, kept.items.length], ['before', event.id, 4])
    assert.ok(kept.items.every(({ rx_dbm }) => rx_dbm === null))
    const admin = await colleague(owner)
    const missing = await as(admin, state, { cto_id: box.cto.id, event_id: 2 ** 40, phase: 'before' })
    const foreign = await as(admin, state, { cto_id: box.cto.id, event_id: event.id, phase: 'before' })
    assert.deepEqual([foreign.status, without(foreign.text)], [404, without(missing.text)])
    assert.equal((await as(technician, state, { cto_id: box.cto.id, event_id: event.id, phase: 'after' })).status, 404)
    const live = await look(technician, { cto_id: box.cto.id, event_id: event.id })
    assert.deepEqual([live.phase, live.event_id], ['live', event.id])
  })

  it('repeated within five seconds it is the same reading, with its age', async () => {
    const fresh = await makeNeighbours(server.db)
    const [admin, neutral] = [await colleague(fresh.owner), await makeOperator(server.db)]
    const first = await look(admin, { cto_id: fresh.cto.id })
    const second = await look(neutral, { cto_id: fresh.cto.id })
    assert.deepEqual([first.source, second.source, second.taken_at], ['simulated', 'cache', first.taken_at])
  })

  it('F7 an OLT that does not answer: the last reading with its age, or 503 and when to ask again', async () => {
    const silent = await makeNeighbours(server.db)
    const admin = await colleague(silent.owner)
    await server.plant.act(silent.cto.id, { action: 'olt_down' })
    const never = await as(admin, state, { cto_id: silent.cto.id })
    assert.equal(never.status, 503)
    assert.ok(never.headers['retry-after'])
    await server.plant.act(silent.cto.id, { action: 'olt_up' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const lit = await look(admin, { cto_id: silent.cto.id })
    await server.plant.act(silent.cto.id, { action: 'olt_down' })
    const older = `update box_reading set taken_at = taken_at - interval '1 minute' where cto_id = $1`
    await server.db.owner.query(older, [silent.cto.id])
    const last = await look(admin, { cto_id: silent.cto.id })
    assert.equal(last.source, 'cache')
    assert.ok(last.age_s >= 60)
    assert.deepEqual(columnOf(last.items, 'rx_dbm'), columnOf(lit.items, 'rx_dbm'))
  })

  it('one’s own accesses by code and by id, with figures; a foreign one is like a missing one', async () => {
    const admin = await colleague(owner)
    const codes = box.accesses.map(({ code }) => code)
    const foreign = await makeNeighbours(server.db, { count: 1 })
    const hidden = foreign.accesses[0]
    assert.ok(hidden)
    const session = await makeSession(server.db, admin)
    const states = async (query: object) => (await server.done(own, query, session)) as OwnStates
    const { records, unknown } = await states({ accesses: [...codes, hidden.code, 'AC00-00000000-0'] })
    assert.deepEqual(unknown, [hidden.code, 'AC00-00000000-0'], 'a foreign code is named like a missing one')
    assert.deepEqual(records.map(({ access }) => access.code).toSorted(), codes.toSorted())
    assert.ok(records.every((one) => one.rx_dbm !== null && one.state === 'online' && one.error === null))
    const byId = await states({ accesses: [...columnOf(box.accesses, 'id'), hidden.id] })
    assert.deepEqual([byId.records.length, byId.unknown], [codes.length, [hidden.id]])
    assert.equal((await states({ access_id: box.accesses[0]?.id })).records.length, 1)
    const [a, b] = [await as(admin, own, { access_id: hidden.id }), await as(admin, own, { access_id: 2 ** 40 })]
    assert.deepEqual([a.status, without(a.text)], [404, without(b.text)])
  })

  it('a position reassigned to another customer discloses nothing of that customer', async () => {
    const moved = await makeNeighbours(server.db, { count: 1 })
    const [access] = moved.accesses
    const text = 'update port_assignment set vno_id = $2, access_id = null where access_id = $1'
    await server.db.owner.query(text, [access?.id, owner.id])
    const session = await makeSession(server.db, await colleague(moved.owner))
    const [record] = ((await server.done(own, { access_id: access?.id }, session)) as OwnStates).records
    assert.deepEqual([record?.state, record?.rx_dbm, record?.read_at], ['unknown', null, null])
  })
})
