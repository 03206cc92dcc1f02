/** Service orders through the API: created, assigned, edited, cancelled, and isolated between operators. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { codeOf, columnOf, columnsOf, detailsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { makeCustomer } from '../../test/field.ts'
import { startTestServer, type Answer } from '../../test/harness.ts'
import { makeOrder, makePromise } from '../../test/order-factories.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'

const paths = {
  create: 'admin_vno/orders/create',
  edit: 'admin_vno/orders/edit',
  assign: 'admin_vno/orders/assign',
  cancel: 'admin_vno/assigments/cancel_service_order',
} as const satisfies Record<string, Path>
const record = ({ body }: Answer) => (body as { record: Order }).record
const slot = (hour: number) => ({ from: `2030-12-03T${hour}:00:00.000Z`, to: `2030-12-03T${hour + 2}:00:00.000Z` })

describe('service orders', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const vno = await makeVno(db)
  const admin = await makeSession(db, await makeAdmin(db, { vno }))
  const technician = await makeTechnician(db, { vno })
  const theirs = await makeVno(db)
  const other = {
    vno: theirs,
    technician: await makeTechnician(db, { vno: theirs }),
    feasibility: (await makePromise(db, { vno: theirs })).feasibility,
  }

  const ask = (path: Path, query: object, session: { cookie: string } = admin) => server.call(path, query, { session })
  const done = async (path: (typeof paths)[keyof typeof paths], query: object, session = admin) =>
    (await server.done(path, query, session)).record as Order
  const list = async (query: object, session = admin) =>
    (await server.done('admin_vno/orders/get', query, session)).records

  it('is registered with its number, its names and its state in the words of TMF641', async () => {
    const cto = await makeCto(server.db)
    const made = await done(paths.create, {
      external_order_id: 'ERP/2026-77:a',
      kind: 'averia',
      cto_code: cto.code,
      requested_date: '2026-12-01',
      appointment: slot(10),
      product: { code: 'FTTH600', down_mbps: 600, up_mbps: 600 },
      address: { street: 'Calle Mayor', number: '3', municipality: 'Valencia', postal_code: '46001' },
    })
    assert.match(made.code, /^OS-\d{4}-\d{7}$/)
    assert.deepEqual(
      [made.state, made.tmf_state, made.vno.id, made.cto?.code, made.appointment, made.time_zone, made.version],
      ['recibida', 'acknowledged', vno.id, cto.code, slot(10), 'Europe/Madrid', 1],
    )
    assert.equal(made.created_by?.account_type, 'va')
    const [read] = await list({ filter: { external_order_id: 'ERP/2026-77:a' } })
    assert.equal(read?.id, made.id)
    const plainest = await done(paths.create, { kind: 'alta' })
    assert.equal(plainest.external_order_id, plainest.code)
  })

  it('the operator’s number is unique, however often and at once it comes', async () => {
    const query = { external_order_id: `E-${randomUUID()}`, kind: 'alta' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(paths.create, query)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const lost = answers.find(({ status }) => status !== 200)
    assert.deepEqual([lost?.status, lost && codeOf(lost)], [409, 'ALREADY_EXISTS'])
    const stranger = await makeSession(server.db, await makeAdmin(server.db))
    assert.equal((await ask(paths.create, query, stranger)).status, 200, 'each operator counts for himself')
  })

  it('wrong values are named', async () => {
    const wrong: [object, string][] = [
      [{ kind: 'otra' }, 'kind'],
      [{ kind: 'alta', appointment: { from: slot(10).to, to: slot(10).from } }, 'appointment.to'],
      [{ kind: 'alta', contact: { name: 'Ana', phone: '600' } }, 'contact.phone'],
      [{ kind: 'alta', external_order_id: 'con espacios dentro' }, 'external_order_id'],
      [{ kind: 'alta', vno_id: vno.id }, 'vno_id'],
      [{ kind: 'alta', requested_date: '2026-02-30' }, 'requested_date'],
    ]
    for (const [query, field] of wrong) {
      const answer = await ask(paths.create, query)
      assert.deepEqual([answer.status, detailsOf(answer)[0]?.field], [422, field])
    }
  })

  it('S2 with another operator’s record among own ones nothing is done', async () => {
    const { id: order } = await makeOrder(server.db, { vno })
    const { access: access_id } = await makeCustomer(server.db, await makeCto(server.db), vno)
    const theirs = await makeOrder(server.db, { vno: other.vno })
    const tries: [Path, object][] = [
      [paths.create, { kind: 'averia', access_id, feasibility_id: other.feasibility }],
      [paths.assign, { order_ids: [theirs.id, order], technical_id: technician.id }],
      [paths.assign, { order_ids: [order, theirs.id], technical_id: technician.id }],
      [paths.cancel, { external_order_id: theirs.external_order_id, reason_code: 'otra' }],
    ]
    for (const [path, query] of tries) assert.equal(codeOf(await ask(path, query)), 'NOT_FOUND', JSON.stringify(query))
    assert.deepEqual(await list({ filter: { access_id } }), [])
    const [still] = await list({ id: order })
    assert.deepEqual([still?.state, still?.assigned_technical], ['recibida', null])
  })

  it('is assigned, moved, unassigned, and assigned together with others', async () => {
    const [a, b] = [await makeOrder(server.db, { vno }), await makeOrder(server.db, { vno })]
    const visit = { technical_id: technician.id, appointment: slot(10) }
    const given = await done(paths.assign, { order_id: a.id, ...visit, version: 1 })
    assert.deepEqual(
      [given.state, given.tmf_state, given.assigned_technical?.id, given.appointment?.from, given.version],
      ['asignada', 'pending', technician.id, slot(10).from, 2],
    )
    const back = await done(paths.assign, { order_id: a.id, technical_id: null })
    assert.deepEqual([back.state, back.assigned_technical], ['recibida', null])
    const together = { order_ids: [b.id, a.id, b.id], technical_id: technician.id }
    const { records, record: one } = await server.done(paths.assign, together, admin)
    assert.deepEqual([columnsOf(records ?? [], 'id', 'state'), one], [[a.id, b.id].map((id) => [id, 'asignada']), null])
    const { state } = await done(paths.assign, { service_order_id: a.id, technical_id: null })
    assert.equal(state, 'recibida')
    for (const which of [{ order_id: a.id, service_order_id: b.id }, {}, { order_id: a.id, order_ids: [a.id] }])
      assert.equal(codeOf(await ask(paths.assign, { ...which, technical_id: null })), 'VALIDATION')
  })

  it('of two concurrent assignments of one version one wins and the other gets the record', async () => {
    const { id } = await makeOrder(server.db, { vno })
    const colleague = await makeTechnician(server.db, { vno })
    const answers = await Promise.all(
      [technician, colleague].map((one) => ask(paths.assign, { order_id: id, technical_id: one.id, version: 1 })),
    )
    const [won] = answers.filter(({ status }) => status === 200)
    const [lost] = answers.filter(({ status }) => status !== 200)
    assert.ok(won && lost)
    assert.equal(codeOf(lost), 'VERSION_CONFLICT')
    assert.equal(record(lost).assigned_technical_id, record(won).assigned_technical_id)
  })

  it('warns of overlapping appointments and an expired PRL, and refuses a suspended technician', async () => {
    const late = await makeTechnician(server.db, { vno })
    await server.db.owner.query(`update technical_account set prl_valid_until = '2026-11-30' where id = $1`, [late.id])
    const [a, b] = [await makeOrder(server.db, { vno }), await makeOrder(server.db, { vno })]
    await done(paths.assign, { order_id: a.id, technical_id: late.id, appointment: slot(10) })
    const warnings = async (hour: number) => {
      const query = { order_id: b.id, technical_id: late.id, appointment: slot(hour) }
      const { warnings: found } = await server.done(paths.assign, query, admin)
      return found.map(({ order_id, code, order }) => [order_id, code, order?.id])
    }
    const expired = [b.id, 'prl_expired', undefined]
    assert.deepEqual(await warnings(11), [expired, [b.id, 'appointment_overlap', a.id]])
    assert.deepEqual(await warnings(12), [expired], 'one after the other is no crossing')
    const suspended = await makeTechnician(server.db, { vno, status: 3 })
    const answer = await ask(paths.assign, { order_id: b.id, technical_id: suspended.id })
    assert.equal(codeOf(answer), 'TECHNICAL_NOT_ACTIVE')
  })

  it('S10 a technician sees and cancels the orders assigned to them, and assigns none', async () => {
    const session = await makeSession(server.db, technician)
    const mine = await makeOrder(server.db, { vno, assigned_technical_id: technician.id, state: 'asignada' })
    const loose = await makeOrder(server.db, { vno })
    assert.ok((await list({ limit: 200 }, session)).every((one) => one.assigned_technical_id === technician.id))
    assert.deepEqual(await list({ id: loose.id }, session), [])
    assert.equal((await ask(paths.assign, { order_id: mine.id, technical_id: null }, session)).status, 403)
    const cancel = (service_order_id: number) =>
      ask(paths.cancel, { service_order_id, reason_code: 'sin_acceso' }, session)
    assert.equal(codeOf(await cancel(loose.id)), 'NOT_FOUND')
    assert.equal((await cancel(mine.id)).status, 200)
  })

  it('changes only the given fields; a stale version gets the record', async () => {
    const { id } = await makeOrder(server.db, { vno, requested_date: '2026-12-01' })
    const moved = await done(paths.edit, { order_id: id, version: 1, appointment: slot(10) })
    assert.deepEqual([moved.appointment, moved.requested_date, moved.version], [slot(10), '2026-12-01', 2])
    assert.equal((await done(paths.edit, { order_id: id, appointment: null })).appointment, null)
    const stale = await ask(paths.edit, { order_id: id, version: 1, requested_date: null })
    assert.deepEqual([codeOf(stale), record(stale).version], ['VERSION_CONFLICT', 3])
    const rejected = await done(paths.edit, { order_id: id, reject_code: 'cto_copada' })
    const { state, tmf_state, reject_code } = rejected
    assert.deepEqual([state, tmf_state, reject_code], ['rechazada', 'rejected', 'cto_copada'])
    assert.equal(codeOf(await ask(paths.edit, { order_id: id, requested_date: null })), 'ORDER_BAD_STATE')
  })

  it('the neutral operator names the operator, and assigns only that operator’s technicians', async () => {
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    assert.equal(codeOf(await ask(paths.create, { kind: 'alta' }, neutral)), 'VALIDATION')
    const made = await done(paths.create, { kind: 'alta', vno_id: vno.id }, neutral)
    const crossed = { order_id: made.id, technical_id: other.technician.id }
    assert.equal(codeOf(await ask(paths.assign, crossed, neutral)), 'NOT_FOUND')
    assert.equal((await done(paths.assign, { ...crossed, technical_id: technician.id }, neutral)).state, 'asignada')
  })

  it('lists by day of the appointment, unassigned ones, and cancelled ones where only these are allowed', async () => {
    const own = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno: own }))
    const at = (appointment_from: string | null) =>
      makeOrder(server.db, { vno: own, appointment_from, appointment_to: appointment_from && '2031-01-01T00:00:00Z' })
    const [late, none, early] = [await at(slot(16).from), await at(null), await at(slot(10).from)]
    const gone = await makeOrder(server.db, { vno: own, state: 'cancelada' })
    const ids = (records: Order[]) => columnOf(records, 'id')
    const byDay = { sort: [['appointment_from', 'asc']], filter: { state: 'recibida' } }
    assert.deepEqual(ids(await list(byDay, session)), [early.id, late.id, none.id])
    const day = { gte: '2030-12-03T00:00:00Z', lte: '2030-12-03T12:00:00Z' }
    assert.deepEqual(ids(await list({ filter: { appointment_from: day } }, session)), [early.id])
    assert.deepEqual(ids(await list({ filter: { appointment_from: { gte: slot(12).from } } }, session)), [late.id])
    assert.equal((await list({ filter: { unassigned: true } }, session)).length, 4)
    assert.equal((await list({ filter: { unassigned: false } }, session)).length, 0)
    const privileges = { cancellation: { privs: { cancellation_view: true } } }
    const clerk = await makeSession(server.db, await makeAdmin(server.db, { vno: own, privileges }))
    assert.deepEqual(ids(await list({}, clerk)), [gone.id])
    assert.deepEqual(await list({ id: early.id }, clerk), [])
  })

  it('an unknown box is reported as such, and so is one that is not the access’s', async () => {
    const { access } = await makeCustomer(server.db, await makeCto(server.db), vno)
    const port = await makePort(server.db)
    assert.equal(codeOf(await ask(paths.create, { kind: 'averia', cto_code: 'NADA' })), 'CTO_NOT_FOUND')
    const crossed = await ask(paths.create, { kind: 'averia', access_id: access, cto_id: port.cto_id })
    assert.equal(codeOf(crossed), 'VALIDATION')
    assert.equal((await done(paths.create, { kind: 'averia', access_id: access })).access_id, access)
    const ceased = { code: `AC-${randomUUID()}`, vno_id: vno.id, cto_id: port.cto_id, port_id: port.id, state: 'baja' }
    const gone = await insert(server.db, 'access', ceased)
    assert.equal(codeOf(await ask(paths.create, { kind: 'averia', access_id: gone })), 'VALIDATION')
  })
})
