/** Deadline of an order: from the agreed times to the list, the home page and the report. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type TestSession, type Vno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeCase } from '../../test/plant-factories.ts'

const hour = 3_600_000
const list = 'admin_vno/orders/get'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour)

describe('the time of an order', async () => {
  const server = closedAfter(await startTestServer())

  const scene = async (sla: object): Promise<{ vno: Vno; session: TestSession }> => {
    const vno = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    await server.done('admin_vno/vno/edit', { id: vno.id, sla }, session)
    return { vno, session }
  }
  const create = async (query: object, session: TestSession) =>
    (await server.done('admin_vno/orders/create', query, session)).record
  const found = async (query: object, session: TestSession) => (await server.done(list, query, session)).records

  it('is the agreed time of its kind on arrival, singly or from a file; later changes do not apply', async () => {
    const { vno, session } = await scene({ install_days: 3, repair_hours: 24 })
    const hours = ({ created_at, deadline_at }: Order) =>
      deadline_at === null ? null : (Date.parse(deadline_at) - Date.parse(created_at)) / hour
    const made = [] as [string, number | null][]
    for (const kind of ['alta', 'migracion', 'cambio_domicilio', 'averia', 'cambio_ont', 'baja'])
      made.push([kind, hours(await create({ kind }, session))])
    const wanted = { alta: 72, migracion: 72, cambio_domicilio: 72, averia: 24, cambio_ont: null, baja: null }
    assert.deepEqual(Object.fromEntries(made), wanted)
    const file = Buffer.from('external_order_id,kind\nF-1,averia\n')
    await server.done('admin_vno/orders/load', {}, session, { file })
    const [row] = await found({ filter: { external_order_id: 'F-1' } }, session)
    assert.ok(row)
    assert.equal(hours(row), 24)
    await server.call('admin_vno/vno/edit', { id: vno.id, sla: { repair_hours: 1 } }, { session })
    assert.deepEqual((await found({ id: row.id }, session)).map(hours), [24])
    assert.equal(hours(await create({ kind: 'averia' }, session)), 1)
    const nothing = await scene({})
    assert.equal((await create({ kind: 'alta' }, nothing.session)).deadline_at, null)
  })

  it('orders without an appointment are found, or left out', async () => {
    const { vno, session } = await scene({})
    const appointment = { appointment_from: hoursAgo(-2), appointment_to: hoursAgo(-4) }
    const [agreed, open] = [await makeOrder(server.db, { vno, ...appointment }), await makeOrder(server.db, { vno })]
    const codes = async (unscheduled: boolean) => columnOf(await found({ filter: { unscheduled } }, session), 'code')
    assert.deepEqual([await codes(true), await codes(false)], [[open.code], [agreed.code]])
  })

  it('a visit is late once its hours have passed untouched, today’s as well', async () => {
    const { vno, session } = await scene({})
    const visit = (from: number, to: number, over: object = {}) =>
      makeOrder(server.db, { vno, appointment_from: hoursAgo(from), appointment_to: hoursAgo(to), ...over })
    const [passed, running] = [await visit(3, 1), await visit(1, -1)]
    const [begun, without] = [await visit(3, 1, { state: 'en_curso' }), await makeOrder(server.db, { vno })]
    const codes = async (late: boolean) => columnOf(await found({ filter: { late } }, session), 'code').toSorted()
    assert.deepEqual(await codes(true), [passed.code])
    assert.deepEqual(await codes(false), [running.code, begun.code, without.code].toSorted())
  })

  it('an overdue order is found while it is open; orders without a deadline sort last', async () => {
    const { vno, session } = await scene({})
    const order = (deadline_at: Date | null, over: object = {}) =>
      makeOrder(server.db, { vno, ...(deadline_at && { deadline_at }), ...over })
    const late = await order(hoursAgo(2))
    const later = await order(hoursAgo(5), { state: 'asignada' })
    const soon = await order(hoursAgo(-1))
    const done = await order(hoursAgo(3), { state: 'completada', completed_at: hoursAgo(1) })
    const never = await order(null)
    const codes = (all: Order[]) => columnOf(all, 'code')
    const sorted = { sort: [['deadline_at', 'asc']] }
    assert.deepEqual(codes(await found({ filter: { overdue: true }, ...sorted }, session)), [later.code, late.code])
    const rest = await found({ filter: { overdue: false }, ...sorted }, session)
    assert.deepEqual(codes(rest), [done.code, soon.code, never.code])
    const range = { gte: hoursAgo(4).toISOString(), lte: hoursAgo(-2).toISOString() }
    const between = await found({ filter: { deadline_at: range }, sort: [['deadline_at', 'desc']] }, session)
    assert.deepEqual(codes(between), [soon.code, late.code, done.code])
    const open = rest.map((one) => one.completed_at === null)
    assert.deepEqual(open, [false, true, true])
    const columns = ['code', 'deadline_at']
    const csv = await server.call('admin_vno/orders/download', { format: 'csv', columns }, { session })
    assert.ok(csv.text.includes(`${never.code},\r\n`), csv.text)
  })

  it('the home page shows how many are late and since when, to sessions that may see orders', async () => {
    const { vno, session } = await scene({})
    const oldest = hoursAgo(50)
    await makeOrder(server.db, { vno, deadline_at: oldest })
    await makeOrder(server.db, { vno, deadline_at: hoursAgo(1) })
    await makeOrder(server.db, { vno, deadline_at: hoursAgo(1), state: 'cancelada' })
    await makeOrder(server.db, { deadline_at: hoursAgo(90) })
    const toDo = async (as: TestSession) => {
      const { to_do } = (await server.done('admin_vno/reports/get', {}, as)).record
      return to_do.filter(({ kind }) => kind === 'overdue_order')
    }
    assert.deepEqual(columnsOf(await toDo(session), 'level', 'count', 'at'), [['warning', 2, oldest.toISOString()]])
    const blind = await makeAdmin(server.db, { vno, privileges: { event: { privs: { event_view: true } } } })
    assert.deepEqual(await toDo(await makeSession(server.db, blind)), [])
  })

  it('the report shows the share done in time, each operator’s own, all for the neutral one', async () => {
    const { vno, session } = await scene({ install_days: 4, repair_hours: 24, neighbour_restore_minutes: 90 })
    const due = new Date('2026-03-11T11:00:00Z')
    const at = (hours: number) => new Date(due.getTime() + hours * hour)
    const order = (kind: string, over: object) => makeOrder(server.db, { vno, kind, deadline_at: due, ...over })
    await order('alta', { state: 'completada', completed_at: at(-1) })
    await order('migracion', { state: 'completada', completed_at: at(1) })
    await order('cambio_domicilio', {})
    await order('alta', { state: 'cancelada' })
    await order('alta', { state: 'completada', completed_at: at(-30), deadline_at: new Date('2026-03-20T11:00:00Z') })
    await order('averia', { state: 'completada', completed_at: due })
    const dark = { owner: vno, worker: await makeVno(server.db), restore_deadline_at: due }
    await makeCase(server.db, { ...dark, state: 'restaurado', restored_at: at(-1) })
    await makeCase(server.db, { ...dark, state: 'restaurado', restored_at: at(2) })
    await makeCase(server.db, { ...dark, state: 'aceptado' })
    const days = { from: '2026-03-10', to: '2026-03-12' }
    const report = async (as: TestSession, query: object = {}) =>
      (await server.done('admin_vno/reports/indicators/get', { ...days, ...query }, as)).record
    const own = await report(session)
    const figure = (key: string) => {
      const one = own.indicators.find((found_) => found_.key === key)
      return [one?.value, one?.part, one?.whole]
    }
    assert.deepEqual(['install_on_time', 'repair_on_time', 'restore_on_time'].map(figure), [
      [33.3, 1, 3],
      [100, 1, 1],
      [50, 1, 2],
    ])
    const row = {
      vno: { id: vno.id, name: vno.name },
      install: { agreed: 4, part: 1, whole: 3 },
      repair: { agreed: 24, part: 1, whole: 1 },
      restore: { agreed: 90, part: 1, whole: 2 },
    }
    assert.deepEqual(own.operators, [row])
    const other = await scene({})
    await makeOrder(server.db, { vno: other.vno, kind: 'averia', deadline_at: due })
    const operators = async (as: TestSession) => (await report(as)).operators.map((one) => one.vno.id)
    assert.deepEqual(await operators(other.session), [other.vno.id])
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    assert.deepEqual((await report(neutral, { vno_id: vno.id })).operators, [row])
    const all = await operators(neutral)
    assert.ok(all.includes(vno.id) && all.includes(other.vno.id))
    const path = 'admin_vno/reports/indicators/download'
    const csv = await server.call(path, { ...days, format: 'csv' }, { session })
    assert.ok(csv.text.includes(`"${vno.name}",33.3,3,100,1,50,2\r\n`), csv.text)
  })
})
