/** Kills under load, and the invariants afterwards: nothing confirmed is lost, nothing happened twice. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../db/open.ts'
import { runningCluster } from '../db/embedded.ts'
import { silentLog } from '../log.ts'
import type { Answer } from './harness.ts'
import { Journal, unheard } from './journal.ts'
import { during, untilTrue } from './poll.ts'
import { freePort, spawnServer, untilReady, type ServerProcess } from './server-process.ts'
import { callOver } from './wire.ts'

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

/** A request that is not answered. */
const lost: Answer = { status: unheard, headers: {}, body: undefined, text: '', bytes: Buffer.alloc(0) }

interface Crash {
  round: number
  folder: string
  journal: Journal
  /** Kills the server and starts the next one. */
  restart(): Promise<ServerProcess>
}

/**
 * Kills something of a server under load, `rounds` times. Confirmed requests are stored once; unconfirmed ones, sent again,
 * have one effect; none is refused. Returns every status that was answered.
 */
async function underLoad(
  rounds: number,
  more: { HILO_SEED?: string },
  kill: (crash: Crash) => Promise<void>,
): Promise<number[]> {
  const statuses = new Set<number>()
  await inFolder(async (folder) => {
    const env = { DATA_DIR: folder, PORT: await freePort(), ...more }
    let server = spawnServer(env)
    await untilReady(server)
    const db = await openDatabase({ dataDir: '', databaseUrl: (await runningCluster(folder)) ?? '' }, silentLog)
    try {
      const call = callOver(server.address)
      const journal = await Journal.open({ db, call: (...asked) => call(...asked).catch(() => lost) })
      const restart = async () => {
        await server.kill('SIGKILL')
        return (server = spawnServer(env))
      }
      for (let round = 0; round < rounds; round++) {
        const [stop, from] = [during(writers, () => journal.writeUntilAnswered(patienceMs)), journal.entries.length]
        await sleep(loadMs)
        await untilTrue(async () => journal.entries.slice(from).some(({ outcome }) => outcome === 'done'), patienceMs)
        await kill({ round, folder, journal, restart })
        await sleep(loadMs)
        await stop()
        await journal.repeatUnheard()
        await journal.holds(db)
      }
      for (const { outcome, status } of journal.entries) {
        assert.notEqual(outcome, 'refused', String(status))
        statuses.add(status)
      }
    } finally {
      await db.close()
      await server.kill('SIGTERM')
    }
  })
  return [...statuses].toSorted((one, two) => one - two)
}

/** The longest of each recovery, ms, and every status that was answered. */
interface Away {
  /** Only the database was killed; the server restarts it. */
  byItself: number
  /** Both were killed, and the server was started again. */
  together: number
  statuses: number[]
}

/** Kills the database under load, every third time together with the server; `SIGINT` ends it in order. */
export async function killDatabase(rounds: number, signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL'): Promise<Away> {
  const away = { byItself: 0, together: 0 }
  const statuses = await underLoad(rounds, {}, async ({ round, folder, journal, restart }) => {
    const before = await postmaster(folder)
    const began = performance.now()
    process.kill(before, signal)
    const both = round % 3 === 2
    if (both) await restart()
    await untilTrue(async () => (await postmaster(folder).catch(() => before)) !== before, patienceMs)
    await untilTrue(async () => (await journal.read()).status === 200, patienceMs)
    const which = both ? 'together' : 'byItself'
    away[which] = Math.max(away[which], performance.now() - began)
  })
  return { ...away, statuses }
}

/** Kills the server under load on a `small` network; returns the longest restart, ms. */
export async function killServer(rounds: number): Promise<number> {
  let longest = 0
  await underLoad(rounds, { HILO_SEED: 'small' }, async ({ restart }) => {
    longest = Math.max(longest, await untilReady(await restart()))
  })
  return longest
}
