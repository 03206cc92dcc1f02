/** Kills under load, and the invariants afterwards: nothing confirmed is lost, nothing happened twice. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Path } from '@hilo/contract/index.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { runningCluster } from '../db/embedded.ts'
import { silentLog } from '../log.ts'
import { makeAdmin, makeSession, type TestSession } from './factories.ts'
import type { Answer, CallOptions } from './harness.ts'
import { Journal, unheard } from './journal.ts'
import { freePort, spawnServer, untilReady } from './server-process.ts'
import { during, untilTrue } from './poll.ts'

const writers = 4
const loadMs = 700
const patienceMs = 60_000

/** Guaranteed start time after a crash, ms. */
export const restartMs = 3000

/** Runs work in a fresh folder that is removed afterwards. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-crash-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Process id of the cluster's postmaster. */
export async function postmaster(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** The longest of each recovery, ms. */
interface Away {
  /** Only the database was killed; the server restarts it. */
  byItself: number
  /** Both were killed, and the server was started again. */
  together: number
}

/**
 * Kills the database under load, `rounds` times, every third time together with the server. Confirmed requests are stored
 * once; unconfirmed ones, sent again, have one effect.
 */
export async function killDatabase(rounds: number): Promise<Away> {
  const away: Away = { byItself: 0, together: 0 }
  await inFolder(async (folder) => {
    const env = { DATA_DIR: folder, PORT: await freePort() }
    let server = spawnServer(env)
    await untilReady(server)
    const db = await openDatabase({ dataDir: '', databaseUrl: (await runningCluster(folder)) ?? '' }, silentLog)
    try {
      const journal = await Journal.open({ call: (...asked) => ask(server.address, ...asked), db })
      for (let round = 0; round < rounds; round++) {
        const stop = during(writers, () => journal.writeUntilAnswered(patienceMs))
        await sleep(loadMs)
        const before = await postmaster(folder)
        const began = performance.now()
        process.kill(before, 'SIGKILL')
        const both = round % 3 === 2
        if (both) {
          await server.kill('SIGKILL')
          server = spawnServer(env)
        }
        await untilTrue(async () => (await postmaster(folder).catch(() => before)) !== before, patienceMs)
        await untilTrue(async () => (await journal.read()).status === 200, patienceMs)
        const which = both ? 'together' : 'byItself'
        away[which] = Math.max(away[which], performance.now() - began)
        await sleep(loadMs)
        await stop()
        await journal.repeatUnheard()
        await journal.holds(db)
      }
      assert.deepEqual(
        journal.entries.filter(({ outcome }) => outcome === 'refused'),
        [],
      )
    } finally {
      await db.close()
      await server.kill('SIGTERM')
    }
  })
  return away
}

/** A call over the network, possibly without an answer. */
async function ask(address: string, path: Path, query = {}, { session }: CallOptions = {}): Promise<Answer> {
  const response = await fetch(`${address}/api/v1/${path}.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: session?.cookie ?? '' },
    body: JSON.stringify({ query }),
  }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    () => ({ status: unheard, text: '' }),
  )
  return { ...response, headers: {}, body: undefined, bytes: Buffer.alloc(0) }
}

/** Kills the server under load, `rounds` times, on a `small` network; returns the longest restart, ms. */
export async function killServer(rounds: number): Promise<number> {
  let longest = 0
  await inFolder(async (folder) => {
    const env = { DATA_DIR: folder, PORT: await freePort(), HILO_SEED: 'small' }
    let server = spawnServer(env)
    await untilReady(server)
    const db = await openDatabase({ dataDir: '', databaseUrl: (await runningCluster(folder)) ?? '' }, silentLog)
    try {
      const sessions = await Promise.all(
        Array.from({ length: writers }, async () => makeSession(db, await makeAdmin(db))),
      )
      const confirmed = sessions.map(() => 0)
      for (let round = 0; round < rounds; round++) {
        const load = sessions.map((session, index) => saveUntilKilled(server.address, session, index, confirmed))
        await sleep(loadMs)
        await untilTrue(async () => confirmed.every((n) => n > 0), patienceMs)
        await server.kill('SIGKILL')
        await Promise.all(load)
        server = spawnServer(env)
        longest = Math.max(longest, await untilReady(server))
      }
      await holds(db, sessions, confirmed, rounds)
    } finally {
      await db.close()
      await server.kill('SIGTERM')
    }
  })
  return longest
}

/** Each save is one change and one audit row; the answer confirms both. */
async function saveUntilKilled(
  address: string,
  { token }: TestSession,
  index: number,
  confirmed: number[],
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ query: { list: 'admin_vno/ports/get', config: { columns: [] } } })
  for (;;) {
    const answer = await fetch(`${address}/api/v1/admin_vno/uiconfig/save.json`, {
      method: 'POST',
      headers,
      body,
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => null,
    )
    if (!answer) return
    assert.equal(answer.status, 200, answer.text)
    confirmed[index] = (confirmed[index] ?? 0) + 1
  }
}

async function holds(db: Database, sessions: TestSession[], confirmed: number[], rounds: number): Promise<void> {
  for (const [index, { id }] of sessions.entries()) {
    const { rows } = await db.owner.query<{ saved: number; audited: number }>(
      `select (select version from ui_config u where u.user_id = s.user_id) as saved,
              (select count(*) from audit a where a.actor_id = s.user_id) as audited from session s where id = $1`,
      [id],
    )
    const { saved = 0, audited = 0 } = rows[0] ?? {}
    const said = confirmed[index] ?? 0
    assert.equal(saved, audited, 'a change and its audit row are one')
    // At most one per kill may be stored without a received answer.
    assert.ok(said > 0 && saved >= said && saved <= said + rounds, `${said} confirmed, ${saved} found`)
  }
}
