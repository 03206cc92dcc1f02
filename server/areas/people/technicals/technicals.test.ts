/** Technicians through the API. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import type { Output, Path } from '@hilo/contract/index.ts'
import {
  insert,
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  unique,
  type TestSession,
  type Vno,
} from '../../../test/factories.ts'
import { makeEvent } from '../../../test/plant-factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../../test/harness.ts'

type Technical = Output<'admin_vno/technicals/edit'>['record']
const address = () => `${unique().toLowerCase()}@prueba.test`
const code = ({ body }: Answer) => (body as { error?: string }).error
const record = ({ body }: Answer) => (body as { record: Technical }).record
const records = ({ body }: Answer) => (body as { records: Technical[] }).records

describe('technicians', () => {
  let server: TestServer
  let vno: Vno
  let session: TestSession
  let role_id: number
  let contractor_id: number
  let theirs: { technical: number; role_id: number; contractor: number }
  before(async () => {
    server = await startTestServer()
    const { db } = server
    vno = await makeVno(db)
    session = await makeSession(db, await makeAdmin(db, { vno }))
    role_id = await insert(db, 'role', {
      key: unique(),
      name: `Rol ${unique()}`,
      scope: 'vno',
      base: 'technician',
      vno_id: vno.id,
    })
    contractor_id = await insert(db, 'contractor', { vno_id: vno.id, name: 'Fibracer' })
    const other = await makeVno(db, { name: 'CANARIO-RED' })
    const contractor = await insert(db, 'contractor', { vno_id: other.id, name: 'CANARIO-CONTRATA' })
    const technician = await makeTechnician(db, { vno: other, name: 'CANARIO-PERSONA' })
    await db.owner.query('update technical_account set contractor_id = $2 where id = $1', [technician.id, contractor])
    theirs = { technical: technician.id, role_id: technician.role_id, contractor }
  })
  after(() => server.close())

  const call = (name: string, query: object, by = session) =>
    server.call(`admin_vno/technicals/${name}` as Path, query, { session: by })
  const create = (over: object = {}, by = session) =>
    call('create', { name: 'Íñigo Peña', email: address(), role_id, ...over }, by)

  it('one is added with all fields, and found by name, code, zone and contractor', async () => {
    const employee_code = `FI${unique().slice(0, 6)}`
    const known = {
      contractor_id,
      prl_valid_until: '2027-03-31',
      skills: ['fusion', 'altura'],
      zones: ['46250', '28079'],
    }
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
    assert.equal(code(await create({ employee_code })), 'ALREADY_EXISTS')
    assert.equal(code(await create({ employee_code: 'X'.repeat(21) })), 'VALIDATION')
    assert.equal(code(await create({ zones: ['València'] })), 'VALIDATION')
    assert.equal(code(await create({ skills: ['volar'] })), 'VALIDATION')
  })

  it('of two concurrent ones with one employee code, one is added and no one is invited twice', async () => {
    const employee_code = unique()
    const answers = await Promise.all([create({ employee_code }), create({ employee_code })])
    assert.deepEqual(answers.map(code).toSorted(), ['ALREADY_EXISTS', undefined])
    const { rowCount } = await server.db.owner.query(
      'select 1 from invitation i join technical_account t on t.id = i.account_id where t.employee_code = $1',
      [employee_code],
    )
    assert.equal(rowCount, 1)
  })

  it('S2 a foreign technician, role or contractor answers like a missing one', async () => {
    const own = await makeTechnician(server.db, { vno })
    const known = ({ status, text }: Answer) => [status, text.replace(/"request_id":"[^"]+"/, '')]
    const none = 2 ** 40
    const base = { name: 'X', email: address(), role_id }
    const pairs: [string, object, object][] = [
      ['edit', { id: theirs.technical, name: 'X' }, { id: none, name: 'X' }],
      ['delete', { id: theirs.technical }, { id: none }],
      ['edit', { id: own.id, role_id: theirs.role_id }, { id: own.id, role_id: none }],
      ['edit', { id: own.id, contractor_id: theirs.contractor }, { id: own.id, contractor_id: none }],
      ['create', { ...base, role_id: theirs.role_id }, { ...base, role_id: none }],
      ['create', { ...base, contractor_id: theirs.contractor }, { ...base, contractor_id: none }],
    ]
    for (const [name, foreign, missing] of pairs) {
      const [a, b] = [await call(name, foreign), await call(name, missing)]
      assert.deepEqual(known(a), known(b), JSON.stringify(foreign))
      assert.equal(code(a), 'NOT_FOUND')
    }
  })

  it('S3 neither list nor download, CSV or XLSX, contains a technician of another operator', async () => {
    const text = async (format: string, by: TestSession) => {
      const { bytes } = await call('download', { format }, by)
      if (format === 'csv') return bytes.toString()
      return Object.values(unzipSync(bytes))
        .map((part) => strFromU8(part))
        .join('\n')
    }
    await makeTechnician(server.db, { vno, name: 'Propia Persona' })
    for (const format of ['csv', 'xlsx']) {
      const own = await text(format, session)
      assert.ok(own.includes('Propia Persona'))
      assert.ok(!own.includes('CANARIO'), format)
    }
    assert.ok(!(await call('get', { limit: 200, search: 'canario' })).text.includes('CANARIO'))
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    assert.ok((await text('xlsx', neutral)).includes('CANARIO-CONTRATA'), 'the neutral operator sees every row')
  })

  it('an administrator without the privilege to add roles still adds technicians with the product’s own role', async () => {
    const privileges = { technician: { privs: { technician_create: true } } }
    const clerk = await makeSession(server.db, await makeAdmin(server.db, { vno, base: 'vno', privileges }))
    const strong = await makeTechnician(server.db, { vno })
    assert.equal(code(await create({ role_id: strong.role_id }, clerk)), 'PRIVILEGE_ESCALATION')
    const { rows } = await server.db.owner.query<{ id: number }>(
      `select id from role where system and base = 'technician'`,
    )
    const system =
      rows[0]?.id ??
      (await insert(server.db, 'role', {
        key: 'technician',
        name: 'Técnico',
        scope: 'vno',
        base: 'technician',
        system: true,
      }))
    const made = await call('create', { name: 'Ana', email: address() }, clerk)
    assert.equal(made.status, 200, made.text)
    assert.equal(record(made).role_id, system)
    assert.equal(code(await create({ role_id: (await makeAdmin(server.db, { vno })).role_id })), 'VALIDATION')
  })

  it('S7 suspending ends every session at once, and assigned work stays assigned', async () => {
    const technician = await makeTechnician(server.db, { vno })
    await makeEvent(server.db, { technician, process_state: 8 })
    const phone = await makeSession(server.db, technician, { channel: 'android', install_id: 'i-1' })
    const work = () => server.call('admin_vno/events/get', {}, { session: phone })
    assert.equal((await work()).status, 200)
    const answer = await call('edit', { id: technician.id, status: 3, suspended_reason: 'PRL caducada.' })
    assert.deepEqual([record(answer).status, record(answer).open_events], [3, 1])
    assert.equal((await work()).status, 401)
  })

  it('S54 a deleted technician’s data are gone; the operator is notified of open work', async () => {
    const name = `CANARIO BORRADO ${unique()}`
    const technician = await makeTechnician(server.db, { vno, name })
    const event = await makeEvent(server.db, { technician, process_state: 8 })
    const order = await insert(server.db, 'service_order', {
      code: `OS-${unique()}`,
      external_order_id: unique(),
      vno_id: vno.id,
      kind: 'alta',
      state: 'asignada',
      assigned_technical_id: technician.id,
    })
    const answer = await call('delete', { id: technician.id })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([record(answer).status, record(answer).email], [5, null])
    const { rows } = await server.db.owner.query<{ payload: { events: string[]; orders: string[] } }>(
      `select payload from notification where kind = 'technical_gone' and vno_id = $1`,
      [vno.id],
    )
    assert.deepEqual([rows[0]?.payload.events, rows[0]?.payload.orders.length], [[event.code], 1])
    const { rows: orders } = await server.db.owner.query(
      'select state, assigned_technical_id from service_order where id = $1',
      [order],
    )
    assert.deepEqual(orders, [{ state: 'recibida', assigned_technical_id: null }])
    for (const table of ['app_user', 'technical_account', 'notification', 'audit', 'invitation', 'mail']) {
      const found = await server.db.owner.query(`select 1 from ${table} t where t::text ilike $1`, [`%${name}%`])
      assert.equal(found.rowCount, 0, table)
    }
    const listed = records(await call('get', { id: technician.id }))
    assert.deepEqual(
      listed.map((one) => [one.id, one.status]),
      [[technician.id, 5]],
    )
    assert.equal(code(await create({ employee_code: 'LIBRE1' })), undefined)
  })

  it('one who was only invited is deleted with the link', async () => {
    const email = address()
    const made = record(await create({ email }))
    assert.equal((await call('delete', { id: made.id })).status, 200)
    const { rows } = await server.db.owner.query<{ state: number; email: string }>(
      'select state, email from invitation where id = $1',
      [made.invitation?.id],
    )
    assert.equal(rows[0]?.state, 2)
    for (const table of ['app_user', 'technical_account', 'invitation', 'mail']) {
      const found = await server.db.owner.query(`select 1 from ${table} t where t::text ilike $1`, [`%${email}%`])
      assert.equal(found.rowCount, 0, table)
    }
    assert.equal((await create({ email })).status, 200)
  })

  it('an edit keeps fields that are not given, and clears null ones', async () => {
    const made = record(
      await create({ contractor_id, zones: ['46250'], phone: '+34600112233', employee_code: unique() }),
    )
    const { id, version } = made
    const after = record(await call('edit', { id, version, name: 'Ana Ruiz', phone: null, contractor_id: null }))
    assert.deepEqual(
      [after.name, after.phone, after.contractor, after.zones, after.employee_code, after.version],
      ['Ana Ruiz', null, null, ['46250'], made.employee_code, version + 1],
    )
    assert.ok(records(await call('get', { search: 'ruiz' })).some((one) => one.id === id))
    assert.equal(code(await call('edit', { id, version, name: 'B' })), 'VERSION_CONFLICT')
  })

  it('a technician adds no one, whatever the role, and no one is added to a suspended operator', async () => {
    const { db } = server
    const privileges = { technician: { privs: { technician_view: true, technician_create: true } } }
    const by = await makeSession(db, await makeTechnician(db, { vno, privileges }))
    assert.equal((await call('get', {}, by)).status, 200)
    const email = address()
    const denied = await create({ email, role_id: undefined }, by)
    assert.deepEqual([denied.status, code(denied)], [403, 'PRIVILEGE_DENIED'])
    const neutral = await makeSession(db, await makeOperator(db))
    const suspended = await makeVno(db, { status: 4 })
    const there = await create({ email, role_id: undefined, vno_id: suspended.id }, neutral)
    assert.deepEqual([there.status, code(there)], [404, 'NOT_FOUND'])
    assert.equal((await create({ email, role_id: undefined, vno_id: vno.id }, neutral)).status, 200)
  })
})
