/** Closing administrators, and the one who must stay. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, unique } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { makeRole } from '../../../test/rights-factories.ts'
import { startTestServer } from '../../../test/harness.ts'

const reason = 'Baja laboral larga.'

describe('closed administrators', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const vno = await makeVno(db)
  const session = await makeSession(db, await makeAdmin(db, { vno }))
  const neutral = await makeSession(db, await makeOperator(db))

  const edit = (query: object, by = session) => server.call('admin_vno/admins/edit', query, { session: by })
  const remove = (query: object, by = session) => server.call('admin_vno/admins/delete', query, { session: by })
  const alive = async (one: TestSession) => (await server.call('admin_vno/uiconfig/get', {}, { session: one })).status

  it('S6 of two who revoke each other’s rights concurrently, one keeps them', async () => {
    for (let round = 0; round < 3; round++) {
      const own = await makeVno(db)
      const [a, b] = [await makeAdmin(db, { vno: own }), await makeAdmin(db, { vno: own })]
      const [sa, sb] = [await makeSession(db, a), await makeSession(db, b)]
      const why = { status: 3, suspended_reason: reason }
      const answers = await Promise.all([edit({ id: b.id, ...why }, sa), edit({ id: a.id, ...why }, sb)])
      const left = await db.owner.query('select 1 from vno_admin_account where vno_id = $1 and status = 4', [own.id])
      assert.equal(left.rowCount, 1)
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    }
  })

  it('S6 the last one who can edit roles keeps that right, whoever asks', async () => {
    const own = await makeVno(db)
    const last = await makeAdmin(db, { vno: own })
    await makeAdmin(db, { vno: own, base: 'vno' })
    const his = await makeSession(db, last)
    const weak = await makeRole(db, own, {})
    assert.equal(codeOf(await edit({ id: last.id, role_id: weak }, his)), 'LAST_ADMIN')
    assert.equal(codeOf(await edit({ id: last.id, status: 3, suspended_reason: reason }, neutral)), 'LAST_ADMIN')
    assert.equal(codeOf(await remove({ id: last.id }, neutral)), 'LAST_ADMIN')
    assert.equal(await alive(his), 200)
  })

  it('S54 a deleted person’s data are gone, and the acts stay', async () => {
    const name = `CANARIO BORRADO ${unique()}`
    const email = `borrado.${unique().toLowerCase()}@prueba.test`
    const one = await makeAdmin(db, { vno, name, email })
    const his = await makeSession(db, one)
    const numbers = `update app_user set tax_id = '12345678Z', phone = '+34611223344' where id = $1`
    await db.owner.query(numbers, [one.user_id])
    const { record: gone } = await server.done('admin_vno/admins/delete', { id: one.id, version: 2, reason }, session)
    assert.deepEqual([gone.status, gone.email, gone.tax_id, gone.phone], [5, null, null, null])
    assert.equal(await alive(his), 401)
    for (const table of ['app_user', 'vno_admin_account', 'session', 'invitation', 'mail', 'audit', 'notification']) {
      const text = `select 1 from ${table} t where t::text like any($1)`
      assert.deepEqual((await db.owner.query(text, [[`%${name}%`, `%${email}%`]])).rows, [], table)
    }
    assert.equal(codeOf(await remove({ id: one.id })), 'ACCOUNT_BAD_STATE')
    assert.equal((await server.done('admin_vno/admins/get', { id: one.id }, session)).records[0]?.status, 5)
  })

  it('one with an account at another operator is closed here only', async () => {
    const one = await makeAdmin(db, { vno })
    const there = await makeTechnician(db)
    await db.owner.query('update technical_account set user_id = $2 where id = $1', [there.id, one.user_id])
    const elsewhere = await makeSession(db, { ...there, user_id: one.user_id })
    const { record: gone } = await server.done('admin_vno/admins/delete', { id: one.id }, session)
    assert.deepEqual([gone.status, gone.email], [5, null])
    assert.notEqual(gone.name, one.name)
    assert.equal(await alive(elsewhere), 200)
    const { rows } = await db.owner.query<{ name: string }>('select name from app_user where id = $1', [one.user_id])
    assert.equal(rows[0]?.name, one.name)
  })
})
