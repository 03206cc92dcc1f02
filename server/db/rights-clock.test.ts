/** Session rights are cached beside the session, and void once anything that decides them has changed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { startTestDatabase } from '../test/database.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  type Account,
  type TestSession,
} from '../test/factories.ts'

describe('the clock of rights', async () => {
  const db = closedAfter(await startTestDatabase())

  const opened = async ({ token }: TestSession) => {
    const hash = createHash('sha256').update(token).digest()
    const { rows } = await db.app.query<{ stamp: string | null }>('select app_open($1) as stamp', [hash])
    return rows[0]?.stamp
  }
  const seen = ({ id }: TestSession) => db.app.query('select session_seen($1)', [id])
  const change = (text: string, ...values: unknown[]) => db.owner.query(text, values)
  /** A session with a made-up cached stamp, which is returned while the cache is valid. */
  const marked = async (account: Account) => {
    const session = await makeSession(db, account)
    const stamp = await opened(session)
    await seen(session)
    assert.equal(await opened(session), stamp)
    await change(`update session set rights_stamp = 'kept' where id = $1`, session.id)
    assert.equal(await opened(session), 'kept')
    return { session, stamp }
  }
  const makers = { vno_admin_account: makeAdmin, technical_account: makeTechnician, admin_account: makeOperator }

  for (const [table, make] of Object.entries(makers)) {
    const suspends: [string, (account: Account) => readonly [string, number]][] = [
      ['its account is suspended', ({ id }) => [`update ${table} set status = 3 where id = $1`, id]],
      ['its account is deleted', ({ id }) => [`delete from ${table} where id = $1`, id]],
    ]
    if (make !== makeOperator)
      suspends.push([
        'its operator is suspended',
        ({ vno_id }) => ['update vno set status = 4 where id = $1', vno_id ?? 0],
      ])
    for (const [what, how] of suspends)
      it(`S7 ${table}: no scope from the moment on when ${what}`, async () => {
        const account = await make(db)
        const { session } = await marked(account)
        await change(...how(account))
        assert.equal(await opened(session), null)
        await seen(session)
        assert.equal(await opened(session), null)
      })

    const changes: [string, (account: Account) => readonly [string, number]][] = [
      ['the account', ({ id }) => [`update ${table} set version = version + 1 where id = $1`, id]],
      ['the person', ({ user_id }) => ['update app_user set version = version + 1 where id = $1', user_id]],
      ['the role', ({ role_id }) => ['update role set version = version + 1 where id = $1', role_id]],
    ]
    for (const [what, how] of changes)
      it(`S7 ${table}: another stamp from the moment on when ${what} changes`, async () => {
        const account = await make(db)
        const { session, stamp } = await marked(account)
        await change(...how(account))
        const now = await opened(session)
        assert.match(now ?? '', /^\d+(\.\d+){3,4}$/)
        assert.notEqual(now, stamp)
        await seen(session)
        assert.equal(await opened(session), now)
      })
  }

  it('rights cached during a change are void after its commit, and valid after its rollback', async () => {
    const account = await makeAdmin(db)
    const session = await makeSession(db, account)
    const before = await opened(session)
    const client = await db.owner.connect()
    try {
      for (const end of ['rollback', 'commit']) {
        await client.query('begin')
        await client.query('update role set version = version + 1 where id = $1', [account.role_id])
        await client.query('set constraints all immediate')
        await seen(session)
        assert.equal(await opened(session), before)
        await client.query(end)
        if (end === 'rollback') assert.equal(await opened(session), before)
        else assert.notEqual(await opened(session), before)
      }
    } finally {
      client.release()
    }
  })

  it('moves once for many changes, and not at all for a sign-in', async () => {
    const time = async () => (await change('select n::int from rights_clock')).rows[0] as { n: number }
    const { user_id } = await makeAdmin(db)
    const { n } = await time()
    await change('update app_user set last_login_at = now() where id = $1', user_id)
    assert.equal((await time()).n, n)
    await change('update app_user set version = version + 1')
    assert.equal((await time()).n, n + 1)
  })

  it('the application may neither move the clock nor bypass the function', async () => {
    await assert.rejects(db.app.query('update rights_clock set n = n + 1'), { code: '42501' })
    await assert.rejects(db.app.query(`select session_rights(1, 1, 'va', 1)`), { code: '42501' })
  })
})
