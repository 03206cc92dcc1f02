/**
 * A thousand rounds of concurrent changes by two administrators to each other. `npm run test:file --
 * server/areas/people/roles/rights.soak.ts`
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno } from '../../../test/factories.ts'
import type { Account, TestSession, Vno } from '../../../test/factories.ts'
import { startTestServer, type Answer } from '../../../test/harness.ts'
import { makeRole } from '../../../test/rights-factories.ts'

const rounds = 1000
const narrowPrivileges = { event: { privs: { event_view: true } } }

describe('rights, a thousand times', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server

  const edit = (session: TestSession, query: object) => server.call('admin_vno/roles/edit', query, { session })
  const ok = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length
  const signedIn = async (account: Account) => ({ account, session: await makeSession(db, account) })

  it('S6 of two who revoke the right to edit roles from each other, one keeps it', async () => {
    for (let round = 0; round < rounds; round++) {
      const vno = await makeVno(db)
      const [a, b] = [await signedIn(await makeAdmin(db, { vno })), await signedIn(await makeAdmin(db, { vno }))]
      const answers = await Promise.all([
        edit(a.session, { id: b.account.role_id, privileges: {} }),
        edit(b.session, round % 2 ? { id: a.account.role_id, privileges: {} } : { id: b.account.role_id, status: 2 }),
      ])
      const { rows } = await db.owner.query(
        `select 1 from vno_admin_account a join role r on r.id = a.role_id where a.vno_id = $1 and r.status = 1
          and r.privileges #>> '{role-admin-vno,privs,role-admin-vno_edit}' = 'true'`,
        [vno.id],
      )
      assert.ok(rows.length >= 1, `${round}: ${answers.map(codeOf).join(', ')}`)
    }
  })

  it('F13 of two changes to one version of a role one wins, and the role is what the winner wrote', async () => {
    const vno: Vno = await makeVno(db)
    const [a, b] = [await signedIn(await makeAdmin(db, { vno })), await signedIn(await makeAdmin(db, { vno }))]
    for (let round = 0; round < rounds; round++) {
      const id = await makeRole(db, vno, {})
      const answers = await Promise.all([
        edit(a.session, { id, version: 1, privileges: narrowPrivileges }),
        edit(b.session, { id, version: 1, privileges: { port: { privs: { port_view: true } } } }),
      ])
      assert.deepEqual([ok(answers), answers.map(codeOf).filter(Boolean)], [1, ['VERSION_CONFLICT']])
    }
  })

  it('F13 a role that is deleted is not changed, and one that is changed is not deleted', async () => {
    const vno = await makeVno(db)
    const [{ session }, other] = [await signedIn(await makeAdmin(db, { vno })), await signedIn(await makeOperator(db))]
    for (let round = 0; round < rounds; round++) {
      const id = await makeRole(db, vno, {})
      const answers = await Promise.all([
        edit(session, { id, version: 1, privileges: narrowPrivileges }),
        server.call('admin_vno/roles/delete', { id, version: 1 }, { session: other.session }),
      ])
      assert.equal(ok(answers), 1)
      const { rowCount } = await db.owner.query('select 1 from role where id = $1', [id])
      assert.equal(rowCount, answers[0].status === 200 ? 1 : 0)
    }
  })
})
