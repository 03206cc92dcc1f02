/** Whose a finding is: works whose window contains it. Nobody is named where two operators could have done it. */
import type { Work } from './evidence.ts'
import { slackOf } from './timeline.ts'

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

const endOf = ({ to, control_to }: Work) => control_to ?? to ?? Infinity

/** @param between the moment, or the two moments between which it happened; ms since 1970 */
export function attribute(works: readonly Work[], between: readonly [number, number]): Attribution {
  const start = between[0] - slackOf.memory
  const end = between[1] + slackOf.memory
  const own = works.filter((work) => work.from <= end && endOf(work) >= start)
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
