/** Alarms of a simulated OLT for moved lines, as rows of `plant_alarm`. No I/O. */
import type { AlarmKind } from '../plant.ts'
import type { Alarm, Line, Moved } from './line.ts'
import { arrivals, type Manner } from './manner.ts'
import { tellingMs, type PlantProfile } from './profile.ts'

/** Context of a move: time, profile of the plant, and faults of the OLT. */
export interface Motion {
  at: Date
  profile: PlantProfile
  manner: Manner
}

/** The alarm with all its copies, each with its own delay. */
export function alarmRows(line: Line, alarm: Alarm, { profile, manner }: Motion): object[] {
  const { olt_id, pon_id, cto_id, port_id } = line
  // Equal delay for all alarms of a port, so that one does not overtake another by chance.
  const usual = alarm.at.getTime() + tellingMs(profile, alarm.kind === 'los', port_id)
  return arrivals(manner, alarm.ont_id ?? 0, alarm.kind, alarm.at).map((delay) => {
    return { olt_id, pon_id, cto_id, port_id, ...alarm, due_at: new Date(usual + delay) }
  })
}

/** An alarm of a PON or of the OLT itself. */
export interface WideAlarm extends Partial<Record<'affected' | 'gasps', number>> {
  olt_id: number
  pon_id?: number
  kind: AlarmKind
  at: Date
}

export function wideRows(alarm: WideAlarm, { profile, manner }: Motion): object[] {
  const { kind, at, olt_id, pon_id = olt_id } = alarm
  const usual = at.getTime() + tellingMs(profile, kind === 'pon_los', pon_id)
  return arrivals(manner, pon_id, kind, at).map((delay) => ({ ...alarm, due_at: new Date(usual + delay) }))
}

export interface PonLight {
  olt_id: number
  pon_id: number
  lit: number
  /** When the first ranging ONT has light. */
  next: Date | null
}

/** Alarms of a PON that lost its last light, and of one whose first light will be back. */
export function ponAlarms(
  before: readonly PonLight[],
  after: readonly PonLight[],
  moved: readonly Moved[],
  { at }: Motion,
): WideAlarm[] {
  return after.flatMap(({ olt_id, pon_id, lit, next }) => {
    const affected = before.find((one) => one.pon_id === pon_id)?.lit ?? 0
    const gasps = moved.filter(({ line, alarms }) => line.pon_id === pon_id && alarms.some(isGasp)).length
    const fell = affected > 0 && lit === 0
    return [
      ...(fell ? [{ olt_id, pon_id, kind: 'pon_los' as const, at, affected, gasps: gasps }] : []),
      ...(lit === 0 && next ? [{ olt_id, pon_id, kind: 'pon_los_clear' as const, at: next }] : []),
    ]
  })
}

const isGasp = ({ kind }: Alarm) => kind === 'dying_gasp'
