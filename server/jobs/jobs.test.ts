import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { silentLog } from '../log.ts'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { makeAdmin, makeSession } from '../test/factories.ts'
import { startJobs } from './jobs.ts'

describe('jobs', () => {
  let db: TestDatabase
  let jobs: { stop(): Promise<void> }
  before(async () => {
    db = await startTestDatabase()
    jobs = await startJobs(db, silentLog)
  })
  after(async () => {
    await jobs.stop()
    await db.close()
  })

  it('a job added in a transaction runs after its commit, and not at all after a rollback', async () => {
    const account = await makeAdmin(db)
    const old = await makeSession(db, account, { revoked_at: new Date(Date.now() - 40 * 86_400_000) })
    const left = async () => (await db.owner.query('select 1 from session where id = $1', [old.id])).rowCount
    const client = await db.app.connect()
    await client.query('begin')
    await client.query(`select app_add_job('maintain', '{}')`)
    await client.query('rollback')
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal(await left(), 1)
    await client.query('begin')
    await client.query(`select app_add_job('maintain', '{}')`)
    await client.query('commit')
    client.release()
    for (let i = 0; i < 50 && (await left()) === 1; i++) await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(await left(), 0)
  })

  it('the audit has partitions for this month and the two next', async () => {
    const { rows } = await db.owner.query<{ n: number }>(
      `select count(*)::int as n from pg_inherits where inhparent = 'audit'::regclass`,
    )
    assert.ok((rows[0]?.n ?? 0) >= 3)
  })
})
