/** A job whose process dies while it runs is retried a few times, behind the others, and then parked. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { readConfig } from '../config.ts'
import { DiskStore } from '../files/store.ts'
import { silentLog } from '../log.ts'
import { openReader } from '../plant/reader.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { place } from '../test/crashing-server.ts'
import { startEnrolling, type Enrolling } from '../test/enrolling.ts'
import { makeLine } from '../test/enrollment-factories.ts'
import { patientReads, quickPlant } from '../test/quick-plant.ts'
import { spawnServer, untilReady, type ServerProcess } from '../test/server-process.ts'
import { until, untilTrue } from '../test/poll.ts'
import { startJobs } from './jobs.ts'

const jobs = 'graphile_worker._private_jobs'
interface JobRow {
  attempts: number
  max_attempts: number
  priority: number
  waits: boolean
  locked: boolean
  deaths: number
}
const columns = `attempts, max_attempts, priority, run_at > now() + interval '5 seconds' as waits, locked_by is not null as locked,
  (select count(*)::int from jsonb_object_keys(coalesce(flags, '{}'))) as deaths`
const jobOf = async (db: TestDatabase, key: string): Promise<JobRow | undefined> =>
  (await db.jobs.query<JobRow>(`select ${columns} from ${jobs} where key = $1`, [key])).rows[0]

describe('a job of a dead process', () => {
  let db: TestDatabase
  let running: { stop(): Promise<void> }
  let folder = ''
  before(async () => {
    db = await startTestDatabase()
    const reader = openReader(new SimulatedPlant(db, quickPlant), db, patientReads)
    const process = { db, reader, plant: reader.plant, config: readConfig({ HILO_SEED: 'none' }), log: silentLog }
    folder = await mkdtemp(join(tmpdir(), 'hilo-died-'))
    running = await startJobs(process, new DiskStore(join(folder, 'files')))
  })
  after(async () => {
    await running.stop()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is behind every other job after its second death, and parked after its third', async () => {
    await db.jobs.query(
      `select graphile_worker.add_job('maintain', '{}', job_key => 'deadly', run_at => now() + interval '1 hour')`,
    )
    for (let deaths = 1; deaths <= 3; deaths++) {
      // Each process has workers of its own: those of the one before may still be being released.
      await db.jobs.query(
        `update ${jobs} set locked_by = $1, locked_at = now() - interval '11 seconds', attempts = attempts + 1 where key = 'deadly'`,
        [`worker-dead-${deaths}`],
      )
      await untilTrue(async () => (await jobOf(db, 'deadly'))?.locked === false)
      const job = await jobOf(db, 'deadly')
      assert.ok(job)
      assert.equal(job.deaths, deaths)
      assert.equal(job.priority > 0, deaths > 1)
      assert.equal(job.attempts, deaths < 3 ? deaths : job.max_attempts)
    }
  })
})

describe('a file of enrolments whose process dies twice', () => {
  let desk: Enrolling
  let folder = ''
  let server: ServerProcess | undefined
  before(async () => {
    desk = await startEnrolling()
    folder = await mkdtemp(join(tmpdir(), 'hilo-died-'))
  })
  after(async () => {
    await server?.kill('SIGKILL')
    await desk.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('other jobs go first, and its author reads that it was given up', { timeout: 900_000 }, async () => {
    const { db } = desk.server
    const { box, port } = await makeLine(db, desk.vno)
    const answer = await desk.upload(
      Buffer.from(`tipo,accion,cto,puerto,etiqueta\n2,A,${box.code},${port.number},D46-1\n`),
    )
    const { id } = (answer.body as { record: { id: number } }).record
    const key = `enroll:${id}`
    const holder = await db.owner.connect()
    // The job blocks here until its process is killed. A lock of a row would give the transaction an id, and streams and seals
    // of the other tests wait for the oldest one.
    await holder.query('begin')
    await holder.query('lock table event in exclusive mode')
    for (let deaths = 0; deaths < 2; deaths++) {
      server = spawnServer(await place(folder, db))
      await untilReady(server)
      await untilTrue(async () => {
        const job = await jobOf(db, key)
        return job?.locked === true && job.deaths === deaths
      })
      await server.kill('SIGKILL')
      await db.jobs.query(`update ${jobs} set locked_at = locked_at - interval '10 seconds' where key = $1`, [key])
    }
    await db.jobs.query(`select graphile_worker.add_job('mail.send', '{"mail_id": 0}', job_key => 'innocent')`)
    server = spawnServer(await place(folder, db))
    await untilTrue(async () => (await jobOf(db, 'innocent')) === undefined)
    const released = await until(
      () => jobOf(db, key),
      (job) => job?.locked === false,
    )
    assert.equal(released?.waits, true)
    await holder.query('rollback')
    holder.release()
    await db.jobs.query(`update ${jobs} set run_at = now() where key = $1`, [key])
    await untilTrue(async () => (await jobOf(db, key)) === undefined)
    const event = await desk.event(id)
    assert.equal(event.process_state, processState.is.wronglyCreated)
    assert.match(event.error?.text ?? '', /^El archivo no se ha podido procesar: .*Divídelo/)
  })
})
