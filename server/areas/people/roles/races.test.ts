/** Roles: concurrent changes, and the last person who can edit them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { columnOf } from '../../../test/answers.ts'
import { callerOf, refusedWith } from '../../../test/caller.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { makeRole } from '../../../test/rights-factories.ts'

const seeEvents: Privileges = { event: { privs: { event_view: true } } }

describe('roles, two at once', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const vno = await makeVno(db)
  const session = await makeSession(db, await makeAdmin(db, { vno }))
  const neutral = await makeSession(db, await makeOperator(db))

  const call = callerOf(server, session)
  const edit = (query: object, as?: TestSession) => call('admin_vno/roles/edit', query, as)
  const remove = (query: object) => call('admin_vno/roles/delete', query)

  it('F13 of two concurrent changes of one role one gets the conflict with the record, never a merge', async () => {
    for (let round = 0; round < 30; round++) {
      const id = await makeRole(db, vno, {})
      const maps = [seeEvents, { port: { privs: { port_view: true } } }]
      const answers = await Promise.all(maps.map((privileges) => edit({ id, version: 1, privileges })))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
      const [won, lost] = answers[0]?.status === 200 ? answers : [answers[1], answers[0]]
      assert.equal(lost?.error, 'VERSION_CONFLICT')
      assert.deepEqual(lost?.record, won?.record)
      const granted = Object.values(won?.record.privileges ?? {}).flatMap(({ privs }) =>
        Object.values(privs).filter(Boolean),
      )
      assert.equal(granted.length, 1)
    }
  })

  it('F13 a change and a deletion at once: the second gets the conflict', async () => {
    for (let round = 0; round < 30; round++) {
      const id = await makeRole(server.db, vno, {})
      const [edited, deleted] = await Promise.all([
        edit({ id, version: 1, name: `Cambiado ${round}` }),
        remove({ id, version: 1 }),
      ])
      assert.deepEqual([edited.status, deleted.status].sort(), deleted.status === 200 ? [200, 404] : [200, 409])
    }
  })

  it('S6 the last person who can edit roles keeps that right', async () => {
    const alone = await makeVno(db)
    const head = await makeAdmin(db, { vno: alone })
    const as = await makeSession(db, head)
    const less = { ...defaultPrivileges('adminVNO'), 'role-admin-vno': { privs: { 'role-admin-vno_view': true } } }
    refusedWith(await edit({ id: head.role_id, privileges: less }, as), 409, 'LAST_ADMIN')
    refusedWith(await edit({ id: head.role_id, status: 2 }, as), 409, 'LAST_ADMIN')
    refusedWith(await edit({ id: head.role_id, status: 2 }, neutral), 409, 'LAST_ADMIN')
    // Suspended people, technicians and keys do not count.
    await makeAdmin(db, { vno: alone, status: 3 })
    const key = await makeAdmin(db, { vno: alone })
    await db.owner.query('update vno_admin_account set service = true where id = $1', [key.id])
    await makeTechnician(db, { vno: alone, base: 'adminVNO' })
    refusedWith(await edit({ id: head.role_id, privileges: less }, as), 409, 'LAST_ADMIN')
    await makeAdmin(db, { vno: alone })
    assert.equal((await edit({ id: head.role_id, privileges: less }, as)).status, 200)
  })

  it('S6 of two administrators revoking it from each other concurrently one keeps it', async () => {
    for (let round = 0; round < 30; round++) await lastTwo(db, edit)
  })
})

/** Two people of an operator, each revoking the other's right to edit roles. */
async function lastTwo(
  db: TestServer['db'],
  edit: (query: object, as: TestSession) => Promise<{ status: number; error?: string }>,
): Promise<void> {
  const vno = await makeVno(db)
  const [a, b] = [await makeAdmin(db, { vno }), await makeAdmin(db, { vno })]
  const [sa, sb] = [await makeSession(db, a), await makeSession(db, b)]
  const answers = await Promise.all([
    edit({ id: b.role_id, privileges: {} }, sa),
    edit({ id: a.role_id, privileges: {} }, sb),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(columnOf(answers, 'error')))
  const { rows } = await db.owner.query(
    `select 1 from vno_admin_account a join role r on r.id = a.role_id
      where a.vno_id = $1 and r.privileges #>> '{role-admin-vno,privs,role-admin-vno_edit}' = 'true'`,
    [vno.id],
  )
  assert.equal(rows.length, 1)
}
