/** Technicians through the API. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Output, Path } from '@hilo/contract/index.ts'
import { codeOf, columnsOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import {
  insert,
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  unique,
} from '../../../test/factories.ts'
import { makeOrder } from '../../../test/order-factories.ts'
import { makeEvent } from '../../../test/plant-factories.ts'
import { makeRole, systemRole } from '../../../test/rights-factories.ts'
import { startTestServer, type Answer } from '../../../test/harness.ts'

type Technical = Output<'admin_vno/technicals/edit'>['record']
const address = () => `${unique().toLowerCase()}@prueba.test`
const record = ({ body }: Answer) => (body as { record: Technical }).record
const records = ({ body }: Answer) => (body as { records: Technical[] }).records

describe('technicians', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const vno = await makeVno(db)
  const session = await makeSession(db, await makeAdmin(db, { vno }))
  const role_id = await makeRole(db, vno, {}, { base: 'technician' })
  const contractor_id = await insert(db, 'contractor', { vno_id: vno.id, name: 'Fibracer' })

  const call = (name: string, query: object, by = session) =>
    server.call(`admin_vno/technicals/${name}` as Path, query, { session: by })
  const create = (over: object = {}, by = session) =>
    call('create', { name: 'Íñigo Peña', email: address(), role_id, ...over }, by)

  it('one is added with all fields, and found by name, code, zone and contractor', async () => {
    const employee_code = `FI${unique().slice(0, 6)}`
    const cares = { skills: ['fusion', 'altura'], zones: ['46250', '28079'] }
    const known = { contractor_id, prl_valid_until: '2027-03-31', ...cares }
    const answer = await create({ ...known, employee_code: employee_code.toLowerCase(), tax_id: 'X1234567L' })
    assert.equal(answer.status, 200, answer.text)
    const made = record(answer)
    const { contractor, prl_valid_until, skills, zones, open_events, status } = made
    assert.deepEqual(
      [made.employee_code, contractor?.name, prl_valid_until, skills, zones, open_events, status],
      [employee_code, 'Fibracer', '2027-03-31', ['fusion', 'altura'], ['46250', '28079'], 0, 1],
    )
    const queries = [
      { search: 'inigo pen' },
      { search: employee_code.slice(0, -1) },
      { search: made.email },
      { filter: { email: made.email?.toUpperCase() } },
      { filter: { email: { like: made.email?.slice(0, 8).toUpperCase() } } },
      { filter: { zone: '28079' } },
      { filter: { zone: ['46250', '99999'] } },
      { filter: { zone: { like: '280' } } },
      { filter: { contractor_id, status: 1 } },
      { filter: { prl_valid_until: { lte: '2027-04-01T00:00:00Z' } } },
    ]
    for (const query of queries)
      assert.ok(
        records(await call('get', query)).some(({ id }) => id === made.id),
        JSON.stringify(query),
      )
    assert.deepEqual(records(await call('get', { filter: { zone: { gte: '5', lte: '6' } } })), [])
    assert.equal(codeOf(await create({ employee_code })), 'ALREADY_EXISTS')
    assert.equal(codeOf(await create({ employee_code: 'X'.repeat(21) })), 'VALIDATION')
    assert.equal(codeOf(await create({ zones: ['València'] })), 'VALIDATION')
    assert.equal(codeOf(await create({ skills: ['volar'] })), 'VALIDATION')
  })

  it('of two concurrent ones with one employee code, one is added and no one is invited twice', async () => {
    const employee_code = unique()
    const answers = await Promise.all([create({ employee_code }), create({ employee_code })])
    assert.deepEqual(answers.map(codeOf).toSorted(), ['ALREADY_EXISTS', undefined])
    const { rowCount } = await db.owner.query(
      'select 1 from invitation i join technical_account t on t.id = i.account_id where t.employee_code = $1',
      [employee_code],
    )
    assert.equal(rowCount, 1)
  })

  it('an administrator without the privilege to add roles still adds technicians with the product’s own role', async () => {
    const privileges = { technician: { privs: { technician_create: true } } }
    const clerk = await makeSession(db, await makeAdmin(db, { vno, base: 'vno', privileges }))
    const strong = await makeTechnician(db, { vno })
    assert.equal(codeOf(await create({ role_id: strong.role_id }, clerk)), 'PRIVILEGE_ESCALATION')
    const made = await server.done('admin_vno/technicals/create', { name: 'Ana', email: address() }, clerk)
    assert.equal(made.record.role_id, await systemRole(db, 'technician'))
    assert.equal(codeOf(await create({ role_id: (await makeAdmin(db, { vno })).role_id })), 'VALIDATION')
  })

  it('S7 suspending ends every session at once, and assigned work stays assigned', async () => {
    const technician = await makeTechnician(db, { vno })
    await makeEvent(db, { technician, process_state: 8 })
    const phone = await makeSession(db, technician, { channel: 'android', install_id: 'i-1' })
    const work = () => server.call('admin_vno/events/get', {}, { session: phone })
    assert.equal((await work()).status, 200)
    const answer = await call('edit', { id: technician.id, status: 3, suspended_reason: 'PRL caducada.' })
    assert.deepEqual([record(answer).status, record(answer).open_events], [3, 1])
    assert.equal((await work()).status, 401)
  })

  it('S54 a deleted technician’s data are gone; the operator is notified of open work', async () => {
    const name = `CANARIO BORRADO ${unique()}`
    const technician = await makeTechnician(db, { vno, name })
    const event = await makeEvent(db, { technician, process_state: 8 })
    const order = await makeOrder(db, { vno, state: 'asignada', assigned_technical_id: technician.id })
    const answer = await call('delete', { id: technician.id })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([record(answer).status, record(answer).email], [5, null])
    const { rows } = await db.owner.query<{ payload: { events: string[]; orders: string[] } }>(
      `select payload from notification where kind = 'technical_gone' and vno_id = $1`,
      [vno.id],
    )
    assert.deepEqual([rows[0]?.payload.events, rows[0]?.payload.orders.length], [[event.code], 1])
    const { rows: orders } = await db.owner.query(
      'select state, assigned_technical_id from service_order where id = $1',
      [order.id],
    )
    assert.deepEqual(orders, [{ state: 'recibida', assigned_technical_id: null }])
    for (const table of ['app_user', 'technical_account', 'notification', 'audit', 'invitation', 'mail']) {
      const found = await db.owner.query(`select 1 from ${table} t where t::text ilike $1`, [`%${name}%`])
      assert.equal(found.rowCount, 0, table)
    }
    const listed = records(await call('get', { id: technician.id }))
    assert.deepEqual(columnsOf(listed, 'id', 'status'), [[technician.id, 5]])
    assert.equal(codeOf(await create({ employee_code: 'LIBRE1' })), undefined)
  })

  it('one who was only invited is deleted with the link', async () => {
    const email = address()
    const made = record(await create({ email }))
    assert.equal((await call('delete', { id: made.id })).status, 200)
    const { rows } = await db.owner.query<{ state: number; email: string }>(
      'select state, email from invitation where id = $1',
      [made.invitation?.id],
    )
    assert.equal(rows[0]?.state, 2)
    for (const table of ['app_user', 'technical_account', 'invitation', 'mail']) {
      const found = await db.owner.query(`select 1 from ${table} t where t::text ilike $1`, [`%${email}%`])
      assert.equal(found.rowCount, 0, table)
    }
    assert.equal((await create({ email })).status, 200)
  })

  it('an edit keeps fields that are not given, and clears null ones', async () => {
    const given = { contractor_id, zones: ['46250'], phone: '+34600112233', employee_code: unique() }
    const made = record(await create(given))
    const { id, version } = made
    const after = record(await call('edit', { id, version, name: 'Ana Ruiz', phone: null, contractor_id: null }))
    assert.deepEqual(
      [after.name, after.phone, after.contractor, after.zones, after.employee_code, after.version],
      ['Ana Ruiz', null, null, ['46250'], made.employee_code, version + 1],
    )
    assert.ok(records(await call('get', { search: 'ruiz' })).some((one) => one.id === id))
    assert.equal(codeOf(await call('edit', { id, version, name: 'B' })), 'VERSION_CONFLICT')
  })

  it('a technician adds no one, whatever the role, and no one is added to a suspended operator', async () => {
    const { db } = server
    const privileges = { technician: { privs: { technician_view: true, technician_create: true } } }
    const by = await makeSession(db, await makeTechnician(db, { vno, privileges }))
    assert.equal((await call('get', {}, by)).status, 200)
    const email = address()
    const denied = await create({ email, role_id: undefined }, by)
    assert.deepEqual([denied.status, codeOf(denied)], [403, 'PRIVILEGE_DENIED'])
    const neutral = await makeSession(db, await makeOperator(db))
    const suspended = await makeVno(db, { status: 4 })
    const there = await create({ email, role_id: undefined, vno_id: suspended.id }, neutral)
    assert.deepEqual([there.status, codeOf(there)], [404, 'NOT_FOUND'])
    assert.equal((await create({ email, role_id: undefined, vno_id: vno.id }, neutral)).status, 200)
  })
})
