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
import { patientReads, quickPlant } from '../test/quick-plant.ts'
import { startTestDatabase } from '../test/database.ts'
import { makeAdmin, makeSession } from '../test/factories.ts'
import { untilTrue } from '../test/poll.ts'
import { startJobs } from './jobs.ts'

describe('jobs', async () => {
  const db = await startTestDatabase()
  const reader = openReader(new SimulatedPlant(db, quickPlant), db, patientReads)
  const process = { db, reader, plant: reader.plant, config: readConfig({ HILO_SEED: 'none' }), log: silentLog }
  const folder = await mkdtemp(join(tmpdir(), 'hilo-files-'))
  const jobs = await startJobs(process, new DiskStore(join(folder, 'files')))
  // The hourly upkeep would do the same as the jobs of these tests.
  await db.jobs.query(`update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 day'`)
  after(async () => {
    await jobs.stop()
    await db.close()
    await rm(folder, { recursive: true })
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
    await untilTrue(async () => (await left()) === 0)
  })

  it('jobs of a dead process are taken over within seconds', async () => {
    const account = await makeAdmin(db)
    const old = await makeSession(db, account, { revoked_at: new Date(Date.now() - 40 * 86_400_000) })
    await db.jobs.query(`select graphile_worker.add_job('maintain', '{}', run_at => now() + interval '1 hour')`)
    await db.jobs.query(
      `update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now() - interval '11 seconds', run_at = now()
        where locked_by is null`,
    )
    const left = async () => (await db.owner.query('select 1 from session where id = $1', [old.id])).rowCount
    await untilTrue(async () => (await left()) === 0)
  })
})
