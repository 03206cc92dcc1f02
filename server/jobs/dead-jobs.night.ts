/** A file whose process dies while it is worked on, twice. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { place } from '../test/crashing-server.ts'
import { startEnrolling } from '../test/enrolling.ts'
import { makeLine } from '../test/enrollment-factories.ts'
import { jobOf, jobsTable } from '../test/job-row.ts'
import { until, untilTrue } from '../test/poll.ts'
import { spawnServer, untilReady, type ServerProcess } from '../test/server-process.ts'

describe('a file of enrolments whose process dies twice', async () => {
  let server: ServerProcess | undefined
  const desk = await startEnrolling()
  const folder = await mkdtemp(join(tmpdir(), 'hilo-died-'))
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
      await db.jobs.query(`update ${jobsTable} set locked_at = locked_at - interval '10 seconds' where key = $1`, [key])
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
    await db.jobs.query(`update ${jobsTable} set run_at = now() where key = $1`, [key])
    await untilTrue(async () => (await jobOf(db, key)) === undefined)
    const event = await desk.event(id)
    assert.equal(event.process_state, processState.is.wronglyCreated)
    assert.match(event.error?.text ?? '', /^El archivo no se ha podido procesar: .*Divídelo/)
  })
})
