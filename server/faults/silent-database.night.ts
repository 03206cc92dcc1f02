/** The database's machine is lost without closing connections: open ones never answer, new ones work or not. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedAfter } from '../test/closed-after.ts'
import { startTestDatabase } from '../test/database.ts'
import { place } from '../test/crashing-server.ts'
import { Journal } from '../test/journal.ts'
import { spawnServer, untilReady, type ServerProcess } from '../test/server-process.ts'
import { startWatch } from '../test/poll.ts'
import { startTcpFront, type TcpFront } from '../test/tcp-front.ts'
import { callOver } from '../test/wire.ts'

/** Longest recovery once new connections work, ms: the guaranteed 15 s, doubled for a busy machine. */
const backMs = 30_000
/** When the test stops waiting; later than `backMs`, so that a failure says how long the recovery took. */
const givesUpMs = 3 * backMs
/** Tolerance for a late answer on a busy machine, ms. */
const slackMs = 2_500

describe('the database falls silent', { timeout: 900_000 }, async () => {
  let folder: string
  let front: TcpFront
  let server: ServerProcess
  const db = closedAfter(await startTestDatabase())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hilo-silent-'))
    front = await startTcpFront(db.ownerUrl)
    server = spawnServer({ ...(await place(folder, db)), DATABASE_URL: front.url } as never)
    await untilReady(server)
  })
  afterEach(async () => {
    await server.kill('SIGKILL')
    await front.close()
    await rm(folder, { recursive: true, force: true })
  })

  const timed = async (path: string) => {
    const watch = startWatch()
    const answer = await fetch(`${server.address}${path}`, { headers: { connection: 'close' } })
    return { status: answer.status, text: await answer.text(), ms: watch() }
  }
  const figure = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

  /** All requests succeed, one after another: the order that uses the fewest connections. */
  async function worksAgain(journal: Journal): Promise<number> {
    const began = performance.now()
    const watch = startWatch()
    for (let good = 0; good < 12;) {
      if (performance.now() - began > givesUpMs) break
      const answers = [await journal.read(), await journal.writeUntilAnswered(givesUpMs)]
      const ready = await timed('/readyz')
      good = answers.every(({ status }) => status === 200) && ready.status === 200 ? good + 1 : 0
    }
    return watch()
  }

  it('open connections never answer: full service again within thirty seconds, nothing lost or duplicated', async () => {
    const journal = await Journal.open({ db, call: callOver(server.address) })
    // The pool is full of lost connections.
    await Promise.all(Array.from({ length: 20 }, () => journal.write()))
    front.silence()
    const ms = await worksAgain(journal)
    assert.ok(ms < backMs, `${Math.round(ms)} ms`)
    const { text } = await timed('/metrics')
    assert.ok(figure(text, 'hilo_jobs_waiting') >= 0)
    await journal.holds(db)
  })

  it('nothing answers: /readyz and /metrics report it in time, calls answer 503, and all recovers by itself', async () => {
    const journal = await Journal.open({ db, call: callOver(server.address) })
    assert.equal((await journal.write()).status, 200)
    front.silenceAll()
    await sleep(1100)
    const asked = [journal.read(), journal.write()]
    const [ready, metrics] = await Promise.all([timed('/readyz'), timed('/metrics')])
    assert.equal(ready.status, 503)
    assert.ok(ready.ms < 2000 + slackMs, `readyz ${Math.round(ready.ms)} ms`)
    assert.equal(metrics.status, 200)
    assert.match(metrics.text, /^process_cpu_seconds_total /m)
    assert.ok(metrics.ms < 3000 + slackMs, `metrics ${Math.round(metrics.ms)} ms`)
    for (const { status } of await Promise.all(asked)) assert.equal(status, 503)
    assert.equal((await timed('/healthz')).status, 200)
    front.clear()
    const ms = await worksAgain(journal)
    assert.ok(ms < backMs, `${Math.round(ms)} ms`)
    await journal.holds(db)
  })

  it('the process stops within fifteen seconds whatever the database does', async () => {
    const journal = await Journal.open({ db, call: callOver(server.address) })
    await journal.write()
    front.silenceAll()
    const asked = [journal.read(), journal.write()].map((one) => one.catch(() => null))
    await sleep(200)
    const watch = startWatch()
    await server.kill('SIGTERM')
    const ms = watch()
    assert.ok(ms < 15_000 + slackMs, `${ms} ms`)
    await Promise.all(asked)
  })
})
