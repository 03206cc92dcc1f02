/** Measures the clock of a listened-to OLT: periodically, and whenever an alarm's time contradicts it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { confirmMs, isUnconfirmed, usualDelayMs, type Measurement, type OltClock } from '../../plant/olt-clock.ts'
import type { PlantAlarm } from '../../plant/plant.ts'
import type { Dating } from './inbox.ts'
import { patient } from '../../kernel/patience.ts'

/** Milliseconds between measurements: with open work behind the OLT, and without. */
const everyWatched = 60_000
const everyOther = 10 * 60_000
/** Longest wait of an alarm for the measurement, ms; after it the receiver's time counts until the clock is measured. */
const waitMs = patient(2000)

export class ClockWatch {
  readonly #measure: () => Promise<Measurement | null>
  #clock: OltClock | null = null
  #triedAt = -Infinity
  /** The measurement in progress. */
  #pending: Promise<Measurement | null> | null = null
  /** The last measurement was answered. */
  #answered = false

  /** @param measure asks the OLT; null where it could not be measured */
  constructor(measure: () => Promise<Measurement | null>) {
    this.#measure = measure
  }

  /** Connection restored. Measurements of OLTs without open work are spread over a minute. */
  reconnected(): void {
    this.#triedAt = performance.now() - everyOther + Math.random() * everyWatched
  }

  isDue(isWatched: boolean): boolean {
    const every = isUnconfirmed(this.#clock) ? confirmMs : isWatched ? everyWatched : everyOther
    return performance.now() - this.#triedAt >= every
  }

  async measure(): Promise<Measurement | null> {
    this.#pending ??= this.#measureOnce().finally(() => (this.#pending = null))
    return await this.#pending
  }

  async #measureOnce(): Promise<Measurement | null> {
    this.#triedAt = performance.now()
    const measured = await this.#measure()
    this.#answered = measured !== null
    if (measured) this.#clock = measured.clock
    return measured
  }

  /** Clock for dating a batch of alarms; measured first if one of them reports a restart or contradicts the clock. */
  async datingOf(alarms: readonly PlantAlarm[]): Promise<Dating> {
    const restarted = alarms.some(({ kind }) => kind === 'agent_restart')
    const offsetMs = this.#clock?.offsetMs ?? 0
    const differs = alarms.some(
      ({ deviceAt, receivedAt }) =>
        deviceAt !== null && Math.abs(deviceAt.getTime() - offsetMs - receivedAt.getTime()) > usualDelayMs,
    )
    if (!restarted && !differs) return { clock: this.#clock, startedAt: null }
    // The clock may have jumped by an unknown amount.
    const unmeasured = { clock: null, startedAt: null, unmeasured: true as const }
    const isRecent = this.#pending === null && performance.now() - this.#triedAt < confirmMs
    if (!restarted && isRecent) return this.#answered ? { clock: this.#clock, startedAt: null } : unmeasured
    const measured = await Promise.race([this.measure(), sleep(waitMs, null)])
    if (measured === null) return unmeasured
    return { clock: measured.clock, startedAt: restarted ? measured.startedAt : null }
  }
}
