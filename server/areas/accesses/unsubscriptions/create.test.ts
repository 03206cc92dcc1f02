/** A customer is ceased: the line is taken out of service, and remaining light is notified. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { boxTruth } from '../../../test/plant-truth.ts'
import { insert, unique } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { bare, errorOf, makeLine, only, recordIn, settle, type LineScene } from '../../../test/line-scene.ts'
import { makeEvent } from '../../../test/plant-factories.ts'

interface Unsubscription {
  id: number
  process_state: number
  result_flag: number
  access_state: string
  requested_date: string
  light_at: string | null
  error: { code: string } | null
}
const path = 'admin_vno/unsubscriptions/create'

describe('unsubscription of an access', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({}, { jobs: true })
  })
  after(() => server.close())

  const create = (line: LineScene, over: object = {}, session = line.admin) =>
    server.call(path, { access_id: line.access, reason: 'El cliente se va', retire_drop: false, ...over }, { session })
  const read = (line: LineScene, id: number) =>
    only<Unsubscription>(server, 'admin_vno/unsubscriptions/get', id, line.admin)
  const until = (line: LineScene, id: number, good: (one: Unsubscription) => boolean, stepS = 5) =>
    settle(server, line.admin, () => read(line, id), good, stepS)
  const port = async (line: LineScene) => {
    const { rows } = await server.db.owner.query<{ state: number; assignment_status: number }>(
      'select state, assignment_status from port where id = $1',
      [line.port.id],
    )
    return [rows[0]?.state, rows[0]?.assignment_status]
  }
  const makeDrop = (line: LineScene) =>
    insert(server.db, 'drop_cable', {
      vno_id: line.vno.id,
      label: `D28-${unique()}`,
      access_id: line.access,
      port_id: line.port.id,
      type: 'interior',
      connection_type: 0,
      state: 'instalada',
    })

  it('moves through its states: port ceased, access ended, drop kept for the next, ONT deconfigured, webhook sent', async () => {
    const line = await makeLine(server)
    const drop = await makeDrop(line)
    const answer = await create(line)
    const { id, access_state } = recordIn<Unsubscription>(answer)
    assert.deepEqual([(answer.body as { result_flag: number }).result_flag, access_state], [3, 'en_baja'])
    const done = await until(line, id, ({ process_state }) => process_state === 11)
    assert.deepEqual([done.result_flag, done.access_state, done.error], [1, 'baja', null])
    assert.deepEqual(await port(line), [4, 5])
    const { rows } = await server.db.owner.query<{ state: string }>('select state from drop_cable where id = $1', [
      drop,
    ])
    assert.equal(rows[0]?.state, 'reutilizable')
    assert.equal((await boxTruth(server.db, line.cto.id))[0]?.serial, null)
    const history = await server.db.owner.query<{ cause: string; event_id: number }>(
      'select cause, event_id from port_history where port_id = $1',
      [line.port.id],
    )
    assert.deepEqual(history.rows, [{ cause: 'unsubscribe', event_id: id }])
    const again = await create(line)
    assert.deepEqual([again.status, errorOf(again)], [409, 'ACCESS_BAD_STATE'])
  })

  it('light that remains two days later is notified, and the port goes to review', async () => {
    const line = await makeLine(server)
    const { id } = recordIn<Unsubscription>(await create(line, { retire_drop: true }))
    await until(line, id, ({ process_state }) => process_state === 11)
    await server.plant.act(line.cto.id, { action: 'register_ont', port: line.port.number, serial: line.serial })
    await server.call('demo/plant/clock', { advance_s: 47 * 3600 }, { session: line.admin })
    assert.equal((await read(line, id)).light_at, null)
    const lit = await until(line, id, ({ light_at }) => light_at !== null, 3600)
    assert.equal(lit.process_state, 11)
    assert.deepEqual((await port(line))[0], 6)
    const { rows } = await server.db.owner.query<{ vno_id: number | null }>(
      `select vno_id from notification where kind = 'light_after_cease' and event_id = $1 order by vno_id nulls last`,
      [id],
    )
    assert.deepEqual(
      rows.map(({ vno_id }) => vno_id),
      [line.vno.id, null],
    )
  })

  it('on its date, not before', async () => {
    const line = await makeLine(server)
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    const { rows } = await server.db.owner.query<{ days: number }>(
      'select ceil(extract(epoch from $1::date - app_now()) / 86400)::int as days',
      [day],
    )
    const ahead = rows[0]?.days ?? 0
    const { id, requested_date } = recordIn<Unsubscription>(await create(line, { requested_date: day }))
    assert.equal(requested_date, day)
    await server.call('demo/plant/clock', { advance_s: (ahead - 2) * 86_400 }, { session: line.admin })
    assert.equal((await read(line, id)).process_state, 2)
    assert.deepEqual(await port(line), [3, 3])
    await until(line, id, ({ process_state }) => process_state === 11, 86_400)
    assert.equal((await create(await makeLine(server), { requested_date: '2099-01-01' })).status, 422)
  })

  it('an OLT that does not answer is retried; open work on the line refuses the request', async () => {
    const line = await makeLine(server)
    await server.plant.act(line.cto.id, { action: 'olt_down' })
    const { id } = recordIn<Unsubscription>(await create(line))
    await until(line, id, ({ process_state }) => process_state === 6, 1)
    await server.plant.act(line.cto.id, { action: 'olt_up' })
    await until(line, id, ({ process_state }) => process_state === 11)

    const busy = await makeLine(server)
    await makeEvent(server.db, { technician: busy.technician, cto: busy.cto, access_id: busy.access })
    const saidOf = ({ body }: { body: unknown }) =>
      (body as { details?: { message: string }[] }).details?.[0]?.message ?? ''
    const stopped = await create(busy)
    assert.equal(errorOf(stopped), 'ORDER_HAS_OPEN_EVENT')
    assert.match(saidOf(stopped), /La intervención INT-/)
    const ordered = await makeLine(server)
    const code = `OS-${unique()}`
    await insert(server.db, 'service_order', {
      code,
      external_order_id: unique(),
      vno_id: ordered.vno.id,
      kind: 'averia',
      access_id: ordered.access,
      state: 'recibida',
    })
    const held = await create(ordered)
    assert.equal(errorOf(held), 'IN_USE')
    assert.ok(saidOf(held).includes(`la orden ${code}`), held.text)
  })

  it('S2 own accesses only; one of two concurrent; a stale version conflicts; a technician may not', async () => {
    const line = await makeLine(server)
    const foreign = await create(line, {}, line.stranger)
    assert.equal(bare(foreign), bare(await create(line, { access_id: 2 ** 40 }, line.stranger)))
    assert.equal(foreign.status, 404)
    assert.equal(errorOf(await create(line, {}, line.technical)), 'PRIVILEGE_DENIED')
    assert.equal(errorOf(await create(line, { version: 9 })), 'VERSION_CONFLICT')
    for (const over of [{ reason: ' ' }, { requested_date: '31-12-2026' }, { retire_drop: 'no' }])
      assert.equal((await create(line, over)).status, 422)
    const both = await Promise.all([create(line), create(line)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  })
})
