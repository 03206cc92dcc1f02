/** History of a simulated line: its recorded acts, and before them generated ones. */
import type { DownCause } from '@hilo/domain/diagnosis.ts'
import type { LineHistory } from '../plant.ts'
import { powersAt } from './light.ts'
import type { Line } from './line.ts'
import { share, within } from './profile.ts'

/** A row of `plant_past`. */
export interface Past {
  port_id: number
  at: Date
  up: boolean
  cause: string
  extra_db: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Days and outages in the history. */
const remembered = { days: 30, downs: 20 }
/** Share of days with a power cut at the customer: about two per month. */
const powerOffs = 0.06

interface Down {
  from: number
  to: number | null
  cause: DownCause
}

/** Power cuts before the line was first read; most of them short. */
function earlier({ hair }: Line, until: number): Down[] {
  const last = Math.floor(until / day)
  const days = Array.from({ length: remembered.days * 2 }, (_, back) => last - back)
  return days.flatMap((one) => {
    if (share(84, hair, one) >= powerOffs) return []
    const from = one * day + within([0, day - 1], 85, hair, one)
    const minutes = share(86, hair, one) < 0.7 ? within([1, 9], 87, hair, one) : within([10, 300], 88, hair, one)
    const to = from + minutes * minute
    const cause: DownCause = share(89, hair, one) < 0.9 ? 'dying_gasp' : 'unknown'
    return to < until ? [{ from, to, cause }] : []
  })
}

/** Outages, newest first. */
function downsOf(line: Line, past: readonly Past[]): Down[] {
  const downs: Down[] = []
  for (const { at, up, cause } of past) {
    const open = downs.at(-1)
    const time = at.getTime()
    if (up && open?.to === null) open.to = time
    if (!up && (!open || open.to !== null)) downs.push({ from: time, to: null, cause: cause as DownCause })
  }
  const { lit_at: lit, last_down_at: down, last_down_cause: why } = line
  // Dark since before the first act, whatever happened then.
  const before = past.length === 0 ? lit === null : past[0]?.cause === 'up'
  const known = down !== null && downs.every(({ from }) => from > down.getTime())
  if (before && known)
    downs.unshift({ from: down.getTime(), to: past[0]?.at.getTime() ?? null, cause: why ?? 'unknown' })
  const first = downs[0]?.from ?? Infinity
  const since = past.length === 0 ? lit?.getTime() : past[0]?.at.getTime()
  return [...downs.reverse(), ...earlier(line, Math.min(first, since ?? Infinity))]
}

/** Whether a line was dark at a time, and the added loss in dB. */
export function darkAt(line: Line, past: readonly Past[], time: number): boolean {
  return downsOf(line, past).some(({ from, to }) => from <= time && (to === null || time < to))
}

export function lossAt(line: Line, past: readonly Past[], time: number): number {
  // State before the recorded history.
  const before = past.length === 0 ? line.extra_db : 0
  return past.findLast(({ at }) => at.getTime() <= time)?.extra_db ?? before
}

export function historyOf(line: Line, past: readonly Past[], now: Date): LineHistory {
  if (line.serial === null && past.length === 0) return { points: pointsOf(now, () => null), downs: [] }
  const downs = downsOf(line, past)
  const dark = (time: number) => downs.some(({ from, to }) => from <= time && (to === null || time < to))
  const powers = (time: number) => powersAt({ ...line, extra_db: lossAt(line, past, time) }, time)
  return {
    points: pointsOf(now, (time) => (dark(time) ? null : powers(time))),
    downs: downs.slice(0, remembered.downs).map(({ from, to, cause }) => ({
      at: new Date(from),
      cause,
      upAt: to === null || to > now.getTime() ? null : new Date(to),
    })),
  }
}

type Powers = { rxDbm: number; oltRxDbm: number } | null

function pointsOf(now: Date, powers: (time: number) => Powers): LineHistory['points'] {
  const last = Math.floor(now.getTime() / hour)
  const count = remembered.days * 24
  return Array.from({ length: count }, (_, index) => {
    const time = (last - count + 1 + index) * hour
    return { at: new Date(time), ...(powers(time) ?? { rxDbm: null, oltRxDbm: null }) }
  })
}
