/** How hard an OLT may be asked, by every process together: its sessions, and leaving it alone when it does not answer. */
import { Problem } from '@hilo/domain/problem.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { askInProcess, inProcess, type ProcessDb } from '../db/in-process.ts'
import type { Tx } from '../db/scope.ts'
import { line } from '../line.ts'
import { PlantUnreachable } from './plant.ts'

/** Who asks: the process, which waits its turn, or somebody who wants to look and leaves it a session free. */
export type Purpose = 'process' | 'demand'

export interface Timing {
  /** Longest that an OLT may take to answer from its own memory, and to ask ONTs for their powers. */
  askMs: number
  powersMs: number
  /** A session whose process died ends by itself after this; longer than asking and storing take. Renewed before powers. */
  leaseMs: number
  /** How long one waits for a session. */
  patienceMs: Readonly<Record<Purpose, number>>
  pollMs: number
  /** How long an OLT is left alone after three failures in a row. */
  breakMs: number
}
export const usual: Timing = {
  askMs: 5000,
  powersMs: 15_000,
  leaseMs: 20_000,
  patienceMs: { process: 20_000, demand: 4000 },
  pollMs: 100,
  breakMs: 30_000,
}

export type Turn = { session: number } | { known: true } | { wait: true } | { closed_ms: number }
/** What came of asking. `answered` ends a row of failures, `failed` makes it longer, `neither` says nothing of the OLT. */
export type Asked<T> = { outcome: 'answered' | 'failed' | 'neither'; stuck: boolean } & (
  { value: T } | { error: unknown }
)

const ms = (value: number) => `${Math.round(value)} ms`
const enter = 'select olt_enter($1, $2, $3, $4::interval, $5::interval, $6::interval, $7)'
const lockGate = 'select from olt_gate where olt_id = $1 for update'
const endSession = 'delete from olt_session where id = $1 returning id'
const holdSession = 'select id from olt_session where id = $1'
const renewSession = 'update olt_session set expires_at = clock_timestamp() + $2::interval where id = $1 returning id'
const closeRow = 'update olt_gate set failures = 0, closed_until = null where olt_id = $1 and failures > 0'
const addFailure = `
  update olt_gate set failures = failures + 1,
    closed_until = case when failures >= 2 then clock_timestamp() + $2::interval end
   where olt_id = $1`
/** Powers that do not come close no door for states. */
const openPowers =
  'update olt_gate set power_failures = 0, power_closed_until = null where olt_id = $1 and power_failures > 0'
const addPowerFailure = `
  update olt_gate set power_failures = power_failures + 1,
    power_closed_until = case when power_failures >= 2 then clock_timestamp() + $2::interval end
   where olt_id = $1`
const powersClosed = 'select (power_closed_until > clock_timestamp())::text from olt_gate where olt_id = $1'
/** What a plant gets to let go once it was told that its time is over. */
const graceMs = 200

/** Why an OLT could not be asked, as it travels. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof PlantUnreachable)) return error
  return error.busy ? new Problem('OLT_BUSY', { retryAfter: 2 }) : new Problem('OLT_UNREACHABLE', { retryAfter: 5 })
}

/** What is to be read: a box, and whether somebody of this process reads it already. */
export interface WantedBox {
  id: number
  maxAgeMs: number
  /** Powers are wanted too. */
  powers: boolean
  isRead: () => boolean
}

export class Gate {
  readonly #db: ProcessDb
  readonly timing: Timing
  /** Those who wait for an OLT in this process. */
  readonly #lines = new Map<string, ReturnType<typeof line>>()

  constructor(db: ProcessDb, timing: Timing) {
    this.#db = db
    this.timing = timing
  }

  /**
   * A session of the OLT, or `known` where the box has just been read or is being read. Of those who wait in this process
   * only the first asks the database, again and again; the others wait behind him.
   * @param askedAt when the waiting began, by performance.now()
   * @throws Problem OLT_UNREACHABLE while the OLT is left alone, OLT_BUSY when patience is over
   */
  async enter(
    oltId: number,
    purpose: Purpose,
    askedAt: number,
    box?: WantedBox,
  ): Promise<{ session: number } | { known: true }> {
    return await this.#lineOf(
      oltId,
      purpose,
    )(async () => {
      for (;;) {
        if (box?.isRead()) return { known: true }
        const waitedMs = performance.now() - askedAt
        const turn = await this.#ask(oltId, purpose, waitedMs, box)
        if ('session' in turn || 'known' in turn) return turn
        if ('closed_ms' in turn) throw new Problem('OLT_UNREACHABLE', { retryAfter: Math.ceil(turn.closed_ms / 1000) })
        if (waitedMs > this.timing.patienceMs[purpose]) throw new Problem('OLT_BUSY', { retryAfter: 2 })
        await sleep(this.timing.pollMs * (0.5 + Math.random()))
      }
    })
  }

  /** Whoever stands before has asked before, and is out of patience before. */
  #lineOf(oltId: number, purpose: Purpose) {
    const key = `${oltId} ${purpose}`
    const known = this.#lines.get(key) ?? line(1, Infinity)
    this.#lines.set(key, known)
    return known
  }

  /** Asks once for a session. */
  async #ask(oltId: number, purpose: Purpose, waitedMs: number, box?: WantedBox): Promise<Turn> {
    const text = await askInProcess(this.#db, enter, [
      oltId,
      box?.id ?? null,
      purpose === 'demand',
      ms(this.timing.leaseMs),
      ms(box?.maxAgeMs ?? 0),
      ms(box ? waitedMs : 0),
      box?.powers ?? false,
    ])
    return JSON.parse(text ?? '') as Turn
  }

  /** Whether ONTs are left alone for now, because their powers did not come three times in a row. */
  async powersClosed(oltId: number): Promise<boolean> {
    return (await askInProcess(this.#db, powersClosed, [oltId])) === 'true'
  }

  /**
   * Asks the plant in a session that was granted, stores what it said and ends the session, all or nothing.
   * @param of what is asked for: states and powers have budgets and breakers of their own. `goesOn` keeps the session after
   * an answer, for whoever asks for powers next.
   * @throws PlantUnreachable without an answer in time, or when the session had run out meanwhile
   */
  async use<T>(
    oltId: number,
    session: number,
    work: (signal: AbortSignal) => Promise<T>,
    store: (sql: Tx, outcome: Asked<T>) => Promise<void>,
    { of = 'states', goesOn = false }: { of?: 'states' | 'powers'; goesOn?: boolean } = {},
  ): Promise<T> {
    const { askMs, powersMs, breakMs, leaseMs } = this.timing
    const asked = await this.#tryout(work, of === 'states' ? askMs : powersMs)
    const [closes, adds] = of === 'states' ? [closeRow, addFailure] : [openPowers, addPowerFailure]
    const held = await inProcess(this.#db, async (sql) => {
      await sql.rows(lockGate, [oltId])
      const ended =
        goesOn && 'value' in asked
          ? await sql.rows(renewSession, [session, ms(leaseMs)])
          : await sql.rows(asked.stuck ? holdSession : endSession, [session])
      if (ended.length === 0) return false
      if (asked.outcome === 'answered') await sql.rows(closes, [oltId])
      if (asked.outcome === 'failed') await sql.rows(adds, [oltId, ms(breakMs)])
      await store(sql, asked)
      return true
    })
    if ('error' in asked) throw asked.error
    if (!held) throw new PlantUnreachable('answered too late')
    return asked.value
  }

  /** A plant that goes on although its time is over keeps its session until the lease ends. */
  async #tryout<T>(work: (signal: AbortSignal) => Promise<T>, withinMs: number): Promise<Asked<T>> {
    const signal = AbortSignal.timeout(withinMs)
    let stuck = true
    const answer = work(signal).finally(() => (stuck = false))
    const over = new Promise<never>((_, reject) => {
      const refuse = () => reject(new PlantUnreachable('no answer in time'))
      signal.addEventListener('abort', refuse, { once: true })
    })
    try {
      return { outcome: 'answered', stuck: false, value: await Promise.race([answer, over]) }
    } catch (thrown) {
      if (signal.aborted) await Promise.race([answer.catch(() => undefined), sleep(graceMs)])
      const error = signal.aborted ? new PlantUnreachable('no answer in time') : thrown
      if (!(error instanceof PlantUnreachable)) return { outcome: 'neither', stuck, error }
      return { outcome: error.busy ? 'answered' : 'failed', stuck, error }
    }
  }
}
