/** Operators: all for the neutral one, itself for an operator. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnOf } from '../../../test/answers.ts'
import { callerOf, refusedWith } from '../../../test/caller.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician } from '../../../test/factories.ts'
import { makeVno, unique, type TestSession, type Vno } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeAssignment, makeEvent, makePort } from '../../../test/plant-factories.ts'

describe('operators', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))

  const call = callerOf(server, neutral)
  const edit = (query: object, as?: TestSession) => call('admin_vno/vno/edit', query, as)
  const makeAccess = async (of: Vno, state = 'activo') => {
    const { id: port_id, cto_id } = await makePort(server.db, { state: 3, assignment_status: 3 })
    return await insert(server.db, 'access', { code: `AC28-${unique()}`, vno_id: of.id, cto_id, port_id, state })
  }

  it('its status travels in one piece or field by field', async () => {
    const { id, name, description } = (await call('admin_vno/vno/create', { code: `D_${unique()}` })).record
    const apart = { id, name, description, 'status.id': 4, 'status.comments': 'Por impago' }
    assert.deepEqual((await edit(apart)).record.status, { id: 4, comments: 'Por impago' })
    const comments = 'Aún no paga'
    assert.deepEqual((await edit({ id, 'status.comments': comments })).record.status, { id: 4, comments })
    refusedWith(await edit({ id, 'status.id': 4, 'status.comments': 'ya' }), 422, 'VALIDATION')
    refusedWith(await edit({ id, 'status.id': 1, status: { id: 4, comments: 'Por impago' } }), 422, 'VALIDATION')
    assert.equal((await edit({ id, 'status.id': 1, 'status.comments': null })).record.status.id, 1)
  })

  it('is created with its code only, or with all fields', async () => {
    const code = `A_${unique()}`
    const { record } = await call('admin_vno/vno/create', { code })
    assert.deepEqual([record.externalId, record.name, record.status], [code, code, { id: 1, comments: null }])
    assert.deepEqual(record.counts, { accesses: 0, ports_assigned: 0, technicians: 0, open_events: 0 })
    const webhook = { webhook_url: 'https://avisos.cobre.example/hilo', webhook_secret: 'un-secreto-de-prueba-0123' }
    const contact = { noc_phone: '+34911223344', noc_email: 'NOC@cobre.test', ...webhook }
    const sla = { install_days: 3, repair_hours: 24, neighbour_restore_minutes: 15 }
    const told = { name: ' Cobre Fino ', description: 'Nuevo', tax_id: 'b-58.818.501', color: '#0F7b52', contact, sla }
    const whole = await call('admin_vno/vno/create', { code: `B-${unique()}`, ...told })
    assert.equal(whole.status, 200, whole.text)
    const { name, tax_id, color } = whole.record
    assert.deepEqual([name, tax_id, color], ['Cobre Fino', 'B58818501', '#0F7b52'])
    assert.deepEqual(whole.record.sla, sla)
    refusedWith(await call('admin_vno/vno/create', { code }), 409, 'ALREADY_EXISTS')
  })

  it('an invalid field is refused by name', async () => {
    const wrong: [object, string][] = [
      [{ code: 'minúscula' }, 'code'],
      [{ code: 'A' }, 'code'],
      [{ code: 'A'.repeat(21) }, 'code'],
      [{}, 'code'],
      [{ code: 'BIEN', name: 'x' }, 'name'],
      [{ code: 'BIEN', tax_id: 'B58818502' }, 'tax_id'],
      [{ code: 'BIEN', color: 'red' }, 'color'],
      [{ code: 'BIEN', contact: { noc_phone: '911223' } }, 'contact.noc_phone'],
      [{ code: 'BIEN', contact: { webhook_secret: 'corto' } }, 'contact.webhook_secret'],
      [{ code: 'BIEN', sla: { install_days: 0 } }, 'sla.install_days'],
    ]
    for (const [query, field] of wrong) {
      const answer = await call('admin_vno/vno/create', query)
      refusedWith(answer, 422, 'VALIDATION')
      assert.deepEqual(columnOf(answer.details ?? [], 'field'), [field])
    }
  })

  it('an operator edits its description, contact and terms; the neutral one’s fields stay', async () => {
    const [before] = (await call('admin_vno/vno/get', {}, session)).records
    assert.ok(before)
    const mine = { description: 'Somos nosotros', contact: { noc_phone: '+34910000001' }, sla: { repair_hours: 12 } }
    const { record } = await edit({ id: vno.id, version: before.version, ...mine }, session)
    assert.deepEqual(
      [record.description, record.contact.noc_phone, record.sla['repair_hours']],
      ['Somos nosotros', '+34910000001', 12],
    )
    assert.equal(record.contact.webhook_url, before.contact.webhook_url, 'what is not said stays')
    const status = { id: 4, comments: 'Me voy yo solo' }
    for (const change of [
      { name: 'Otra' },
      { code: 'OTRA' },
      { tax_id: 'B58818501' },
      { color: '#000000' },
      { status },
    ])
      refusedWith(await edit({ id: vno.id, ...change }, session), 403, 'PRIVILEGE_DENIED')
    const same = { name: record.name, description: 'Igual', status: { id: 1, comments: null } }
    assert.equal((await edit({ id: vno.id, ...same }, session)).status, 200, 'what is sent as it is changes nothing')
    const cleared = await edit({ id: vno.id, description: null, sla: { repair_hours: null } }, session)
    assert.deepEqual([cleared.record.description, cleared.record.sla['repair_hours']], [null, null])
  })

  it('S4 each operator sees and changes only its own row, whatever condition a statement lacks', async () => {
    const twin = await makeVno(server.db)
    const client = await server.db.app.connect()
    try {
      await client.query('begin')
      const scope = `select set_config('app.scope', 'vno', true), set_config('app.vno_id', $1, true)`
      await client.query(scope, [String(vno.id)])
      assert.deepEqual((await client.query('select id from vno')).rows, [{ id: vno.id }])
      assert.equal((await client.query('update vno set description = null where id = $1', [twin.id])).rowCount, 0)
      await assert.rejects(client.query('select set_webhook_secret($1, $2)', [twin.id, 'x'.repeat(20)]), /not its own/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('S7 a suspension needs a reason, and applies to the next request of every session', async () => {
    const one = await makeVno(server.db)
    const sessions = [
      await makeSession(server.db, await makeAdmin(server.db, { vno: one })),
      await makeSession(server.db, await makeTechnician(server.db, { vno: one })),
    ]
    for (const comments of [undefined, null, '  ', 'poco']) {
      const answer = await edit({ id: one.id, status: { id: 4, comments } })
      refusedWith(answer, 422, 'VALIDATION')
      assert.deepEqual(columnOf(answer.details ?? [], 'field'), ['status.comments'])
    }
    refusedWith(await edit({ id: one.id, status: { id: 2, comments: 'No existe' } }), 422, 'VALIDATION')
    const statuses = () =>
      Promise.all(sessions.map(async (as) => (await server.call('admin_vno/events/get', {}, { session: as })).status))
    assert.deepEqual(await statuses(), [200, 200])
    const status = { id: 4, comments: 'Impago de tres meses' }
    const suspended = await edit({ id: one.id, name: 'Parado', description: 'x', status })
    assert.deepEqual(suspended.record.status, status)
    assert.deepEqual(await statuses(), [401, 401])
    const again = await edit({ id: one.id, status: { id: 1 } })
    assert.deepEqual(again.record.status, { id: 1, comments: null })
    assert.deepEqual(await statuses(), [200, 200])
  })

  it('its code is fixed from the first access on', async () => {
    const one = await makeVno(server.db)
    const code = `C${unique()}`
    assert.equal((await edit({ id: one.id, code })).record.externalId, code)
    await makeAccess(one, 'baja')
    refusedWith(await edit({ id: one.id, code: `D${unique()}` }), 409, 'VNO_HAS_ACCESSES')
    assert.equal((await edit({ id: one.id, code, name: 'Con su código' })).status, 200)
    refusedWith(await edit({ id: vno.id, code }), 409, 'ALREADY_EXISTS')
  })

  it('is deleted without accesses, by its id as port_id, and its history stays', async () => {
    const one = await makeVno(server.db)
    const as = await makeSession(server.db, await makeAdmin(server.db, { vno: one }))
    const access = await makeAccess(one)
    const remove = (query: object) => call('admin_vno/vno/delete', query)
    refusedWith(await remove({ port_id: one.id }), 409, 'VNO_HAS_ACCESSES')
    await server.db.owner.query(`update access set state = 'baja' where id = $1`, [access])
    await makeAccess(vno)
    refusedWith(await remove({ port_id: one.id, id: vno.id }), 422, 'VALIDATION')
    refusedWith(await remove({}), 422, 'VALIDATION')
    refusedWith(await remove({ port_id: one.id, version: 7 }), 409, 'VERSION_CONFLICT')
    assert.equal((await remove({ port_id: one.id, version: 1 })).status, 200)
    refusedWith(await remove({ id: one.id }), 404, 'NOT_FOUND')
    refusedWith(await edit({ id: one.id, status: { id: 1 } }), 404, 'NOT_FOUND')
    assert.deepEqual((await call('admin_vno/vno/get', { id: one.id })).records, [])
    assert.equal((await server.call('admin_vno/events/get', {}, { session: as })).status, 401)
    assert.equal((await server.db.owner.query('select 1 from vno where id = $1', [one.id])).rowCount, 1)
  })

  it('only the neutral operator creates and deletes operators, whatever the privileges', async () => {
    const privileges = { vno: { privs: { vno_create: true, vno_delete: true, vno_view: true, vno_edit: true } } }
    const odd = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges }))
    refusedWith(await call('admin_vno/vno/create', { code: `E${unique()}` }, odd), 403, 'PRIVILEGE_DENIED')
    refusedWith(await call('admin_vno/vno/delete', { port_id: vno.id }, odd), 403, 'PRIVILEGE_DENIED')
  })

  it('F13 of two changes to one version one gets the conflict', async () => {
    for (let round = 0; round < 30; round++) {
      const one = await makeVno(server.db)
      const answers = await Promise.all(
        ['uno', 'dos'].map((description) => edit({ id: one.id, version: 1, description })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
      const [won, lost] = answers[0]?.status === 200 ? answers : [answers[1], answers[0]]
      assert.deepEqual([lost?.error, lost?.record.description], ['VERSION_CONFLICT', won?.record.description])
    }
  })

  it('counts live records, and its registry is the list as a file', async () => {
    const { db } = server
    const one = await makeVno(db, { name: 'Cuentas Claras' })
    const technician = await makeTechnician(db, { vno: one })
    await makeTechnician(db, { vno: one, status: 3 })
    for (const process_state of [2, 8, 5, 3]) await makeEvent(db, { technician, process_state })
    await makeAccess(one)
    await makeAccess(one, 'baja')
    await makeAssignment(db, { vno: one })
    const [found] = (await call('admin_vno/vno/get', { search: 'cuentas' })).records
    assert.ok(found)
    const { accesses, ...counts } = found.counts
    assert.deepEqual(counts, { technicians: 1, open_events: 2, ports_assigned: 1 })
    assert.ok(accesses >= 1)
    const csv = async (query: object) =>
      (await server.call('admin_vno/vno/downloadRegistry', query, { session: neutral })).text.split('\r\n')
    const columns = ['externalId', 'counts.open_events']
    const rows = await csv({ format: 'csv', query: { search: 'cuentas' }, columns })
    assert.deepEqual(rows, ['\ufeffexternalId,counts.open_events', `${one.external_id},2`, ''])
    assert.ok((await csv({})).length > 3, 'CSV unless told otherwise')
    const xlsx = await server.call('admin_vno/vno/downloadRegistry', { format: 'xlsx' }, { session })
    assert.equal(xlsx.bytes.subarray(0, 2).toString(), 'PK')
  })
})
