/** How a simulated OLT misbehaves. Everything here is decided by the thing and its moment, so that it happens again. */
import type { AlarmKind, PlantColumn } from '../plant.ts'
import { share, within } from './profile.ts'

/** Of one OLT, kept in `plant_olt.manner`; whatever is left out is right. Shares are from 0 to 1. */
export interface Manner {
  /** How far its clock is ahead, in ms, and by how much more in every second stretch of so many ms. */
  clockMs?: number
  clockJumps?: { everyMs: number; byMs: number }
  /** Shares of its alarms that never arrive, arrive twice, and arrive later by so many ms. */
  lost?: number
  doubled?: number
  late?: number
  lateMs?: readonly [least: number, most: number]
  /** Powers are measured once in so many ms and answered from there. */
  powersKeptMs?: number
  /** Share of ONTs that are missing from an answer, and of those in whose place another one answers at first. */
  missing?: number
  stale?: number
  /** No powers can be asked for; states are not touched by it. */
  powersFail?: boolean
  unsupported?: readonly PlantColumn[]
}

/** What its clock shows at an instant. */
export function deviceTime({ clockMs = 0, clockJumps }: Manner, at: Date): Date {
  const jumped = clockJumps && Math.floor(at.getTime() / clockJumps.everyMs) % 2 !== 0
  return new Date(at.getTime() + clockMs + (jumped ? clockJumps.byMs : 0))
}

const kinds: readonly AlarmKind[] = [
  'los',
  'dying_gasp',
  'up',
  'registered',
  'signal_fail',
  'pon_los',
  'pon_los_clear',
  'agent_restart',
]

/** By how many ms each copy of an alarm comes later than usual; none where it is lost. */
export function arrivals(manner: Manner, ontId: number, kind: AlarmKind, at: Date): number[] {
  const { lost = 0, doubled = 0, late = 0, lateMs = [5000, 60_000] } = manner
  const thing = [ontId, kinds.indexOf(kind), at.getTime() % 2 ** 31]
  if (share(101, ...thing) < lost) return []
  const delay = (copy: number) => (share(102, copy, ...thing) < late ? within(lateMs, 103, copy, ...thing) : 0)
  return share(104, ...thing) < doubled ? [delay(0), delay(1)] : [delay(0)]
}
