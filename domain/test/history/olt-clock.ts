/**
 * The clock of an OLT as the server takes it out (server/plant/olt-clock.ts): the offset is measured when a reading finds the
 * last measurement too old, so what the OLT dates is off by what has changed since, and by what a measurement cannot tell.
 */
import { minute, second } from './plan.ts'
import type { Plan } from './plan.ts'

const freshMs = 10 * minute
const noiseMs = second
const jumpMs = 2 * second
const mostOffsetMs = 5 * minute
/** A moment may be so much ahead of the product's clock and is then taken for now. */
const aheadMs = 5 * second

interface Measurement {
  at: number
  offset: number
  trusted: boolean
  /** The offset before the last change by more than `mostOffsetMs`, and the measurements around it. */
  set: { offset: number; from: number; to: number } | null
}

export class OltClock {
  readonly #plan: Plan
  readonly #measured: Measurement[] = []

  /** @param reads moments at which the OLT answers readings, in any order */
  constructor(plan: Plan, reads: readonly number[]) {
    this.#plan = plan
    for (const at of reads.toSorted((a, b) => a - b)) {
      const last = this.#measured.at(-1)
      if (last && at - last.at < freshMs) continue
      const offset = this.#wall(at, at) - at
      const known = last?.offset ?? 0
      const isSame = Math.abs(offset - known) < noiseMs
      const hasJumped = last !== undefined && Math.abs(offset - known) > jumpMs
      const next = isSame ? known : offset
      const isSet = hasJumped && Math.abs(next - known) > mostOffsetMs
      this.#measured.push({
        at,
        offset: next,
        trusted: !hasJumped && (last !== undefined || Math.abs(next) <= mostOffsetMs),
        set: isSet ? { offset: known, from: last.at, to: at } : (last?.set ?? null),
      })
    }
  }

  /** What the OLT dates a moment when it is asked at `readAt`; it counts in seconds. */
  #wall(moment: number, readAt: number): number {
    const { offset, drift, jump } = this.#plan.clock
    const jumped = jump !== null && (jump.redates ? readAt : moment) >= jump.at
    const wall = moment + offset + (drift * moment) / 1e6 + (jumped ? jump.by : 0)
    return Math.floor(wall / second) * second
  }

  /** A moment as the product has it from a reading; null where the clock cannot be trusted. */
  told(moment: number, readAt: number): number | null {
    const clock = this.#measured.findLast(({ at }) => at <= readAt)
    if (!clock?.trusted) return null
    const wall = this.#wall(moment, readAt)
    const said = wall - clock.offset
    // What it dated before it was set may be reported by either time.
    if (clock.set && (wall - clock.set.offset <= clock.set.to + noiseMs || said < clock.set.from - noiseMs)) return null
    return said > readAt + aheadMs ? null : Math.min(said, readAt)
  }
}
