/** A customer is ceased: the line is taken out of service, and remaining light is notified. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import { codeOf, columnOf, detailsOf, refusalOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { boxTruth } from '../../../test/plant-truth.ts'
import { makeDrop } from '../../../test/drop-factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeLine, only, settle, type LineScene } from '../../../test/line-scene.ts'
import { makeOrder } from '../../../test/order-factories.ts'
import { makeEvent } from '../../../test/plant-factories.ts'

const path = 'admin_vno/unsubscriptions/create'
type Unsubscription = Output<'admin_vno/unsubscriptions/get'>['records'][number]
const ceased = ({ process_state }: Unsubscription) => process_state === 11

describe('unsubscription of an access', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  const asked = ({ access: access_id }: LineScene) => ({ access_id, reason: 'El cliente se va', retire_drop: false })
  const create = (line: LineScene, over: object = {}, session = line.admin) =>
    server.call(path, { ...asked(line), ...over }, { session })
  const created = async (line: LineScene, over: object = {}) =>
    (await server.done(path, { ...asked(line), ...over }, line.admin)).record
  const read = (line: LineScene, id: number) =>
    only<Unsubscription>(server, 'admin_vno/unsubscriptions/get', id, line.admin)
  const until = (line: LineScene, id: number, good: (one: Unsubscription) => boolean, stepS = 5) =>
    settle(server, line.admin, () => read(line, id), good, stepS)
  const port = async (line: LineScene) => {
    const [row] = await server.rows('select state, assignment_status from port where id = $1', line.port.id)
    return Object.values(row ?? {})
  }

  it('moves through its states: port ceased, access ended, drop kept for the next, ONT deconfigured, webhook sent', async () => {
    const line = await makeLine(server)
    const { vno, access, port: at } = line
    const drop = await makeDrop(server.db, { vno_id: vno.id, access_id: access, port_id: at.id })
    const { result_flag, record } = await server.done(path, asked(line), line.admin)
    assert.deepEqual([result_flag, record.access_state], [3, 'en_baja'])
    const { id } = record
    const done = await until(line, id, ceased)
    assert.deepEqual([done.result_flag, done.access_state, done.error], [1, 'baja', null])
    assert.deepEqual(await port(line), [4, 5])
    const kept = await server.rows('select state from drop_cable where id = $1', drop)
    assert.deepEqual(kept, [{ state: 'reutilizable' }])
    assert.equal((await boxTruth(server.db, line.cto.id))[0]?.serial, null)
    const history = await server.rows('select cause, event_id from port_history where port_id = $1', at.id)
    assert.deepEqual(history, [{ cause: 'unsubscribe', event_id: id }])
    assert.deepEqual(refusalOf(await create(line)), [409, 'ACCESS_BAD_STATE'])
  })

  it('light that remains two days later is notified, and the port goes to review', async () => {
    const line = await makeLine(server)
    const { id } = await created(line, { retire_drop: true })
    await until(line, id, ceased)
    await server.plant.act(line.cto.id, { action: 'register_ont', port: line.port.number, serial: line.serial })
    await server.call('demo/plant/clock', { advance_s: 47 * 3600 }, { session: line.admin })
    assert.equal((await read(line, id)).light_at, null)
    const lit = await until(line, id, ({ light_at }) => light_at !== null, 3600)
    assert.equal(lit.process_state, 11)
    assert.deepEqual((await port(line))[0], 6)
    const text = `select vno_id from notification where kind = 'light_after_cease' and event_id = $1 order by 1 nulls last`
    assert.deepEqual(columnOf(await server.rows(text, id), 'vno_id'), [line.vno.id, null])
  })

  it('on its date, not before', async () => {
    const line = await makeLine(server)
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    const ahead = 'select ceil(extract(epoch from $1::date - app_now()) / 86400)::int as days'
    const [{ days } = { days: 0 }] = await server.rows<{ days: number }>(ahead, day)
    const { id, requested_date } = await created(line, { requested_date: day })
    assert.equal(requested_date, day)
    await server.call('demo/plant/clock', { advance_s: (days - 2) * 86_400 }, { session: line.admin })
    assert.equal((await read(line, id)).process_state, 2)
    assert.deepEqual(await port(line), [3, 3])
    await until(line, id, ceased, 86_400)
    assert.equal((await create(await makeLine(server), { requested_date: '2099-01-01' })).status, 422)
  })

  it('an OLT that does not answer is retried; open work on the line refuses the request', async () => {
    const line = await makeLine(server)
    await server.plant.act(line.cto.id, { action: 'olt_down' })
    const { id } = await created(line)
    await until(line, id, ({ process_state }) => process_state === 6, 1)
    await server.plant.act(line.cto.id, { action: 'olt_up' })
    await until(line, id, ceased)

    const busy = await makeLine(server)
    await makeEvent(server.db, { technician: busy.technician, cto: busy.cto, access_id: busy.access })
    const stopped = await create(busy)
    assert.equal(codeOf(stopped), 'ORDER_HAS_OPEN_EVENT')
    assert.match(detailsOf(stopped)[0]?.message ?? '', /La intervención INT-/)
    const ordered = await makeLine(server)
    const { code } = await makeOrder(server.db, { vno: ordered.vno, kind: 'averia', access_id: ordered.access })
    const held = await create(ordered)
    assert.equal(codeOf(held), 'IN_USE')
    assert.match(detailsOf(held)[0]?.message ?? '', new RegExp(`la orden ${code}`))
  })

  it('one of two concurrent; a stale version conflicts; a technician may not', async () => {
    const line = await makeLine(server)
    assert.equal(codeOf(await create(line, {}, line.technical)), 'PRIVILEGE_DENIED')
    assert.equal(codeOf(await create(line, { version: 9 })), 'VERSION_CONFLICT')
    for (const over of [{ reason: ' ' }, { requested_date: '31-12-2026' }, { retire_drop: 'no' }])
      assert.equal((await create(line, over)).status, 422)
    const both = await Promise.all([create(line), create(line)])
    assert.deepEqual(columnOf(both, 'status').sort(), [200, 409])
  })
})
