/** A server whose machine stands still for a while, as one does that is moved, or that has no memory left to run in. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestDatabase } from '../test/database.ts'
import { place } from '../test/doomed.ts'
import { Journal } from '../test/journal.ts'
import { spawnServer, untilReady } from '../test/server-process.ts'
import { callOver } from '../test/wire.ts'

it('F24 what is asked of a process that stands still is answered when it goes on, and nothing confirmed is lost', async () => {
  const db = await startTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'hilo-frozen-'))
  const server = spawnServer(await place(folder, db))
  const call = callOver(server.address)
  try {
    await untilReady(server)
    const journal = await Journal.open({ db, call })
    assert.equal((await journal.write()).status, 200)
    const before = Array.from({ length: 5 }, () => journal.write())
    process.kill(server.pid, 'SIGSTOP')
    const during = Array.from({ length: 5 }, () => journal.write())
    await sleep(1500)
    process.kill(server.pid, 'SIGCONT')
    for (const { status } of await Promise.all([...before, ...during])) assert.equal(status, 200)
    assert.equal((await journal.read()).status, 200)
    await journal.holds(db)
  } finally {
    await server.kill('SIGTERM')
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
})
