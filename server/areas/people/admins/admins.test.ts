/** Administrators through the API: permissions to create, edit and close them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import type { Output, Path } from '@hilo/contract/index.ts'
import { codeOf, columnOf, detailsOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { makeRole } from '../../../test/rights-factories.ts'
import { startTestServer, type Answer } from '../../../test/harness.ts'

type Admin = Output<'admin_vno/admins/edit'>['record']
const address = () => `${unique().toLowerCase()}@prueba.test`
const record = ({ body }: Answer) => (body as { record: Admin }).record
const reason = 'Baja laboral larga.'

describe('administrators', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const boss = await makeAdmin(server.db, { vno })
  const session = await makeSession(server.db, boss)
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  const other = await makeVno(server.db, { name: 'CANARIO-RED' })
  const theirs = {
    vno: other,
    admin: await makeAdmin(server.db, { vno: other, name: 'CANARIO-PERSONA', email: 'canario@canario.test' }),
  }

  const role = (privileges: Privileges, over: object = {}) => makeRole(server.db, vno, privileges, over)
  const create = (query: object, by = session) => server.call('admin_vno/admins/create', query, { session: by })
  const edit = (query: object, by = session) => server.call('admin_vno/admins/edit', query, { session: by })
  const remove = (query: object, by = session) => server.call('admin_vno/admins/delete', query, { session: by })
  const alive = async (one: TestSession) => (await server.call('admin_vno/uiconfig/get', {}, { session: one })).status

  it('a new one is pending with an invitation, without a password, which no one else may set', async () => {
    const role_id = await role({})
    const email = address()
    const asked = { name: '  Ana Peña ', email: email.toUpperCase(), tax_id: '12345678-z', phone: '+34600112233' }
    const answer = await create({ ...asked, role_id })
    assert.equal(answer.status, 200, answer.text)
    const made = record(answer)
    assert.deepEqual(
      [made.name, made.email, made.tax_id, made.phone, made.status, made.role.id, made.vno.id, made.version],
      ['Ana Peña', email, '12345678Z', '+34600112233', 1, role_id, vno.id, 1],
    )
    assert.equal(made.invitation?.state, 1)
    assert.equal(made.created_by?.id, boss.user_id)
    const rows = async (text: string, value: unknown) => (await server.db.owner.query(text, [value])).rows as object[]
    const stored = await rows('select email, password_hash from app_user where id = $1', made.user_id)
    assert.deepEqual(stored, [{ email: null, password_hash: null }])
    const mails = await rows('select body from mail where recipient = $1', email)
    assert.equal(mails.length, 1)
    assert.match(JSON.stringify(mails), /\/signup\?token=[\w-]{43}\\n/)
    const again = { name: 'Ana', email, role_id }
    assert.equal(codeOf(await create({ ...again, email: address(), pwd: 'una-clave-muy-larga' })), 'VALIDATION')
    assert.equal(codeOf(await create(again)), 'ALREADY_EXISTS')
  })

  it('an input error names its field', async () => {
    const role_id = await role({})
    const good = { name: 'Ana', email: address(), role_id }
    for (const [field, value] of [
      ['email', 'sin-arroba'],
      ['tax_id', '12345678A'],
      ['phone', '600112'],
      ['name', '   '],
      ['role_id', 0],
    ] as const) {
      const answer = await create({ ...good, [field]: value })
      assert.equal(codeOf(answer), 'VALIDATION', field)
      assert.deepEqual(columnOf(detailsOf(answer), 'field'), [field])
    }
  })

  it('S22 another person’s address is answered like a free one', async () => {
    const role_id = await role({})
    const shape = (answer: Answer) => [
      answer.status,
      Object.entries(record(answer)).map(([key, value]) => [key, value === null]),
    ]
    const [known, unknown] = [
      await create({ name: 'Ana', email: theirs.admin.email, role_id }),
      await create({ name: 'Ana', email: address(), role_id }),
    ]
    assert.deepEqual(shape(known), shape(unknown))
    const text = 'select vno_id from vno_admin_account where user_id = $1'
    const { rows } = await server.db.owner.query(text, [theirs.admin.user_id])
    assert.deepEqual(rows, [{ vno_id: theirs.vno.id }])
  })

  it('S6 a role with a privilege that the caller lacks cannot be given, to anyone', async () => {
    const few: Privileges = { adminVNO: { privs: { adminVNO_view: true, adminVNO_create: true, adminVNO_edit: true } } }
    const clerk = await makeAdmin(server.db, { vno, privileges: few })
    const by = await makeSession(server.db, clerk)
    const more = await role({ event: { privs: { event_view: true } } })
    const part = await role({ event: { privs: {}, sub_items: { override: { privs: { override_edit: true } } } } })
    const whole = await role(defaultPrivileges('adminVNO'), { base: 'adminVNO' })
    const colleague = await makeAdmin(server.db, { vno, privileges: {} })
    for (const role_id of [more, part, whole]) {
      assert.equal(codeOf(await create({ name: 'Ana', email: address(), role_id }, by)), 'PRIVILEGE_ESCALATION')
      assert.equal(codeOf(await edit({ id: colleague.id, role_id }, by)), 'PRIVILEGE_ESCALATION')
      assert.equal(codeOf(await edit({ id: clerk.id, role_id }, by)), 'PRIVILEGE_ESCALATION')
    }
    const same = await role(few)
    assert.equal((await edit({ id: colleague.id, role_id: same }, by)).status, 200)
    const waiting = await makeAdmin(server.db, { vno, status: 2 })
    assert.equal(codeOf(await edit({ id: waiting.id, status: 4 }, by)), 'PRIVILEGE_ESCALATION')
  })

  it('suspending needs a reason and ends every session at once; reactivating restores none', async () => {
    const one = await makeAdmin(server.db, { vno })
    const open = [await makeSession(server.db, one), await makeSession(server.db, one)]
    assert.deepEqual(await Promise.all(open.map(alive)), [200, 200])
    assert.equal(codeOf(await edit({ id: one.id, status: 3 })), 'VALIDATION')
    assert.equal(codeOf(await edit({ id: one.id, status: 3, suspended_reason: 'No' })), 'VALIDATION')
    const suspended = record(await edit({ id: one.id, status: 3, suspended_reason: reason }))
    assert.deepEqual([suspended.status, suspended.suspended_reason], [3, reason])
    assert.ok(suspended.suspended_at)
    assert.deepEqual(await Promise.all(open.map(alive)), [401, 401])
    const back = record(await edit({ id: one.id, status: 4 }))
    assert.deepEqual([back.status, back.suspended_reason, back.suspended_at], [4, null, null])
    assert.deepEqual(await Promise.all(open.map(alive)), [401, 401])
  })

  it('only the moves of the machine are taken', async () => {
    const from = (status: number) => makeAdmin(server.db, { vno, status })
    const why = { suspended_reason: reason }
    const tries: [number, object, string | undefined][] = [
      [1, { status: 4 }, 'ACCOUNT_BAD_STATE'],
      [1, { status: 3, ...why }, 'ACCOUNT_BAD_STATE'],
      [2, { status: 3, ...why }, 'ACCOUNT_BAD_STATE'],
      [2, { status: 4 }, undefined],
      [2, { status: 5 }, undefined],
      [3, { status: 5 }, 'ACCOUNT_BAD_STATE'],
      [4, { status: 5 }, 'ACCOUNT_BAD_STATE'],
      [4, { status: 4 }, undefined],
      [5, { status: 4 }, 'ACCOUNT_BAD_STATE'],
      [5, { name: 'Otro' }, 'ACCOUNT_BAD_STATE'],
    ]
    for (const [status, query, expected] of tries) {
      const answer = await edit({ id: (await from(status)).id, ...query })
      assert.equal(codeOf(answer), expected, `${status} ${JSON.stringify(query)}`)
    }
    assert.equal(codeOf(await edit({ id: boss.id, status: 3, ...why })), 'PRIVILEGE_DENIED')
    assert.equal(codeOf(await remove({ id: boss.id })), 'PRIVILEGE_DENIED')
  })

  it('S6 a role taken away counts from the next request on', async () => {
    const one = await makeAdmin(server.db, { vno })
    const his = await makeSession(server.db, one)
    const list = () => server.call('admin_vno/ports/get', { limit: 1 }, { session: his })
    assert.equal((await list()).status, 200)
    assert.equal((await edit({ id: one.id, role_id: await role({}) })).status, 200)
    assert.equal((await list()).status, 403)
  })

  it('F13 of two concurrent changes one gets the conflict with the current record', async () => {
    const one = await makeAdmin(server.db, { vno })
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => edit({ id: one.id, version: 1, name: `Persona ${name}` })),
    )
    const [won] = answers.filter(({ status }) => status === 200)
    const lost = answers.filter(({ status }) => status === 409)
    assert.equal(lost.length, 2)
    for (const answer of lost) {
      assert.equal(codeOf(answer), 'VERSION_CONFLICT')
      assert.equal(record(answer).name, won && record(won).name)
      assert.equal(record(answer).version, 2)
    }
  })

  it('the neutral operator names the operator of a new administrator; an operator cannot', async () => {
    const role_id = theirs.admin.role_id
    const query = { name: 'Ana', email: address(), role_id }
    assert.equal(codeOf(await create(query, neutral)), 'VALIDATION')
    const made = record(await create({ ...query, vno_id: theirs.vno.id }, neutral))
    assert.equal(made.vno_id, theirs.vno.id)
    assert.equal(codeOf(await create({ ...query, vno_id: vno.id })), 'VALIDATION')
    assert.equal(codeOf(await create({ ...query, email: address(), vno_id: 2 ** 30 }, neutral)), 'NOT_FOUND')
  })

  it('S1 the neutral operator’s own administrators are closed to all others', async () => {
    const privs = { admin_view: true, admin_create: true, admin_edit: true, admin_delete: true }
    const given = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges: { admin: { privs } } }))
    const target = await makeOperator(server.db, { name: 'CANARIO-NEUTRO' })
    const calls = {
      get: {},
      download: { format: 'csv' },
      create: { name: 'A', email: address(), role_id: target.role_id },
      edit: { id: target.id, name: 'B' },
      delete: { id: target.id },
    }
    for (const [name, query] of Object.entries(calls)) {
      const path = `admin_vno/admins/neutral/${name}` as Path
      assert.equal((await server.call(path, query, { session })).status, 403, path)
      const answer = await server.call(path, query, { session: given })
      assert.ok(!answer.text.includes('CANARIO'), path)
      if (!['get', 'download'].includes(name)) assert.equal(answer.status, 403, path)
    }
    const { records } = await server.done('admin_vno/admins/neutral/get', { search: 'canario' }, neutral)
    assert.equal(records.length, 1)
  })
})
