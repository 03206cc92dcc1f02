/** What a crowd of devices does in a day, made by chance: the work of each person, and everything that goes wrong on the way. */
import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import fc from 'fast-check'

/** One thing that a person does at a box. */
export type Act =
  | { kind: 'step'; step: FieldStep; status: 'started' | 'paused' | 'cancelled' | 'done' }
  | { kind: 'note' | 'hair' | 'enrol' | 'finalize' }
  /** Of a handful of pictures per visit: some are sent for the same step twice. */
  | { kind: 'picture'; step: FieldStep; which: number; label_kind?: number | null }

/** How one operation travels. */
export interface Trip {
  /** Other copies of it: at the same time, before what it waits for, or after everything else. */
  copies: readonly ('beside' | 'early' | 'late')[]
  /** Each copy by the same session or by another one of the same person. */
  elsewhere: readonly boolean[]
  /** Tries whose answer never arrives: before the server has it, or after. */
  lost: readonly ('going' | 'coming' | null)[]
}
export interface Visit {
  acts: readonly { act: Act; trip: Trip }[]
  create: Trip
  /** All steps are done with their evidence and the work is asked to close, in as many operations as it takes; else null. */
  close: readonly Trip[] | null
  cancel: Trip
  /** All that waits goes as one batch. */
  batch: boolean
}
/** A clock that says years ago, or years ahead, or runs faster than time does; ms, and ms per ms. */
export interface Clock {
  off: number
  rate: number
}
export interface Plan {
  clock: Clock
  visits: readonly Visit[]
}

const year = 365 * 86_400_000
const clock = fc.oneof(
  fc.constant({ off: 0, rate: 1 }),
  fc.integer({ min: -12, max: -1 }).map((years) => ({ off: years * year, rate: 1 })),
  fc.integer({ min: 1, max: 12 }).map((years) => ({ off: years * year, rate: 1 })),
  fc.integer({ min: 2, max: 5000 }).map((rate) => ({ off: 0, rate })),
)
/** One in ten. */
const answer = fc.oneof(
  { weight: 18, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant('going' as const) },
  { weight: 1, arbitrary: fc.constant('coming' as const) },
)
const copy = fc.constantFrom('beside' as const, 'early' as const, 'late' as const)
const trip: fc.Arbitrary<Trip> = fc.record({
  copies: fc.array(copy, { maxLength: 4, size: 'max' }),
  elsewhere: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  lost: fc.array(answer, { minLength: 3, maxLength: 3 }),
})
const step = fc.constantFrom(...fieldSteps)
const status = fc.constantFrom(...(['started', 'started', 'started', 'started', 'paused', 'cancelled'] as const))
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('step' as const), step, status }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('note' as const, 'hair', 'enrol', 'finalize') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('picture' as const), step, which: fc.nat(2) }) },
)

/** Steps of a maintenance, their pictures, and the request to close. */
const closing = 8

/** The days of so many people, of so many operations each. */
export function plans(devices: number, each: number): fc.Arbitrary<readonly Plan[]> {
  const acts = 8
  // Half of the visits close, in eight operations more.
  const visits = Math.max(1, Math.round(each / (acts + 6)))
  const visit = fc.record({
    acts: fc.array(fc.record({ act, trip }), { minLength: acts, maxLength: acts }),
    create: trip,
    close: fc.option(fc.array(trip, { minLength: closing, maxLength: closing }), { freq: 2 }),
    cancel: trip,
    batch: fc.nat(3).map((n) => n === 0),
  })
  const plan = fc.record({ clock, visits: fc.array(visit, { minLength: visits, maxLength: visits }) })
  return fc.array(plan, { minLength: devices, maxLength: devices })
}
