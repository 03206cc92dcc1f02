/** Random plan of a crowd's day: the work of each person, and all network faults. */
import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import fc from 'fast-check'

/** One act of a person at a box. */
export type Act =
  | { kind: 'step'; step: FieldStep; status: 'started' | 'paused' | 'cancelled' | 'done' }
  | { kind: 'note' | 'hair' | 'enrol' | 'finalize' }
  /** A few pictures per visit: some are sent twice for the same step. */
  | { kind: 'picture'; step: FieldStep; which: number; label_kind?: number | null }

/** Delivery of one operation. */
export interface Trip {
  /** Additional copies: concurrent, before its predecessor, or after everything else. */
  copies: readonly ('beside' | 'early' | 'late')[]
  /** Whether each copy comes from another session of the same person. */
  elsewhere: readonly boolean[]
  /** Tries whose answer is lost: before the server receives them, or after. */
  lost: readonly ('going' | 'coming' | null)[]
}
export interface Visit {
  acts: readonly { act: Act; trip: Trip }[]
  create: Trip
  /** All steps are done with evidence and closing is requested, in as many operations as needed; else null. */
  close: readonly Trip[] | null
  cancel: Trip
  /** Pending operations are sent as one batch. */
  batch: boolean
}
/** A wrong clock: offset, ms, and rate, ms per ms. */
interface Clock {
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

/** Days of so many people, of so many operations each. */
export function plans(devices: number, each: number): fc.Arbitrary<readonly Plan[]> {
  const acts = 8
  // Half of the visits close, with eight more operations.
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
