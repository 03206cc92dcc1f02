/** True state of one position of a box, and its changes. No I/O. */
import type { Vlan } from '@hilo/domain/diagnosis.ts'
import type { OpticalState } from '@hilo/domain/status.ts'
import type { AlarmKind, PlantReading } from '../plant.ts'
import type { Manner } from './manner.ts'
import { rangingOf, share, within, type PlantProfile } from './profile.ts'

type Cause = NonNullable<PlantReading['lastDownCause']>

/** A row of `plant_line`. */
export interface Line {
  port_id: number
  olt_id: number
  pon_id: number
  cto_id: number
  port: number
  hair: number
  /** ONT id given by the OLT. */
  ont_id: number
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
  /** The one serial that the OLT admits; any if null, none if empty. */
  admits: string | null
  /** Configuration of its ONT, if not the inventory's. */
  service: { profile: string | null; vlan: Vlan | null } | null
  /** The PON on which its ONT is configured, if not the one it hangs on: then it is not served. */
  home_pon_id: number | null
}

export interface Alarm {
  kind: AlarmKind
  serial: string | null
  /** Null if the ONT is not configured. */
  ont_id: number | null
  at: Date
}
export interface Moved {
  line: Line
  alarms: Alarm[]
  /** Pending alarms of this line are deleted. */
  cancels: boolean
  /** The line whose ONT was configured here and has left. */
  left?: Line
}

/** Below this power, dBm, an ONT cannot synchronize; below the other, errors raise an alarm. */
const blindBelow = -31
const failingBelow = -27

/** True if its light reaches the OLT, served or not. */
export function hasLight(line: Line): boolean {
  const blind = line.extra_db > 0 && line.rx0 - line.extra_db < blindBelow
  return line.connected && line.fed && line.powered && !line.admin_down && !blind
}

const canShine = (line: Line) => isAdmitted(line) && hasLight(line)

/** True if the OLT serves the ONT where it hangs. */
export function isAdmitted({ serial, admits, home_pon_id }: Line): boolean {
  return serial !== null && home_pon_id === null && (admits === null || admits === serial)
}

function failing({ rx0, extra_db }: Line): boolean {
  return extra_db > 0 && rx0 - extra_db < failingBelow
}

export function isUp(line: Line, at: Date): boolean {
  return line.lit_at !== null && line.lit_at <= at
}

/** State reported by the OLT; `unknown` without a known ONT. */
export function stateOf(line: Line, at: Date): OpticalState {
  if (line.admin_down) return 'admin_down'
  return isUp(line, at) ? 'online' : (line.down_state ?? 'unknown')
}

function darkened(before: Line, after: Line, at: Date, cause: Cause): Moved {
  // Still ranging: it was dark and stays dark.
  if (!isUp(before, at)) return { line: { ...after, lit_at: null }, alarms: [], cancels: true }
  const line: Line = {
    ...after,
    lit_at: null,
    down_state: cause === 'unknown' ? 'offline' : cause,
    last_down_at: at,
    last_down_cause: cause,
    last_up_at: before.lit_at,
  }
  const raisesAlarm = cause === 'los' || cause === 'dying_gasp'
  return {
    line,
    alarms: raisesAlarm ? [{ kind: cause, serial: before.serial, ont_id: before.ont_id, at }] : [],
    cancels: true,
  }
}

function relit(after: Line, at: Date, profile: PlantProfile): Moved {
  const lit = new Date(at.getTime() + rangingOf(profile, after.hair, at.getTime() % 2 ** 31))
  const alarms: Alarm[] = [{ kind: 'up', serial: after.serial, ont_id: after.ont_id, at: lit }]
  return { line: { ...after, lit_at: lit }, alarms, cancels: false }
}

/** The line after a change, with the OLT's alarms. `cause`: why it goes dark, if it does. */
export function change(line: Line, to: Partial<Line>, at: Date, profile: PlantProfile, cause: Cause = 'los'): Moved {
  const after = { ...line, ...to }
  const [before, now] = [canShine(line), canShine(after)]
  if (before && !now) return darkened(line, after, at, cause)
  if (!before && now) return relit(after, at, profile)
  const worse = now && failing(after) && !failing(line)
  const { serial, ont_id } = after
  return { line: after, alarms: worse ? [{ kind: 'signal_fail', serial, ont_id, at }] : [], cancels: false }
}

/** Nine ONTs in ten send a dying gasp on power loss; for the others an OLT sees nothing, or LOS. */
export function powerLoss(
  { hair }: Pick<Line, 'hair'>,
  profile: PlantProfile,
  { gasps = profile.gasps, losForGasp = false }: Pick<Manner, 'gasps' | 'losForGasp'> = {},
): Cause {
  if (share(44, hair) < gasps) return 'dying_gasp'
  return losForGasp ? 'los' : 'unknown'
}

/** The properties that move with a hair. */
function hairOf(line: Line): Partial<Line> {
  const { hair, ont_id, serial, fresh, powered, admin_down, rx0, olt_rx0, extra_db, distance_m, admits, service } = line
  return { hair, ont_id, serial, fresh, powered, admin_down, rx0, olt_rx0, extra_db, distance_m, admits, service }
}

/** A position with another hair. The ONT's history moves with it; without an ONT the darkness stays. */
function takeHair(position: Line, other: Line): Line {
  const { down_state, last_down_at, last_down_cause, last_up_at } = other.serial === null ? position : other
  const home = other.home_pon_id ?? other.pon_id
  const home_pon_id = other.serial === null || home === position.pon_id ? null : home
  return { ...position, ...hairOf(other), down_state, last_down_at, last_down_cause, last_up_at, home_pon_id }
}

/** The hair of another position is connected here; on a PON where its ONT is not configured it is only discovered. */
function put(pulled: Moved, other: Line, at: Date, profile: PlantProfile): Moved {
  const moved = change(takeHair(pulled.line, other), { connected: true }, at, profile)
  const { serial, home_pon_id } = moved.line
  const found = serial !== null && home_pon_id !== null && hasLight(moved.line)
  const alarms: Alarm[] = found ? [{ kind: 'registered', serial, ont_id: null, at }] : []
  const leaves = pulled.line.pon_id !== other.pon_id && pulled.line.serial !== null && pulled.line.home_pon_id === null
  return {
    ...join(pulled, { ...moved, alarms: [...moved.alarms, ...alarms] }),
    ...(leaves && { left: pulled.line }),
  }
}

/**
 * Swaps two hairs: both are pulled, each is connected at the other position. Within a PON the OLT sees two short LOS only:
 * serials and service stay.
 */
export function exchange(one: Line, two: Line, at: Date, profile: PlantProfile): [Moved, Moved] {
  const [first, second] = [one, two].map((line) => change(line, { connected: false }, at, profile)) as [Moved, Moved]
  return [put(first, second.line, at, profile), put(second, first.line, at, profile)]
}

/** The ONT goes and comes back by itself. */
export function restart(line: Line, at: Date, profile: PlantProfile): Moved {
  if (!isUp(line, at)) return { line, alarms: [], cancels: false }
  const off = change(line, { powered: false }, at, profile, 'admin_down')
  return join(off, change(off.line, { powered: true }, at, profile))
}

/** OLT or card restart: its ONTs go offline without any alarm, and come back. */
export function outlive(line: Line, at: Date, profile: PlantProfile): Moved {
  if (!isUp(line, at)) return { line, alarms: [], cancels: false }
  const off = change(line, { fed: false }, at, profile)
  return { ...join({ ...off, alarms: [] }, change(off.line, { fed: true }, at, profile)), cancels: true }
}

/** A new ONT at the end of a hair, replacing any other. */
export function register(line: Line, serial: string, at: Date, profile: PlantProfile): Moved {
  if (line.serial === serial && isUp(line, at)) return { line, alarms: [], cancels: false }
  const pulled = change(line, { connected: false }, at, profile)
  // If the position serves no ONT any new one is admitted; otherwise it is not.
  const admits = line.admits === '' ? null : line.admits
  const same = line.serial === serial
  const untold = { down_state: null, last_down_at: null, last_down_cause: null, last_up_at: null }
  const ont_id = ontIdOf(line.port_id, Math.floor(at.getTime() / 1000) % 2 ** 31)
  const ont = { serial, fresh: true, powered: true, admin_down: false, connected: true, admits, home_pon_id: null }
  const ranging = change(pulled.line, { ...ont, ...(!same && { ...untold, ont_id }) }, at, profile)
  const registered = ranging.alarms.map((alarm): Alarm => ({ ...alarm, kind: 'registered' }))
  const left = !same && isAdmitted(line) ? { left: pulled.line } : {}
  return { ...join(pulled, { ...ranging, alarms: [...registered, ...ranging.alarms] }), ...left }
}

/** ONT id given by an OLT; deterministic by seed. */
export const ontIdOf = (...seed: number[]): number => within([1, 2 ** 30], 60, ...seed)

function join(first: Moved, then: Moved): Moved {
  return { line: then.line, alarms: [...first.alarms, ...then.alarms], cancels: first.cancels || then.cancels }
}
