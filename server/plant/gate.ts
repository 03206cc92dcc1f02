/** Limits the load on an OLT across all processes: sessions, and a circuit breaker after failures. */
import { Problem } from '@hilo/domain/problem.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { askInProcess, inProcess, type ProcessDb } from '../kernel/sql/in-process.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { workQueue } from '../work-queue.ts'
import { PlantUnreachable } from './plant.ts'
import { patient } from '../kernel/patience.ts'

/** `process`: waits in the queue. `demand`: an interactive reading, which leaves one session free for the process. */
export type Purpose = 'process' | 'demand'

export interface Timing {
  /** Timeouts for reading an OLT's memory, and for reading powers from ONTs, ms. */
  askMs: number
  powersMs: number
  /**
   * Lease of a session, after which a dead process's session is freed, ms; longer than reading and storing take. Renewed
   * before powers.
   */
  leaseMs: number
  /** Longest wait for a session, ms. */
  patienceMs: Readonly<Record<Purpose, number>>
  pollMs: number
  /** How long the circuit breaker of an OLT stays open after three failures in a row, ms. */
  breakMs: number
}
export const usual: Timing = {
  askMs: patient(5000),
  powersMs: patient(15_000),
  leaseMs: patient(20_000),
  patienceMs: { process: patient(20_000), demand: patient(4000) },
  pollMs: 100,
  breakMs: 30_000,
}

type Turn = { session: number } | { known: true } | { wait: true } | { closed_ms: number }
/**
 * Outcome of a reading. `answered` resets the breaker, `failed` counts a failure, `unrelated` (an error that is not the OLT's)
 * changes nothing.
 */
export type Asked<T> = { outcome: 'answered' | 'failed' | 'unrelated'; stuck: boolean } & (
  | { value: T }
  | { error: unknown }
)

const ms = (value: number) => `${Math.round(value)} ms`
const enter = 'select olt_enter($1, $2, $3, $4::interval, $5::interval, $6::interval, $7)'
const lockGate = 'select from olt_gate where olt_id = $1 for update'
const endSession = 'delete from olt_session where id = $1 returning id'
const holdSession = 'select id from olt_session where id = $1'
const renewSession = 'update olt_session set expires_at = clock_timestamp() + $2::interval where id = $1 returning id'
const resetBreaker = 'update olt_gate set failures = 0, closed_until = null where olt_id = $1 and failures > 0'
const addFailure = `
  update olt_gate set failures = failures + 1,
    closed_until = case when failures >= 2 then clock_timestamp() + $2::interval end
   where olt_id = $1`
/** The breaker of powers is separate: missing powers do not block readings of states. */
const resetPowerBreaker =
  'update olt_gate set power_failures = 0, power_closed_until = null where olt_id = $1 and power_failures > 0'
const addPowerFailure = `
  update olt_gate set power_failures = power_failures + 1,
    power_closed_until = case when power_failures >= 2 then clock_timestamp() + $2::interval end
   where olt_id = $1`
const powerBreakerOpen = 'select (power_closed_until > clock_timestamp())::text from olt_gate where olt_id = $1'
/** Time for a plant to stop after its timeout, ms. */
const graceMs = patient(200)

/** The problem for a failed reading. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof PlantUnreachable)) return error
  return error.busy ? new Problem('OLT_BUSY', { retryAfter: 2 }) : new Problem('OLT_UNREACHABLE', { retryAfter: 5 })
}

/** The box to read, and whether this process is reading it already. */
interface WantedBox {
  id: number
  maxAgeMs: number
  /** Powers are wanted as well. */
  powers: boolean
  isRead: () => boolean
}

export class Gate {
  readonly #db: ProcessDb
  readonly timing: Timing
  /** Queue per OLT of this process. */
  readonly #lines = new Map<string, ReturnType<typeof workQueue>>()

  constructor(db: ProcessDb, timing: Timing) {
    this.#db = db
    this.timing = timing
  }

  /**
   * A session of the OLT, or `known` if the box was just read or is being read. Only the first in this process's queue polls
   * the database; the others wait behind it.
   * @param askedAt when the waiting began, by performance.now()
   * @throws Problem OLT_UNREACHABLE while the breaker is open, OLT_BUSY after the longest wait
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

  /** The queue is in order of arrival, so timeouts expire in the same order. */
  #lineOf(oltId: number, purpose: Purpose) {
    const key = `${oltId} ${purpose}`
    const known = this.#lines.get(key) ?? workQueue(1, Infinity)
    this.#lines.set(key, known)
    return known
  }

  /** One attempt to get a session. */
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

  /** True for `breakMs` after three failures in a row to read powers. */
  async isPowerBreakerOpen(oltId: number): Promise<boolean> {
    return (await askInProcess(this.#db, powerBreakerOpen, [oltId])) === 'true'
  }

  /**
   * Reads the plant in a granted session, stores the answer and ends the session, all or nothing.
   * @param of which part is read: states and powers have separate timeouts and breakers. `keepSession` keeps the
   * session after an answer, to read powers next.
   * @throws PlantUnreachable without an answer in time, or if the session's lease has expired
   */
  async use<T>(
    oltId: number,
    session: number,
    work: (signal: AbortSignal) => Promise<T>,
    store: (sql: Tx, outcome: Asked<T>) => Promise<void>,
    { of = 'states', keepSession = false }: { of?: 'states' | 'powers'; keepSession?: boolean } = {},
  ): Promise<T> {
    const { askMs, powersMs, breakMs, leaseMs } = this.timing
    const asked = await this.#tryout(work, of === 'states' ? askMs : powersMs)
    const [reset, countFailure] = of === 'states' ? [resetBreaker, addFailure] : [resetPowerBreaker, addPowerFailure]
    const held = await inProcess(this.#db, async (sql) => {
      await sql.rows(lockGate, [oltId])
      const ended =
        keepSession && 'value' in asked
          ? await sql.rows(renewSession, [session, ms(leaseMs)])
          : await sql.rows(asked.stuck ? holdSession : endSession, [session])
      if (ended.length === 0) return false
      if (asked.outcome === 'answered') await sql.rows(reset, [oltId])
      if (asked.outcome === 'failed') await sql.rows(countFailure, [oltId, ms(breakMs)])
      await store(sql, asked)
      return true
    })
    if ('error' in asked) throw asked.error
    if (!held) throw new PlantUnreachable('answered too late')
    return asked.value
  }

  /** A plant that ignores its timeout keeps its session until the lease ends. */
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
      if (!(error instanceof PlantUnreachable)) return { outcome: 'unrelated', stuck, error }
      return { outcome: error.busy ? 'answered' : 'failed', stuck, error }
    }
  }
}
