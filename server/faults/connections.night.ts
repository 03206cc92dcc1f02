/** All database connections cut at once during calls and jobs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedAfter } from '../test/closed-after.ts'
import { onServer } from '../test/database.ts'
import { startTestServer } from '../test/harness.ts'
import { Journal } from '../test/journal.ts'
import { during, startWatch, untilTrue } from '../test/poll.ts'

const cuts = 6
const writers = 8
/** Recovery time after the database answers, ms. */
const reconnectMs = 2000
/** Advisory lock with which a test blocks a write. */
const held = 7_301

describe('all connections to the database are cut', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  /** Ends all connections, and waits until they have: on a busy machine that takes a while. */
  const cut = () =>
    onServer(server.db.ownerUrl, async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid, pg_terminate_backend(pid) from pg_stat_activity
          where datname = $1 and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        [new URL(server.db.ownerUrl).pathname.slice(1)],
      )
      const left = 'select from pg_stat_activity where pid = any($1)'
      await untilTrue(async () => (await client.query(left, [rows.map(({ pid }) => pid)])).rowCount === 0)
    })

  it('F3 calls answer 503 or succeed, again within two seconds, and repeated ones happen once', async () => {
    const journal = await Journal.open(server)
    const stop = during(writers, () => journal.writeUntilAnswered(20_000))
    const statuses = new Set<number>()
    const stopReading = during(2, async () => statuses.add((await journal.read()).status))
    for (let n = 0; n < cuts; n++) {
      await sleep(60 + 20 * (n % 4))
      await cut()
    }
    const watch = startWatch()
    while ((await journal.read()).status !== 200) await sleep(10)
    const ms = watch()
    assert.ok(ms < reconnectMs, `${ms} ms`)
    await Promise.all([stop(), stopReading()])
    assert.deepEqual([...new Set(journal.entries.map(({ status }) => status))].toSorted(), [200, 503])
    assert.ok(
      [...statuses].every((status) => status === 200 || status === 503),
      [...statuses].join(),
    )
    await journal.holds(server.db)
  })

  it('F3 a change without a key is never done twice by the server itself', async () => {
    const journal = await Journal.open(server)
    const stop = during(writers, () => journal.write())
    for (let n = 0; n < cuts; n++) {
      await sleep(60 + 20 * (n % 4))
      await cut()
    }
    await stop()
    assert.ok(journal.entries.some(({ status }) => status === 503))
    await journal.holds(server.db)
  })

  it('F3 the queue works on: jobs under way when they were cut off are done, none ends the process', async () => {
    const left = async () =>
      (await server.db.jobs.query(`select 1 from graphile_worker._private_jobs where key like 'cut.%'`)).rowCount
    for (let n = 0; n < cuts; n++) {
      await server.db.jobs.query(
        `select graphile_worker.add_job('mail.send', '{"mail_id": 0}', job_key => 'cut.' || $1 || '.' || m)
           from generate_series(1, 60) m`,
        [n],
      )
      await cut()
      await sleep(40)
    }
    await untilTrue(async () => (await left().catch(() => 1)) === 0)
  })

  it('F3 a job cut off while it is recorded as done is recorded all the same', async () => {
    const { db } = server
    await db.jobs.query(`
      create function graphile_worker.hold() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${held});
        return old;
      end $$;
      create trigger hold before delete on graphile_worker._private_jobs for each row when (old.key = 'written')
        execute function graphile_worker.hold()`)
    const holder = await db.owner.connect()
    await holder.query(`select pg_advisory_lock(${held})`)
    await db.jobs.query(`select graphile_worker.add_job('mail.send', '{"mail_id": 0}', job_key => 'written')`)
    const writing = `select pid from pg_locks where locktype = 'advisory' and objid = ${held} and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await untilTrue(async () => (await db.owner.query(writing)).rowCount === 1)
    await db.owner.query(`select pg_terminate_backend(pid) from (${writing}) w`)
    await holder.query(`select pg_advisory_unlock(${held})`)
    holder.release()
    const left = `select 1 from graphile_worker._private_jobs where key = 'written'`
    await untilTrue(async () => (await db.owner.query(left)).rowCount === 0)
  })
})
