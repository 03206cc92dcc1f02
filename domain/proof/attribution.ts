/** Whose a finding is: works whose window contains it. Nobody is named where two operators could have done it. */
import type { Work } from './evidence.ts'
import { powerAgeMs } from './degradation.ts'
import { sameMoment, slackOf } from './marks.ts'

export interface Attribution {
  /** Ids of the works that could have done it. */
  works: number[]
  /** True if the works belong to several operators: no work is blamed until a person decides. */
  shared: boolean
  /** The technician, where all works are his; null where several of one operator, or of several, could have done it. */
  technician_id: number | null
  /** The operator of all works; null where there are several. */
  vno_id: number | null
}

/** A LOS within this before a request, in ms, may belong to what was done at the box just before. */
export const shortlyBefore = 30 * 60_000

const endOf = ({ to, control_to }: Work) => control_to ?? to ?? Infinity

/**
 * Works that could have caused a change between two moments, ms since 1970. An open work takes precedence. If only works in
 * their control window match, works requested within the next 30 min match too: their technician may have been there already.
 */
function candidates(works: readonly Work[], start: number, end: number): Work[] {
  const own = works.filter((work) => work.from <= end && endOf(work) >= start)
  const isOpen = own.some(({ from, to }) => from <= start && (to === null || to >= end - 2 * slackOf.memory))
  if (own.length === 0 || isOpen) return own
  return works.filter((work) => own.includes(work) || (work.from > end && work.from <= end + shortlyBefore))
}

/** @param between the moment, or the two moments between which it happened; ms since 1970 */
export function attribute(works: readonly Work[], between: readonly [number, number]): Attribution {
  // Tolerance for the OLT's clock: a request may seem to come just after a fall that it caused.
  const own = candidates(works, between[0] - slackOf.memory, between[1] + slackOf.alarm)
  const vnos = new Set(own.map(({ vno_id }) => vno_id))
  const technicians = new Set(own.map(({ technician_id }) => technician_id))
  const [vno = null] = vnos
  const [technician = null] = technicians
  return {
    works: own.map(({ id }) => id),
    shared: vnos.size > 1,
    technician_id: technicians.size === 1 ? technician : null,
    vno_id: vnos.size === 1 ? vno : null,
  }
}

/**
 * Attribution of a loss of power, by the two readings between which it began. A work requested less than 10 s before the
 * second one found the loss, if another work was open all the time. That one is known to have been open if it was requested
 * within the age of the first reading's power.
 */
export function attributeLoss(works: readonly Work[], [start, end]: readonly [number, number]): Attribution {
  const isOpen = ({ from, to }: Work) => from <= start + powerAgeMs && (to ?? Infinity) >= end
  const earlier = works.filter((one) => isOpen(one) || one.from <= end - sameMoment)
  return attribute(works.some(isOpen) ? earlier : works, [start - powerAgeMs, end])
}
