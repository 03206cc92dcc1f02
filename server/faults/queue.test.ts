/** More jobs than can be done at once, and one that cannot be done at all. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { Journal } from '../test/journal.ts'
import { during, untilTrue } from '../test/waiting.ts'

const backlog = 20_000
/** So many are waited for: each is two commits, and this is about who waits, not about the disk. */
const drained = 200
const jobs = 'graphile_worker._private_jobs'

describe('the queue', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({}, { jobs: true })
  })
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

  it('F15 a backlog drains while people are answered, and is told in the figures', async () => {
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
    await untilTrue(async () => (await figure('hilo_job_age_seconds')) > 60, 60_000)
    await untilTrue(async () => (await count(`key like 'b%'`)) <= backlog - drained, 60_000)
    // The oldest go first.
    assert.equal(await count(`key = 'b1'`), 0)
    assert.equal(await count(`key = 'b${backlog}'`), 1)
    await stop()
    const times = journal.entries.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
    assert.ok((times[Math.floor(times.length / 2)] ?? Infinity) < 1000, 'nobody waits for the queue')
    await journal.holds(db)
    await db.jobs.query(`delete from ${jobs} where locked_at is null`)
    await untilTrue(async () => (await count('true')) === 0)
  })

  it('F15 a job that fails each time is put aside after its tries, told in the figures, and holds up nobody', async () => {
    const { db } = server
    await db.jobs.query(
      `select graphile_worker.add_job('process.close', '{"event_id": "nonsense"}', queue_name => 'poisoned', max_attempts => 5,
         job_key => 'poison')`,
    )
    for (let tries = 1; tries <= 5; tries++) {
      await untilTrue(async () => (await count(`key = 'poison' and attempts = ${tries} and locked_at is null`)) === 1)
      await db.jobs.query(`update ${jobs} set run_at = now() where key = 'poison'`)
    }
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
    await holder.query('begin; lock table rate_count in access exclusive mode')
    await db.jobs.query(`select graphile_worker.add_job('maintain', '{}', job_key => 'long')`)
    await untilTrue(async () => (await count(`key = 'long' and locked_at is not null`)) === 1)
    await db.jobs.query(`update ${jobs} set locked_at = now() - interval '11 seconds' where key = 'long'`)
    // Two dead ones, one after the other, show that who is alive has been looked for meanwhile.
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
