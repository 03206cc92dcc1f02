/** An orderly restart of the database during calls. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster, type Cluster } from '../db/embedded.ts'
import { silentLog } from '../log.ts'
import { handedOver } from '../test/cluster.ts'
import { postmaster } from '../test/crash.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { Journal } from '../test/journal.ts'
import { during, untilTrue } from '../test/poll.ts'

const writers = 8

describe('the database is restarted', () => {
  let folder: string
  let cluster: Cluster
  let server: TestServer
  const given = process.env[handedOver]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hilo-restart-'))
    cluster = await openCluster(folder, silentLog, (error) => {
      throw error
    })
    process.env[handedOver] = cluster.url
    server = await startTestServer({}, { jobs: true })
  })
  after(async () => {
    if (given === undefined) delete process.env[handedOver]
    else process.env[handedOver] = given
    await server.close()
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('F3 calls answer 503 or succeed, and repeated ones happen once', async () => {
    const journal = await Journal.open(server)
    const stop = during(writers, () => journal.writeUntilAnswered(30_000))
    await sleep(200)
    const before = await postmaster(folder)
    // Orderly: connections end, everything is written; the cluster's keeper restarts it.
    process.kill(before, 'SIGINT')
    await untilTrue(async () => (await postmaster(folder).catch(() => before)) !== before)
    await untilTrue(async () => (await journal.read()).status === 200)
    const from = journal.entries.length
    await untilTrue(async () => Promise.resolve(journal.entries.slice(from).some(({ status }) => status === 200)))
    await stop()
    const statuses = new Set(journal.entries.map(({ status }) => status))
    assert.deepEqual([...statuses].toSorted(), [200, 503])
    await journal.holds(server.db)
  })
})
