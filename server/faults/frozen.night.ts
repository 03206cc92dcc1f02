/** A paused server, as in a migrated or swapping machine. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestDatabase } from '../test/database.ts'
import { place } from '../test/crashing-server.ts'
import { Journal } from '../test/journal.ts'
import { spawnServer, untilReady } from '../test/server-process.ts'
import { callOver } from '../test/wire.ts'

/** A request waits five seconds for a connection: a pause that is safely shorter, ms. */
const waitMs = 4000

it('F24 requests to a paused process are answered when it resumes, and nothing confirmed is lost', async () => {
  const db = await startTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'hilo-frozen-'))
  const server = spawnServer({ ...(await place(folder, db)), STATEMENT_TIMEOUT_S: '60' } as never)
  const call = callOver(server.address)
  try {
    await untilReady(server)
    const journal = await Journal.open({ db, call })
    assert.equal((await journal.write()).status, 200)
    const before = Array.from({ length: 5 }, () => journal.write())
    const began = performance.now()
    process.kill(server.pid, 'SIGSTOP')
    const during = Array.from({ length: 5 }, () => journal.write())
    await sleep(1500)
    process.kill(server.pid, 'SIGCONT')
    // On a machine that stood still as well, those that wait for a connection may have waited too long.
    const allowed = performance.now() - began < waitMs ? [200] : [200, 503]
    for (const { status } of await Promise.all([...before, ...during])) assert.ok(allowed.includes(status), `${status}`)
    assert.equal((await journal.read()).status, 200)
    await journal.holds(db)
  } finally {
    await server.kill('SIGTERM')
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
})
