/** Orders and customers in service loaded from a table: row by row, as a preview, and repeated. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { codeOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique } from '../../test/factories.ts'
import { makeCustomer } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeAssignment, makeCto, makePort, type Port } from '../../test/plant-factories.ts'

type Path = 'admin_vno/orders/load' | 'admin_vno/accesses/load'
const orders = 'admin_vno/orders/load'
const accesses = 'admin_vno/accesses/load'
const codes = ({ record }: LoadAnswer) => columnsOf(record.results, 'line', 'code')

describe('tables of orders and accesses', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))

  const file = (lines: string[]) => Buffer.from(`${lines.join('\n')}\n`)
  const send = (path: Path, lines: string[], query: object = {}, session = admin) =>
    server.call(path, query, { session, files: { file: file(lines) } })
  const loaded = (path: Path, lines: string[], query: object = {}, session = admin) =>
    server.done(path, query, session, { file: file(lines) })
  const one = async (text: string, values: unknown[]) =>
    (await server.db.owner.query<Record<string, unknown>>(text, values)).rows[0]
  const orderOf = async (external_order_id: string) =>
    (await server.done('admin_vno/orders/get', { filter: { external_order_id } }, admin)).records[0]
  /** Audit entries of a record; they contain no personal names. */
  const traces = async (entity: string, id: number) => {
    const text = 'select after from audit where entity = $1 and entity_id = $2 order by id'
    const { rows } = await server.db.owner.query<{ after: { done: string } }>(text, [entity, String(id)])
    assert.ok(!JSON.stringify(rows).includes('CANARIO'))
    return rows.map(({ after }) => after.done)
  }
  /** A port assigned to the operator without a customer in service. */
  const promised = async (): Promise<Port> => {
    const held = { state: portState.is.asignado, assignment_status: assignmentStatus.is.assigned }
    const port = await makePort(server.db, held)
    await makeAssignment(server.db, { vno, port, ...held, rx_dbm: null })
    return port
  }

  it('each order is stored or refused with a reason; the same file again changes nothing', async () => {
    const cto = await makeCto(server.db, { ine_code: '35016' })
    const stranger = await makeCustomer(server.db, await makeCto(server.db), await makeVno(server.db))
    const theirs = String((await one('select code from access where id = $1', [stranger.access]))?.['code'])
    const [a, b, c] = [`L-${unique()}`, `L-${unique()}`, `L-${unique()}`]
    const lines = [
      'Orden,Tipo,CTO,Acceso,Cita desde,Cita hasta,Contacto,Teléfono,Producto,Bajada,Calle',
      `${a},Alta,${cto.code},,2030-12-01 10:00,2030-12-01 12:00,Ana CANARIO,+34600111222,FTTH600,600,Calle Mayor`,
      `${b},averia,,${theirs},,,,,,,`,
      `${b},mudanza,,,,,,,,,`,
      `${a},alta,,,,,,,,,`,
      `${c},baja,NADA,,,,,,,,`,
      `${c},baja,,,2030-12-01 10:00,,,,,,`,
    ]
    const trial = await loaded(orders, lines, { preview: true })
    assert.deepEqual(codes(trial), [[2, 'CREATED'], [3, 'NOT_FOUND'], [4, 'VALIDATION'], [5, 'ALREADY_EXISTS'], [6, 'CTO_NOT_FOUND'], [7, 'ALREADY_EXISTS']]) // prettier-ignore
    assert.equal(await orderOf(a), undefined, 'a trial leaves nothing')
    const first = await loaded(orders, lines)
    assert.deepEqual([first.result_flag, first.record.rows_ok, first.record.rows_error], [1, 1, 5])
    const made = await orderOf(a)
    assert.equal(made?.appointment?.from, '2030-12-01T10:00:00.000Z', 'the hour is that of the place')
    assert.deepEqual(made.contact, { name: 'Ana CANARIO', phone: '+34600111222' })
    assert.deepEqual(made.product, { code: 'FTTH600', down_mbps: 600 })
    const again = await loaded(orders, lines)
    assert.deepEqual(codes(again)[0], [2, 'UNCHANGED'])
    assert.equal((await orderOf(a))?.version, made.version)
    const moved = [lines[0] ?? '', (lines[1] ?? '').replaceAll('2030-12-01', '2030-12-02')]
    assert.deepEqual(codes(await loaded(orders, moved)), [[2, 'UPDATED']])
    assert.deepEqual(await traces('service_order', made.id), ['created', 'updated'])
    assert.deepEqual(codes(await loaded(orders, ['orden,tipo', `${a},baja`])), [[2, 'ALREADY_EXISTS']])
    const file = { file_id: first.record.result_file_id }
    const results = await server.call('files/download', file, { session: admin })
    assert.equal(results.text.trim().split('\n').length, 7)
    assert.ok(!results.text.includes('CANARIO'), 'results say nothing of customers')
  })

  it('a table that is none is refused as a whole', async () => {
    for (const lines of [['orden'], ['orden,tipo,otra', 'a,alta,b'], ['']])
      assert.equal(codeOf(await send(orders, lines)), 'VALIDATION')
    assert.equal(codeOf(await send(orders, ['orden,tipo', 'a,alta'], { vno_id: vno.id })), 'VALIDATION')
    assert.equal(codeOf(await send(orders, ['orden,tipo', 'a,alta'], {}, neutral)), 'VALIDATION')
    const nobody = await loaded(orders, ['orden,tipo', 'a,alta'], { vno_id: 2 ** 30 }, neutral)
    assert.deepEqual([nobody.result_flag, codes(nobody)], [2, [[2, 'NOT_FOUND']]])
  })

  it('puts a customer in service at a port of the operator, and the same file again changes nothing', async () => {
    const port = await promised()
    const drop = `D-${unique()}`
    const heads = 'Puerto,Acometida,ONT,Cliente,Producto,Longitud'
    const row = `${port.label},${drop},hwtc-1a2b ${unique().slice(0, 4)},C-1,FTTH300,40`
    const trial = await loaded(accesses, [heads, row], { preview: true })
    assert.deepEqual(codes(trial), [[2, 'CREATED']])
    assert.equal((await one('select state from port where id = $1', [port.id]))?.['state'], portState.is.asignado)
    const made = await loaded(accesses, [heads, row])
    assert.deepEqual(codes(made), [[2, 'CREATED']])
    const found = await one(
      `select p.state, p.assignment_status, x.state as access, x.customer_ref, x.activated_at is not null as since, d.label, d.length_m
       from port p join port_assignment a on a.port_id = p.id and a.ended_at is null join access x on x.id = a.access_id
       join drop_cable d on d.id = a.drop_id and d.port_id = p.id and d.access_id = x.id where p.id = $1`,
      [port.id],
    )
    const access = { access: 'activo', customer_ref: 'C-1', since: true, label: drop, length_m: 40 }
    assert.deepEqual(found, { state: portState.is.ocupado, assignment_status: 3, ...access })
    assert.deepEqual(codes(await loaded(accesses, [heads, row])), [[2, 'UNCHANGED']])
    assert.deepEqual(codes(await loaded(accesses, [heads, row.replace('C-1', 'C-2')])), [[2, 'UPDATED']])
    const [{ id } = { id: 0 }] = made.record.results
    assert.deepEqual(await traces('access', id ?? 0), ['created', 'updated'])
  })

  it('every refused row has its reason: others’ ports, ONTs and drops in use, promised and free ports', async () => {
    const cto = await makeCto(server.db)
    const stranger = await makeCustomer(server.db, cto, await makeVno(server.db))
    const ont = String((await one('select ont_serial from access where id = $1', [stranger.access]))?.['ont_serial'])
    const [a, b, free] = [await promised(), await promised(), await makePort(server.db, { cto })]
    const lines = [
      'puerto,acometida,ont',
      `${stranger.port.label},D-${unique()},`,
      `${a.label},D-${unique()},${ont}`,
      `${b.label},D-${unique()},NO-ES-ONT`,
      `${free.label},D-${unique()},`,
      `NADA/01,D-${unique()},`,
    ]
    const answer = await loaded(accesses, lines)
    assert.deepEqual(codes(answer), [[2, 'PORT_NOT_AVAILABLE'], [3, 'ALREADY_EXISTS'], [4, 'VALIDATION'], [5, 'PORT_NOT_AVAILABLE'], [6, 'NOT_FOUND']]) // prettier-ignore
    assert.equal(answer.result_flag, 2)
    const row = ['puerto,acometida', `${free.label},D-${unique()}`]
    const byNeutral = await loaded(accesses, row, { vno_id: vno.id }, neutral)
    assert.deepEqual(codes(byNeutral), [[2, 'CREATED']])
    const box = await one('select ports_free from cto where id = $1', [cto.id])
    assert.equal(box?.['ports_free'], 0)
  })

  it('two files with the same order at once make one', async () => {
    const lines = ['orden,tipo', `L-${unique()},alta`]
    const answers = await Promise.all([1, 2, 3].map(() => loaded(orders, lines)))
    const said = answers.flatMap(codes)
    assert.equal(said.filter(([, code]) => code === 'CREATED').length, 1, String(said))
  })
})
