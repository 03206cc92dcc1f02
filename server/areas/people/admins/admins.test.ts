/** Administrators through the API: permissions to create, edit and close them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import type { Output } from '@hilo/contract/index.ts'
import {
  insert,
  makeAdmin,
  makeOperator,
  makeSession,
  makeVno,
  unique,
  type Account,
  type TestSession,
  type Vno,
} from '../../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../../test/harness.ts'

type Admin = Output<'admin_vno/admins/edit'>['record']
const address = () => `${unique().toLowerCase()}@prueba.test`
const code = ({ body }: Answer) => (body as { error?: string }).error
const record = ({ body }: Answer) => (body as { record: Admin }).record
const reason = 'Baja laboral larga.'

describe('administrators', () => {
  let server: TestServer
  let vno: Vno
  let boss: Account
  let session: TestSession
  let neutral: TestSession
  let theirs: { vno: Vno; admin: Account }
  before(async () => {
    server = await startTestServer()
    vno = await makeVno(server.db)
    boss = await makeAdmin(server.db, { vno })
    session = await makeSession(server.db, boss)
    neutral = await makeSession(server.db, await makeOperator(server.db))
    const other = await makeVno(server.db, { name: 'CANARIO-RED' })
    theirs = {
      vno: other,
      admin: await makeAdmin(server.db, { vno: other, name: 'CANARIO-PERSONA', email: 'canario@canario.test' }),
    }
  })
  after(() => server.close())

  const role = (privileges: Privileges, over: object = {}) =>
    insert(server.db, 'role', {
      key: unique(),
      name: `Rol ${unique()}`,
      scope: 'vno',
      base: 'vno',
      vno_id: vno.id,
      privileges,
      ...over,
    })
  const create = (query: object, by = session) => server.call('admin_vno/admins/create', query, { session: by })
  const edit = (query: object, by = session) => server.call('admin_vno/admins/edit', query, { session: by })
  const remove = (query: object, by = session) => server.call('admin_vno/admins/delete', query, { session: by })
  const alive = async (one: TestSession) => (await server.call('admin_vno/uiconfig/get', {}, { session: one })).status

  it('a new one is pending with an invitation, without a password, which no one else may set', async () => {
    const role_id = await role({})
    const email = address()
    const answer = await create({
      name: '  Ana Peña ',
      email: email.toUpperCase(),
      tax_id: '12345678-z',
      phone: '+34600112233',
      role_id,
    })
    assert.equal(answer.status, 200, answer.text)
    const made = record(answer)
    assert.deepEqual(
      [made.name, made.email, made.tax_id, made.phone, made.status, made.role.id, made.vno.id, made.version],
      ['Ana Peña', email, '12345678Z', '+34600112233', 1, role_id, vno.id, 1],
    )
    assert.equal(made.invitation?.state, 1)
    assert.equal(made.created_by?.id, boss.user_id)
    const { rows } = await server.db.owner.query('select email, password_hash from app_user where id = $1', [
      made.user_id,
    ])
    assert.deepEqual(rows, [{ email: null, password_hash: null }])
    const { rows: mails } = await server.db.owner.query<{ body: string }>(
      'select body from mail where recipient = $1',
      [email],
    )
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.body ?? '', /\/signup\?token=[\w-]{43}\s/)
    assert.equal(
      code(await create({ name: 'Ana', email: address(), role_id, pwd: 'una-clave-muy-larga' })),
      'VALIDATION',
    )
    assert.equal(code(await create({ name: 'Ana', email, role_id })), 'ALREADY_EXISTS')
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
      assert.equal(code(answer), 'VALIDATION', field)
      assert.deepEqual(
        (answer.body as { details: { field: string }[] }).details.map((one) => one.field),
        [field],
      )
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
    const { rows } = await server.db.owner.query<{ vno_id: number }>(
      'select vno_id from vno_admin_account where user_id = $1',
      [theirs.admin.user_id],
    )
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
      assert.equal(code(await create({ name: 'Ana', email: address(), role_id }, by)), 'PRIVILEGE_ESCALATION')
      assert.equal(code(await edit({ id: colleague.id, role_id }, by)), 'PRIVILEGE_ESCALATION')
      assert.equal(code(await edit({ id: clerk.id, role_id }, by)), 'PRIVILEGE_ESCALATION')
    }
    const same = await role(few)
    assert.equal((await edit({ id: colleague.id, role_id: same }, by)).status, 200)
    const waiting = await makeAdmin(server.db, { vno, status: 2 })
    assert.equal(code(await edit({ id: waiting.id, status: 4 }, by)), 'PRIVILEGE_ESCALATION')
  })

  it('S2 a foreign person or role answers like a missing one', async () => {
    const pairs: [Answer, Answer][] = [
      [await edit({ id: theirs.admin.id, name: 'X' }), await edit({ id: 2 ** 40, name: 'X' })],
      [
        await edit({ id: theirs.admin.id, version: 99, name: 'X' }),
        await edit({ id: 2 ** 40, version: 99, name: 'X' }),
      ],
      [await remove({ id: theirs.admin.id }), await remove({ id: 2 ** 40 })],
      [await edit({ id: boss.id, role_id: theirs.admin.role_id }), await edit({ id: boss.id, role_id: 2 ** 40 })],
      [
        await create({ name: 'X', email: address(), role_id: theirs.admin.role_id }),
        await create({ name: 'X', email: address(), role_id: 2 ** 40 }),
      ],
    ]
    const known = ({ status, text }: Answer) => [status, text.replace(/"request_id":"[^"]+"/, '')]
    for (const [foreign, missing] of pairs) {
      assert.deepEqual(known(foreign), known(missing))
      assert.equal(code(foreign), 'NOT_FOUND')
    }
  })

  it('S3 neither list nor download, CSV or XLSX, contains a person of another operator', async () => {
    const get = await server.call('admin_vno/admins/get', { limit: 200 }, { session })
    const csv = await server.call('admin_vno/admins/download', { format: 'csv' }, { session })
    const xlsx = await server.call('admin_vno/admins/download', { format: 'xlsx' }, { session })
    const sheets = Object.values(unzipSync(xlsx.bytes))
      .map((bytes) => strFromU8(bytes))
      .join('\n')
    for (const text of [get.text, csv.text, sheets]) {
      assert.ok(text.includes(boss.name))
      assert.ok(!text.includes('CANARIO'))
    }
    const all = await server.call('admin_vno/admins/download', { format: 'xlsx' }, { session: neutral })
    const every = Object.values(unzipSync(all.bytes))
      .map((bytes) => strFromU8(bytes))
      .join('\n')
    assert.ok(every.includes('CANARIO-PERSONA'), 'the neutral operator sees every row')
  })

  it('suspending needs a reason and ends every session at once; reactivating restores none', async () => {
    const one = await makeAdmin(server.db, { vno })
    const open = [await makeSession(server.db, one), await makeSession(server.db, one)]
    assert.deepEqual(await Promise.all(open.map(alive)), [200, 200])
    assert.equal(code(await edit({ id: one.id, status: 3 })), 'VALIDATION')
    assert.equal(code(await edit({ id: one.id, status: 3, suspended_reason: 'No' })), 'VALIDATION')
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
      assert.equal(code(answer), expected, `${status} ${JSON.stringify(query)}`)
    }
    assert.equal(code(await edit({ id: boss.id, status: 3, ...why })), 'PRIVILEGE_DENIED')
    assert.equal(code(await remove({ id: boss.id })), 'PRIVILEGE_DENIED')
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
      assert.equal(code(answer), 'VERSION_CONFLICT')
      assert.equal(record(answer).name, won && record(won).name)
      assert.equal(record(answer).version, 2)
    }
  })

  it('the neutral operator names the operator of a new administrator; an operator cannot', async () => {
    const role_id = theirs.admin.role_id
    const query = { name: 'Ana', email: address(), role_id }
    assert.equal(code(await create(query, neutral)), 'VALIDATION')
    const made = record(await create({ ...query, vno_id: theirs.vno.id }, neutral))
    assert.equal(made.vno_id, theirs.vno.id)
    assert.equal(code(await create({ ...query, vno_id: vno.id })), 'VALIDATION')
    assert.equal(code(await create({ ...query, email: address(), vno_id: 2 ** 30 }, neutral)), 'NOT_FOUND')
  })

  it('S1 the neutral operator’s own administrators are closed to all others', async () => {
    const paths = ['get', 'download', 'create', 'edit', 'delete'].map(
      (name) => `admin_vno/admins/neutral/${name}` as const,
    )
    const everything = {
      admin: { privs: { admin_view: true, admin_create: true, admin_edit: true, admin_delete: true } },
    }
    const given = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges: everything }))
    const target = await makeOperator(server.db, { name: 'CANARIO-NEUTRO' })
    const inputs = [
      {},
      { format: 'csv' },
      { name: 'A', email: address(), role_id: target.role_id },
      { id: target.id, name: 'B' },
      { id: target.id },
    ]
    for (const [index, path] of paths.entries()) {
      const plain = await server.call(path as 'admin_vno/admins/neutral/get', inputs[index], { session })
      assert.equal(plain.status, 403, path)
      const answer = await server.call(path as 'admin_vno/admins/neutral/get', inputs[index], { session: given })
      assert.ok(!answer.text.includes('CANARIO'), path)
      if (index > 1) assert.equal(answer.status, 403, path)
    }
    const list = await server.call('admin_vno/admins/neutral/get', { search: 'canario' }, { session: neutral })
    assert.equal((list.body as { records: unknown[] }).records.length, 1)
  })
})
