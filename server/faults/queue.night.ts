/** A backlog of jobs, and a job that always fails. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer } from '../test/harness.ts'
import { Journal } from '../test/journal.ts'
import { during, untilTrue } from '../test/poll.ts'

const backlog = 20_000
/** Jobs to wait for: each is two commits, and the test is about waiting, not about the disk. */
const drained = 200
/** Requests answered while the backlog lasts. */
const requests = 20
const jobs = 'graphile_worker._private_jobs'

describe('the queue', async () => {
  const server = await startTestServer({}, { jobs: true })
  after(async () => {
    await server.db.jobs.query(`delete from ${jobs} where locked_at is null`)
    await untilTrue(async () => (await count('locked_at is not null')) === 0)
    await server.close()
  })

  const count = async (where: string) =>
    (await server.db.jobs.query<{ n: number }>(`select count(*)::int as n from ${jobs} where ${where}`)).rows[0]?.n ??
    -1
  const figure = async (name: string) => {
    const { body } = await server.app.inject({ url: '/metrics' })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  }

  it('F15 a backlog drains while requests are answered, and shows in the metrics', async () => {
    const { db } = server
    const journal = await Journal.open(server)
    const stop = during(2, async () => {
      assert.equal((await journal.write()).status, 200)
      assert.equal((await journal.read()).status, 200)
    })
    await db.jobs.query(
      `insert into ${jobs} (task_id, payload, run_at, job_queue_id, key)
       select t.id, json_build_object('mail_id', -n), now() - interval '5 minutes' + n * interval '1 ms',
         case when n % 100 = 0 then (select id from graphile_worker._private_job_queues order by id limit 1) end, 'b' || n
         from graphile_worker._private_tasks t, generate_series(1, ${backlog}) n where t.identifier = 'mail.send'`,
    )
    await untilTrue(async () => (await figure('hilo_job_age_seconds')) > 60)
    await untilTrue(async () => (await count(`key like 'b%'`)) <= backlog - drained)
    const answered = journal.entries.length
    await untilTrue(async () => journal.entries.length >= answered + requests)
    // The oldest go first, and requests do not wait for the last.
    assert.equal(await count(`key = 'b1'`), 0)
    assert.equal(await count(`key = 'b${backlog}'`), 1)
    await stop()
    await journal.holds(db)
    await db.jobs.query(`delete from ${jobs} where locked_at is null`)
    await untilTrue(async () => (await count('true')) === 0)
  })

  it('F15 a job that always fails is parked after its tries, shows in the metrics, and blocks no other', async () => {
    const { db } = server
    await db.jobs.query(
      `select graphile_worker.add_job('process.close', '{"event_id": "nonsense"}', queue_name => 'poisoned', max_attempts => 5,
         job_key => 'poison')`,
    )
    // Each try is brought forward; the queue may make the next one by itself meanwhile.
    await untilTrue(async () => {
      await db.jobs.query(
        `update ${jobs} set run_at = now() where key = 'poison' and locked_at is null and run_at > now()`,
      )
      return (await count(`key = 'poison' and attempts = 5 and locked_at is null`)) === 1
    })
    await db.jobs.query(
      `select graphile_worker.add_job('mail.send', '{"mail_id": 0}', queue_name => 'poisoned', job_key => 'next')`,
    )
    await untilTrue(async () => (await count(`key = 'next'`)) === 0)
    assert.equal(await count(`key = 'poison' and attempts = 5 and last_error is not null`), 1)
    assert.equal(await figure('hilo_jobs_parked'), 1)
  })

  it('F15 a job that takes long is not taken from the process that is at it', async () => {
    const { db } = server
    const holder = await db.owner.connect()
    // Of the weaker kind, which needs no transaction id: streams and seals of other tests wait for the oldest one.
    await holder.query('begin; lock table rate_count in exclusive mode')
    await db.jobs.query(`select graphile_worker.add_job('maintain', '{}', job_key => 'long')`)
    await untilTrue(async () => (await count(`key = 'long' and locked_at is not null`)) === 1)
    await db.jobs.query(`update ${jobs} set locked_at = now() - interval '11 seconds' where key = 'long'`)
    // Two dead workers in sequence prove that liveness was checked meanwhile.
    for (const key of ['dead', 'dead too']) {
      await db.jobs.query(
        `select graphile_worker.add_job('mail.send', '{"mail_id": 0}', job_key => $1, run_at => now() + interval '1 hour')`,
        [key],
      )
      await db.jobs.query(
        `update ${jobs} set locked_by = 'pool-dead', locked_at = now() - interval '11 seconds', run_at = now() where key = $1`,
        [key],
      )
      await untilTrue(async () => (await count(`key = '${key}'`)) === 0)
    }
    assert.equal(await count(`key = 'long' and locked_at is not null and attempts = 1`), 1)
    await holder.query('rollback')
    holder.release()
    await untilTrue(async () => (await count(`key = 'long'`)) === 0)
  })
})
