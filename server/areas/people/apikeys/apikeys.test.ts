/** API keys: created and revoked by people, shown once, limited to their role. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { columnsOf } from '../../../test/answers.ts'
import { callerOf, refusedWith } from '../../../test/caller.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeVno } from '../../../test/factories.ts'
import { startTestServer, type CallOptions } from '../../../test/harness.ts'
import { makeCto } from '../../../test/plant-factories.ts'
import { makeKey, makeRole, systemRole } from '../../../test/rights-factories.ts'
import { untilTrue } from '../../../test/poll.ts'

describe('keys', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  const role = await systemRole(server.db, 'va')

  let made = 0
  const caller = callerOf(server, session)
  const call = <P extends Path>(path: P, query: object, options?: CallOptions) => caller(path, query, session, options)
  const create = (query: object = {}, options?: CallOptions) =>
    call('admin_vno/apikeys/create', { name: `Sistema ${++made}`, role_id: role, ...query }, options)
  const revoke = (query: object, options?: CallOptions) => call('admin_vno/apikeys/delete', query, options)
  const bearer = async (query: object = {}) => ({ bearer: (await create(query)).record.key ?? '' })

  it('a key is shown once, stored as a hash, and works as bearer', async () => {
    const client_request_id = '018f3a52-9d7e-7c3b-8a51-2f6f0c9d1e01'
    const first = await create({ name: 'Aprovisionamiento', client_request_id })
    const key = first.record.key ?? ''
    assert.match(key, /^hilo_[A-Za-z0-9_-]{43}$/)
    assert.ok(key.startsWith(first.record.prefix) && first.record.prefix.length < 15)
    const again = await create({ name: 'Aprovisionamiento', client_request_id })
    assert.deepEqual(again.record, { ...first.record, key: null })
    for (const table of ['idempotency', 'audit', 'api_key', 'session', 'app_user', 'vno_admin_account']) {
      const { rows } = await server.db.owner.query(`select t::text from ${table} t`)
      assert.ok(!JSON.stringify(rows).includes(key.slice(12)), table)
    }
    assert.ok(!(await call('admin_vno/apikeys/get', {})).text.includes(key))
    assert.equal((await call('admin_vno/ports/get', {}, { bearer: key })).status, 200)
    assert.equal((await call('admin_vno/ports/get', {}, { bearer: `${key.slice(0, -1)}-` })).status, 401)
    assert.equal((await call('admin_vno/ports/get', {}, { session: { cookie: `hilo_session=${key}` } })).status, 401)
  })

  it('it is no person: not in lists of people, without a password or own data', async () => {
    const system = await bearer({ name: 'Nadie en persona' })
    for (const path of ['admin_vno/sessions/get', 'admin_vno/uiconfig/get'] as const)
      refusedWith(await call(path, {}, system), 403, 'PRIVILEGE_DENIED')
    const people = await call('admin_vno/admins/get', { limit: 200 })
    assert.deepEqual([people.status, people.records.length], [200, 1])
    const text = `select email, password_hash from app_user where name = 'Nadie en persona'`
    assert.deepEqual((await server.db.owner.query(text)).rows, [{ email: null, password_hash: null }])
  })

  it('changes by a key have the channel of an API, whatever its headers', async () => {
    const system = await bearer()
    const cto = await makeCto(server.db)
    const apiaf = { apiaf: 'android/1.0.19/telefono-1' }
    const query = { cto_id: cto.id, work_kind: 'mantenimiento' }
    const { record, status, text } = await call('admin_vno/events/create', query, { ...system, headers: apiaf })
    assert.equal(status, 200, text)
    assert.deepEqual([record.origin, record.channel, record.device, record.created_by?.origin], [1, null, null, 1])
    const { rows } = await server.db.owner.query(
      `select channel, device from audit where entity = 'event' and entity_id = $1`,
      [String(record.id)],
    )
    assert.equal((rows[0] as { channel: string }).channel, 'api')
    const person = await call('admin_vno/events/create', { ...query, cto_id: (await makeCto(server.db)).id })
    assert.deepEqual([person.record.origin, person.record.channel, person.record.created_by?.origin], [2, 'web', 2])
  })

  it('every request of it is logged, answered or refused', async () => {
    const { record } = await create()
    const system = { bearer: record.key ?? '' }
    await call('admin_vno/ports/get', { limit: 1 }, system)
    await call('admin_vno/ports/get', { limit: 0 }, system)
    await call('admin_vno/audit/verify', {}, system)
    const filter = { api_key_id: record.id }
    const logged = async () => (await call('admin_vno/enrollments/apirequests/get', { filter })).records
    // The log row of a read is written after the answer.
    await untilTrue(async () => (await logged()).length >= 3)
    assert.deepEqual(columnsOf(await logged(), 'call', 'http_status', 'error').toSorted(), [
      ['admin_vno/audit/verify', 403, 'PRIVILEGE_DENIED'],
      ['admin_vno/ports/get', 200, null],
      ['admin_vno/ports/get', 422, 'VALIDATION'],
    ])
  })

  it('it is revoked at once, and stays in the list unchanged', async () => {
    const { record } = await create()
    const system = { bearer: record.key ?? '' }
    assert.equal((await call('admin_vno/ports/get', {}, system)).status, 200)
    refusedWith(await revoke({ id: record.id, version: 9 }), 409, 'VERSION_CONFLICT')
    const ended = await revoke({ id: record.id, version: 1 })
    assert.deepEqual([ended.status, ended.record.status, ended.record.revoked_at === null], [200, 2, false])
    refusedWith(await call('admin_vno/ports/get', {}, system), 401, 'YOU_ARE_NOT_LOGGED_IN')
    assert.equal((await revoke({ id: record.id })).record.version, ended.record.version, 'twice is once')
    const [listed] = (await call('admin_vno/apikeys/get', { id: record.id })).records
    assert.equal(listed?.status, 2)
  })

  it('it ends at its time', async () => {
    const { record } = await create({ expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    const system = { bearer: record.key ?? '' }
    assert.equal((await call('admin_vno/ports/get', {}, system)).status, 200)
    const past = "now() - interval '1 second'"
    await server.db.owner.query(
      `update session set expires_at = ${past} where id = (select session_id from api_key where id = $1)`,
      [record.id],
    )
    await server.db.owner.query(`update api_key set expires_at = ${past} where id = $1`, [record.id])
    assert.equal((await call('admin_vno/ports/get', {}, system)).status, 401)
    assert.equal((await call('admin_vno/apikeys/get', { id: record.id })).records[0]?.status, 2)
    const year = 365 * 86_400_000
    for (const end of [Date.now() - 1, Date.now() + 6 * year])
      refusedWith(await create({ expires_at: new Date(end).toISOString() }), 422, 'VALIDATION')
  })

  it('a month without use does not end it, and its last use is shown', async () => {
    const { record } = await create()
    assert.equal(record.last_used_at, null)
    await server.db.owner.query(
      `update session set last_seen_at = now() - interval '40 days', created_at = now() - interval '50 days'
        where id = (select session_id from api_key where id = $1)`,
      [record.id],
    )
    assert.equal((await call('admin_vno/ports/get', {}, { bearer: record.key ?? '' })).status, 200)
    const [listed] = (await call('admin_vno/apikeys/get', { id: record.id })).records
    assert.ok(listed?.last_used_at)
  })

  it('it works only from the addresses that it names', async () => {
    const here = await bearer({ addresses: ['127.0.0.0/8', '2001:db8::/32'] })
    assert.equal((await call('admin_vno/ports/get', {}, here)).status, 200)
    const elsewhere = await bearer({ addresses: ['203.0.113.0/24'] })
    refusedWith(await call('admin_vno/ports/get', {}, elsewhere), 403, 'PRIVILEGE_DENIED')
    refusedWith(await call('admin_vno/ports/get', {}, elsewhere), 403, 'PRIVILEGE_DENIED')
    const stream = await server.app.inject({
      url: '/api/v1/stream',
      headers: { authorization: `Bearer ${elsewhere.bearer}`, host: server.config.publicUrl.host },
    })
    assert.equal(stream.statusCode, 403)
    refusedWith(await create({ addresses: ['203.0.113.0/99'] }), 422, 'VALIDATION')
  })

  it('S6 a key cannot get privileges that its creator lacks, and no key creates keys', async () => {
    const { db } = server
    const weak = { adminVNO: defaultPrivileges('adminVNO')['adminVNO'] ?? { privs: {} } }
    const as = { session: await makeSession(db, await makeAdmin(db, { vno, privileges: weak })) }
    refusedWith(await create({}, as), 403, 'PRIVILEGE_ESCALATION')
    const one = await makeRole(db, vno, { ...weak, event: { privs: { event_view: true } } })
    refusedWith(await create({ role_id: one }, as), 403, 'PRIVILEGE_ESCALATION')
    assert.equal((await create({ role_id: await makeRole(db, vno, weak) }, as)).status, 200)
    refusedWith(await create({ role_id: await makeRole(db, vno, {}, { status: 2 }) }), 422, 'VALIDATION')
    const system = await bearer()
    refusedWith(await create({}, system), 403, 'PRIVILEGE_DENIED')
    refusedWith(await revoke({ id: (await makeKey(db, vno)).id }, system), 403, 'PRIVILEGE_DENIED')
  })

  it('S6 its role changes under it: the next request knows', async () => {
    const view = { port: { privs: { port_view: true } } }
    const role_id = await makeRole(server.db, vno, view)
    const system = await bearer({ role_id })
    assert.equal((await call('admin_vno/ports/get', {}, system)).status, 200)
    refusedWith(await call('admin_vno/roles/delete', { id: role_id }), 409, 'ROLE_IN_USE')
    assert.equal((await call('admin_vno/roles/edit', { id: role_id, privileges: {} })).status, 200)
    refusedWith(await call('admin_vno/ports/get', {}, system), 403, 'PRIVILEGE_DENIED')
  })

  it('S7 a suspended operator has no keys either', async () => {
    const one = await makeVno(server.db)
    const { token } = await makeKey(server.db, one)
    assert.equal((await call('admin_vno/ports/get', {}, { bearer: token })).status, 200)
    const status = { id: 4, comments: 'Impago de tres meses' }
    assert.equal((await call('admin_vno/vno/edit', { id: one.id, status }, { session: neutral })).status, 200)
    assert.equal((await call('admin_vno/ports/get', {}, { bearer: token })).status, 401)
  })

  it('agreements are for people', async () => {
    const system = await bearer()
    const terms = { kind: 'terms', version: 77, title: 'Condiciones', html_sanitised: '', mandatory: true }
    const id = await insert(server.db, 'agreement', terms)
    try {
      assert.equal((await call('admin_vno/ports/get', {}, system)).status, 200)
      assert.equal((await call('admin_vno/ports/get', {})).status, 403)
    } finally {
      await server.db.owner.query('delete from agreement where id = $1', [id])
    }
  })

  it('only the neutral operator names the operator of a key, and a name is used once', async () => {
    const twin = await makeVno(server.db)
    refusedWith(await create({ vno_id: twin.id }), 422, 'VALIDATION')
    refusedWith(await create({}, { session: neutral }), 422, 'VALIDATION')
    const given = await create({ vno_id: twin.id }, { session: neutral })
    assert.equal(given.status, 200, given.text)
    refusedWith(await create({ name: 'Aprovisionamiento' }), 409, 'ALREADY_EXISTS')
  })
})
