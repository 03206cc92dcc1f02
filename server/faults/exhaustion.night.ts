/** Exhausted connections, descriptors and memory: reported within seconds, and recovered afterwards. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedAfter } from '../test/closed-after.ts'
import { startTestDatabase } from '../test/database.ts'
import { place } from '../test/crashing-server.ts'
import { startTestServer } from '../test/harness.ts'
import { Journal } from '../test/journal.ts'
import { startWatch, untilTrue } from '../test/poll.ts'

/** Longest error answer for a device to retry in time, ms. */
const fastMs = 8000
/** A server starts within minutes on a busy machine. */
const startMs = 240_000

describe('exhausted resources', async () => {
  const server = closedAfter(await startTestServer())

  it('F25 with every database connection taken, calls answer 503 in seconds and work again at once', async () => {
    const { app } = server.db
    const journal = await Journal.open(server)
    const held = await Promise.all(Array.from({ length: app.options.max }, () => app.connect()))
    const [watch, whole] = [startWatch(), startWatch()]
    const entries = await Promise.all(Array.from({ length: 30 }, () => journal.write()))
    const slowestMs = watch()
    const read = await journal.read()
    assert.deepEqual([...new Set([...entries.map(({ status }) => status), read.status])], [503])
    assert.ok(slowestMs < fastMs, `${slowestMs} ms`)
    assert.equal(read.headers['retry-after'], '1')
    assert.equal((await server.app.inject({ url: '/healthz' })).statusCode, 200)
    for (const client of held) client.release()
    const ms = whole()
    assert.ok(ms < 3 * fastMs, `${ms} ms`)
    assert.equal((await journal.write()).status, 200)
    assert.equal((await journal.read()).status, 200)
    await journal.holds(server.db)
  })
})

describe('a server with few descriptors', () => {
  it('F25 lives through more connections than it can hold, and answers once they are gone', async () => {
    const db = await startTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'hilo-few-'))
    const { PATH } = process.env
    const at = await place(folder, db)
    const child = spawn('/bin/sh', ['-c', `ulimit -n 128; exec "$0" server/main.ts`, process.execPath], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { PATH, ...at },
      stdio: 'ignore',
    })
    const over = new Promise((done) => child.once('exit', done))
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${at.PORT}${path}`, {
        signal: AbortSignal.timeout(2000),
        headers: { connection: 'close' },
      }).then(
        ({ status }) => status,
        () => 0,
      )
    const sockets: Socket[] = []
    try {
      await untilTrue(async () => (await ask('/readyz')) === 200, startMs)
      for (let n = 0; n < 300; n++) {
        const socket = connect(Number(at.PORT), '127.0.0.1')
        socket.on('error', () => {})
        sockets.push(socket)
      }
      await sleep(1500)
      assert.notEqual(await ask('/readyz'), 200)
      for (const socket of sockets) socket.destroy()
      await untilTrue(async () => (await ask('/readyz')) === 200)
      assert.equal(child.exitCode, null)
    } finally {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGTERM')
      await over
      await db.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
