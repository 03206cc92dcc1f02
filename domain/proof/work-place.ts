/** One neighbour as a work found it: what can be the work's, and what is another's. */
import type { Place } from './darkness.ts'
import type { Work } from './evidence.ts'
import { doneBetween, type Dark, type Timeline } from './timeline.ts'
import { isOthers } from './worked-port.ts'

const dayMs = 24 * 3_600_000

export interface WorkPlace extends Place {
  /** Every ONT of the box. */
  inside: readonly Timeline[]
  work: Work
  works: readonly Work[]
  /** Moment of the judgement, ms since 1970. */
  at: number
}

/** Found dark, and it may have fallen before the request. */
export const mayPrecede = ({ source, from, lit_before }: Dark, request: number) =>
  source === 'reading' && from >= request && (lit_before ?? -Infinity) < request

/** Between which moments it was done, where its last light may only be known from a stored reading. */
export const spanOf = ({ ont }: WorkPlace, dark: Dark): readonly [number, number] => {
  const [earliest, latest] = doneBetween(dark)
  const unseen = dark.source === 'reading' && dark.lit_before === null
  return [unseen ? (ont.last_known?.at ?? earliest) : earliest, latest]
}

/** True if another work for this customer was open at that time. */
export const isAnothers = ({ works, work, ont }: WorkPlace, between: readonly [number, number]) =>
  isOthers(works, work, ont.port, between)

/** Had light within the day before the request, as far as stored readings tell. */
export const isRecent = ({ ont, work }: WorkPlace) => ont.last_known !== null && work.from - ont.last_known.at <= dayMs
