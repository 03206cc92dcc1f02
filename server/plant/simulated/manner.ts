/** Faults of a simulated OLT. Deterministic by thing and time, so that they can be reproduced. */
import type { AlarmKind, PlantColumn } from '../plant.ts'
import { share, within } from './profile.ts'

/** Faults of one OLT, stored in `plant_olt.manner`; absent means none. Shares are from 0 to 1. */
export interface Manner {
  /** Lead of its clock, ms, and a time (ISO 8601) from which the lead grows by so much more. */
  clockMs?: number
  clockJump?: { from: string; byMs: number }
  /** It reports neither clock nor uptime. */
  clockSilent?: boolean
  /** Shares of its alarms that are lost, repeated, or late by so many ms. */
  lost?: number
  doubled?: number
  late?: number
  lateMs?: readonly [least: number, most: number]
  /** Kinds of alarm that it never sends. */
  mute?: readonly AlarmKind[]
  /** Its alarms have PON and ONT id, and no serial. */
  nameless?: boolean
  /** Share of ONTs that send a dying gasp on power loss; the others raise LOS instead. */
  gasps?: number
  losForGasp?: boolean
  /** Share of dark ONTs whose rows still hold an earlier fall by LOS. */
  staleRows?: number
  /** Cache time of powers, ms. */
  powersKeptMs?: number
  /** Powers lack the time of measurement. */
  powersUndated?: boolean
  /** Share of ONTs missing from an answer, and of those in whose place another one answers at first. */
  missing?: number
  stale?: number
  /** Powers cannot be read; states are not affected. */
  powersFail?: boolean
  unsupported?: readonly PlantColumn[]
}

/** Time of its clock. */
export function deviceTime({ clockMs = 0, clockJump }: Manner, at: Date): Date {
  const jumpMs = clockJump && at.getTime() >= Date.parse(clockJump.from) ? clockJump.byMs : 0
  return new Date(at.getTime() + clockMs + jumpMs)
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

/** Additional delay of each copy of an alarm, ms; empty if lost. */
export function arrivals(manner: Manner, ontId: number, kind: AlarmKind, at: Date): number[] {
  if (manner.mute?.includes(kind)) return []
  const { lost = 0, doubled = 0, late = 0, lateMs = [5000, 60_000] } = manner
  const thing = [ontId, kinds.indexOf(kind), at.getTime() % 2 ** 31]
  if (share(101, ...thing) < lost) return []
  const delay = (copy: number) => (share(102, copy, ...thing) < late ? within(lateMs, 103, copy, ...thing) : 0)
  return share(104, ...thing) < doubled ? [delay(0), delay(1)] : [delay(0)]
}
