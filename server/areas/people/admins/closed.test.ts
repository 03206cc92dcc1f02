/** Closing administrators, and the one who must stay. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
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
import { startTestServer, type Answer, type TestServer } from '../../../test/harness.ts'

type Admin = Output<'admin_vno/admins/edit'>['record']
const code = ({ body }: Answer) => (body as { error?: string }).error
const record = ({ body }: Answer) => (body as { record: Admin }).record
const reason = 'Baja laboral larga.'

describe('closed administrators', () => {
  let server: TestServer
  let vno: Vno
  let session: TestSession
  let neutral: TestSession
  before(async () => {
    server = await startTestServer()
    vno = await makeVno(server.db)
    session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    neutral = await makeSession(server.db, await makeOperator(server.db))
  })
  after(() => server.close())

  const edit = (query: object, by = session) => server.call('admin_vno/admins/edit', query, { session: by })
  const remove = (query: object, by = session) => server.call('admin_vno/admins/delete', query, { session: by })
  const alive = async (one: TestSession) => (await server.call('admin_vno/uiconfig/get', {}, { session: one })).status

  it('S6 of two who revoke each other’s rights concurrently, one keeps them', async () => {
    for (let round = 0; round < 3; round++) {
      const own = await makeVno(server.db)
      const [a, b] = [await makeAdmin(server.db, { vno: own }), await makeAdmin(server.db, { vno: own })]
      const [sa, sb] = [await makeSession(server.db, a), await makeSession(server.db, b)]
      const why = { status: 3, suspended_reason: reason }
      const answers = await Promise.all([edit({ id: b.id, ...why }, sa), edit({ id: a.id, ...why }, sb)])
      const left = await server.db.owner.query('select 1 from vno_admin_account where vno_id = $1 and status = 4', [
        own.id,
      ])
      assert.equal(left.rowCount, 1)
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    }
  })

  it('S6 the last one who can edit roles keeps that right, whoever asks', async () => {
    const own = await makeVno(server.db)
    const last = await makeAdmin(server.db, { vno: own })
    await makeAdmin(server.db, { vno: own, base: 'vno' })
    const his = await makeSession(server.db, last)
    const row = { key: unique(), name: 'Nada', scope: 'vno', base: 'vno', vno_id: own.id, privileges: {} }
    const weak = await insert(server.db, 'role', row)
    assert.equal(code(await edit({ id: last.id, role_id: weak }, his)), 'LAST_ADMIN')
    assert.equal(code(await edit({ id: last.id, status: 3, suspended_reason: reason }, neutral)), 'LAST_ADMIN')
    assert.equal(code(await remove({ id: last.id }, neutral)), 'LAST_ADMIN')
    assert.equal(await alive(his), 200)
  })

  it('S54 a deleted person’s data are gone, and the acts stay', async () => {
    const name = `CANARIO BORRADO ${unique()}`
    const email = `borrado.${unique().toLowerCase()}@prueba.test`
    const one = await makeAdmin(server.db, { vno, name, email })
    const his = await makeSession(server.db, one)
    await server.db.owner.query(`update app_user set tax_id = '12345678Z', phone = '+34611223344' where id = $1`, [
      one.user_id,
    ])
    const answer = await remove({ id: one.id, version: 2, reason })
    assert.equal(answer.status, 200, answer.text)
    const gone = record(answer)
    assert.deepEqual([gone.status, gone.email, gone.tax_id, gone.phone], [5, null, null, null])
    assert.equal(await alive(his), 401)
    for (const table of ['app_user', 'vno_admin_account', 'session', 'invitation', 'mail', 'audit', 'notification']) {
      const { rows } = await server.db.owner.query(`select 1 from ${table} t where t::text like any(array[$1, $2])`, [
        `%${name}%`,
        `%${email}%`,
      ])
      assert.deepEqual(rows, [], table)
    }
    assert.equal(code(await remove({ id: one.id })), 'ACCOUNT_BAD_STATE')
    const there = await server.call('admin_vno/admins/get', { id: one.id }, { session })
    assert.equal((there.body as { records: Admin[] }).records[0]?.status, 5)
  })

  it('one with an account at another operator is closed here only', async () => {
    const one = await makeAdmin(server.db, { vno })
    const there = await makeTechnician(server.db)
    await server.db.owner.query('update technical_account set user_id = $2 where id = $1', [there.id, one.user_id])
    const elsewhere = await makeSession(server.db, { ...there, user_id: one.user_id })
    const gone = record(await remove({ id: one.id }))
    assert.deepEqual([gone.status, gone.email], [5, null])
    assert.notEqual(gone.name, one.name)
    assert.equal(await alive(elsewhere), 200)
    const { rows } = await server.db.owner.query<{ name: string }>('select name from app_user where id = $1', [
      one.user_id,
    ])
    assert.equal(rows[0]?.name, one.name)
  })
})
