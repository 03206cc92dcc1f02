/**
 * Detection of implausible step times. Judged by the times recorded on the device, corrected by its clock offset:
 * offline steps arrive together, which is no doubt.
 */
import type { FieldStep, StepStatus } from './status.ts'

/** Begin and end of a step recorded by the device, ISO in business time. */
export interface RecordedTimes {
  started_at: string | null
  done_at: string | null
  /** Implausible offset of the device's time, s; null if plausible. */
  clock_s: number | null
}

interface Step {
  step: FieldStep
  status: StepStatus
  started_at: string | null
  done_at: string | null
  recorded?: RecordedTimes | null | undefined
}

export interface TimesDoubt {
  code: 'times_fast' | 'times_order' | 'times_clock'
  value: number
  limit: number
}

/** Minimum duration of a step, s: as a mean of several, since one may have been prepared before. */
const leastStepS = 5
/** Minimum number of consecutive steps for judging the pace. */
const leastSteps = 4
/** Tolerance for two clocks and the network, s. */
const toleranceS = 2
/** Maximum difference from the server's time, ms. */
const clockToleranceMs = 2 * 60_000

const doneAt = ({ recorded, done_at }: Step) => recorded?.done_at ?? done_at
const startedAt = ({ recorded, started_at }: Step) => recorded?.started_at ?? started_at

/** The longest run of too fast steps that ends with this one: how many, in how many seconds. */
function tooFast(done: readonly number[]): TimesDoubt | null {
  for (let from = 0; from <= done.length - leastSteps; from++) {
    const count = done.length - from
    const seconds = ((done.at(-1) ?? 0) - (done[from] ?? 0)) / 1000
    if (seconds < (count - 1) * leastStepS) return { code: 'times_fast', value: Math.round(seconds), limit: count }
  }
  return null
}

/**
 * Implausible part of a device's claimed time, s; null if plausible. @param said time claimed by the device; @param
 * now, @param since business time of the server and of the opening
 */
export function clockDoubt({ said, now, since }: { said: Date; now: Date; since: Date }): number | null {
  const ahead = said.getTime() - now.getTime()
  const before = since.getTime() - said.getTime()
  const off = Math.max(ahead, before)
  return off > clockToleranceMs ? Math.round(off / 1000) : null
}

/** Doubts about the times of a done step. */
export function timesDoubts(steps: readonly Step[], of: FieldStep): TimesDoubt[] {
  const one = steps.find(({ step }) => step === of)
  const end = one && doneAt(one)
  if (!one || one.status !== 'done' || !end) return []
  const at = Date.parse(end)
  const before = steps.flatMap((other) => {
    const time = other.status === 'done' ? doneAt(other) : null
    return time !== null && Date.parse(time) <= at ? [Date.parse(time)] : []
  })
  const fast = tooFast(before.toSorted((a, b) => a - b))
  const start = startedAt(one)
  const backS = start === null ? 0 : (Date.parse(start) - at) / 1000
  const clock = one.recorded?.clock_s
  return [
    ...(fast ? [fast] : []),
    ...(backS > toleranceS ? [{ code: 'times_order' as const, value: Math.round(backS), limit: 0 }] : []),
    ...(clock != null ? [{ code: 'times_clock' as const, value: clock, limit: clockToleranceMs / 1000 }] : []),
  ]
}
