/**
 * A job whose process dies while it runs is retried a few times, behind the others, and then parked. With a process that
 * dies: `dead-jobs.night.ts`.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readConfig } from '../config.ts'
import { DiskStore } from '../files/store.ts'
import { silentLog } from '../log.ts'
import { openReader } from '../plant/reader.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'
import { startTestDatabase } from '../test/database.ts'
import { jobOf, jobsTable } from '../test/job-row.ts'
import { untilTrue } from '../test/poll.ts'
import { patientReads, quickPlant } from '../test/quick-plant.ts'
import { startJobs } from './jobs.ts'

describe('a job of a dead process', async () => {
  const db = await startTestDatabase()
  const reader = openReader(new SimulatedPlant(db, quickPlant), db, patientReads)
  const process = { db, reader, plant: reader.plant, config: readConfig({ HILO_SEED: 'none' }), log: silentLog }
  const folder = await mkdtemp(join(tmpdir(), 'hilo-died-'))
  const running = await startJobs(process, new DiskStore(join(folder, 'files')))
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
        `update ${jobsTable} set locked_by = $1, locked_at = now() - interval '11 seconds', attempts = attempts + 1 where key = 'deadly'`,
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
