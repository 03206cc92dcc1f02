/** One position of a box as it really is, and what becomes of it when something moves. No I/O. */
import type { Vlan } from '@hilo/domain/diagnosis.ts'
import type { OpticalState } from '@hilo/domain/status.ts'
import type { AlarmKind, PlantReading } from '../plant.ts'
import { rangingOf, share, type PlantProfile } from './profile.ts'

type Cause = NonNullable<PlantReading['lastDownCause']>

/** A row of `plant_line`. */
export interface Line {
  port_id: number
  olt_id: number
  pon_id: number
  cto_id: number
  port: number
  hair: number
  serial: string | null
  fresh: boolean
  powered: boolean
  admin_down: boolean
  rx0: number
  olt_rx0: number
  extra_db: number
  distance_m: number
  connected: boolean
  fed: boolean
  lit_at: Date | null
  down_state: OpticalState | null
  last_down_at: Date | null
  last_down_cause: Cause | null
  last_up_at: Date | null
  /** The one serial that the OLT lets in; any when null, none when empty. */
  admits: string | null
  /** What is set for its ONT where that is not what the inventory says. */
  service: { profile: string | null; vlan: Vlan | null } | null
}

export interface Alarm {
  kind: AlarmKind
  serial: string | null
  at: Date
}
export interface Moved {
  line: Line
  alarms: Alarm[]
  /** What was announced for later no longer comes true. */
  cancels: boolean
}

/** Below this, in dBm, no ONT finds its frame; below the other its errors raise an alarm. */
const blindBelow = -31
const failingBelow = -27

function canShine(line: Line): boolean {
  const blind = line.extra_db > 0 && line.rx0 - line.extra_db < blindBelow
  return isAdmitted(line) && line.connected && line.fed && line.powered && !line.admin_down && !blind
}

/** There is an ONT, and the OLT serves it. */
export function isAdmitted({ serial, admits }: Line): boolean {
  return serial !== null && (admits === null || admits === serial)
}

function failing({ rx0, extra_db }: Line): boolean {
  return extra_db > 0 && rx0 - extra_db < failingBelow
}

export function isUp(line: Line, at: Date): boolean {
  return line.lit_at !== null && line.lit_at <= at
}

/** State that the OLT reports; `unknown` where nothing is known to hang. */
export function stateOf(line: Line, at: Date): OpticalState {
  if (line.admin_down) return 'admin_down'
  return isUp(line, at) ? 'online' : (line.down_state ?? 'unknown')
}

function darkened(before: Line, after: Line, at: Date, cause: Cause): Moved {
  // Still ranging: it was dark already and stays so.
  if (!isUp(before, at)) return { line: { ...after, lit_at: null }, alarms: [], cancels: true }
  const line: Line = {
    ...after,
    lit_at: null,
    down_state: cause === 'unknown' ? 'offline' : cause,
    last_down_at: at,
    last_down_cause: cause,
    last_up_at: before.lit_at,
  }
  const heard = cause === 'los' || cause === 'dying_gasp'
  return { line, alarms: heard ? [{ kind: cause, serial: before.serial, at }] : [], cancels: true }
}

function relit(after: Line, at: Date, profile: PlantProfile): Moved {
  const lit = new Date(at.getTime() + rangingOf(profile, after.hair, at.getTime() % 2 ** 31))
  return { line: { ...after, lit_at: lit }, alarms: [{ kind: 'up', serial: after.serial, at: lit }], cancels: false }
}

/** The line after a change, and what its OLT says of it. `cause` is why it goes dark, if it does. */
export function change(line: Line, to: Partial<Line>, at: Date, profile: PlantProfile, cause: Cause = 'los'): Moved {
  const after = { ...line, ...to }
  const [before, now] = [canShine(line), canShine(after)]
  if (before && !now) return darkened(line, after, at, cause)
  if (!before && now) return relit(after, at, profile)
  const worse = now && failing(after) && !failing(line)
  return { line: after, alarms: worse ? [{ kind: 'signal_fail', serial: after.serial, at }] : [], cancels: false }
}

/** Nine ONTs in ten manage to say that their power goes; the others just fall silent. */
export function powerLoss({ hair }: Pick<Line, 'hair'>, profile: PlantProfile): Cause {
  return share(44, hair) < profile.gasps ? 'dying_gasp' : 'unknown'
}

function hairOf(line: Line): Partial<Line> {
  const { hair, serial, fresh, powered, admin_down, rx0, olt_rx0, extra_db, distance_m, admits, service } = line
  return { hair, serial, fresh, powered, admin_down, rx0, olt_rx0, extra_db, distance_m, admits, service }
}

/** A position with another one's hair. Its past comes along with an ONT; where none comes, the darkness stays. */
function takeHair(position: Line, other: Line): Line {
  const { down_state, last_down_at, last_down_cause, last_up_at } = other.serial === null ? position : other
  return { ...position, ...hairOf(other), down_state, last_down_at, last_down_cause, last_up_at }
}

/** Two hairs change places: both are pulled, each is put where the other was. */
export function exchange(one: Line, two: Line, at: Date, profile: PlantProfile): [Moved, Moved] {
  const pulled = [one, two].map((line) => change(line, { connected: false }, at, profile)) as [Moved, Moved]
  const [first, second] = pulled
  return [
    join(first, change(takeHair(first.line, second.line), { connected: true }, at, profile)),
    join(second, change(takeHair(second.line, first.line), { connected: true }, at, profile)),
  ]
}

/** The ONT goes and comes back by itself. */
export function restart(line: Line, at: Date, profile: PlantProfile): Moved {
  if (!isUp(line, at)) return { line, alarms: [], cancels: false }
  const off = change(line, { powered: false }, at, profile, 'admin_down')
  return join(off, change(off.line, { powered: true }, at, profile))
}

/** A new ONT at the end of a hair, in the place of whatever was there. */
export function register(line: Line, serial: string, at: Date, profile: PlantProfile): Moved {
  if (line.serial === serial && isUp(line, at)) return { line, alarms: [], cancels: false }
  const pulled = change(line, { connected: false }, at, profile)
  // Where nobody is served any longer whoever appears is new; where somebody else is, it is not let in.
  const admits = line.admits === '' ? null : line.admits
  const put = { serial, fresh: true, powered: true, admin_down: false, connected: true, admits }
  const ranging = change(pulled.line, put, at, profile)
  const seen = ranging.alarms.map((alarm): Alarm => ({ ...alarm, kind: 'registered' }))
  return join(pulled, { ...ranging, alarms: [...seen, ...ranging.alarms] })
}

function join(first: Moved, then: Moved): Moved {
  return { line: then.line, alarms: [...first.alarms, ...then.alarms], cancels: first.cancels || then.cancels }
}
