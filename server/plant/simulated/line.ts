/** One position of a box as it really is, and what becomes of it when something moves. No I/O. */
import type { Vlan } from '@hilo/domain/diagnosis.ts'
import type { OpticalState } from '@hilo/domain/status.ts'
import type { AlarmKind, PlantReading } from '../plant.ts'
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
  /** Number that the OLT gave to the ONT. */
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
  /** The one serial that the OLT lets in; any when null, none when empty. */
  admits: string | null
  /** What is set for its ONT where that is not what the inventory says. */
  service: { profile: string | null; vlan: Vlan | null } | null
  /** The PON that its ONT is registered on, where that is not the one it hangs on: it is not served then. */
  home_pon_id: number | null
}

export interface Alarm {
  kind: AlarmKind
  serial: string | null
  /** Null where the ONT is not registered. */
  ont_id: number | null
  at: Date
}
export interface Moved {
  line: Line
  alarms: Alarm[]
  /** What was announced for later no longer comes true. */
  cancels: boolean
  /** The line whose ONT was registered here and hangs here no longer. */
  left?: Line
}

/** Below this, in dBm, no ONT finds its frame; below the other its errors raise an alarm. */
const blindBelow = -31
const failingBelow = -27

/** Its light reaches the OLT, whether it is served or not. */
export function hasLight(line: Line): boolean {
  const blind = line.extra_db > 0 && line.rx0 - line.extra_db < blindBelow
  return line.connected && line.fed && line.powered && !line.admin_down && !blind
}

const canShine = (line: Line) => isAdmitted(line) && hasLight(line)

/** There is an ONT, and the OLT serves it where it hangs. */
export function isAdmitted({ serial, admits, home_pon_id }: Line): boolean {
  return serial !== null && home_pon_id === null && (admits === null || admits === serial)
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
  return {
    line,
    alarms: heard ? [{ kind: cause, serial: before.serial, ont_id: before.ont_id, at }] : [],
    cancels: true,
  }
}

function relit(after: Line, at: Date, profile: PlantProfile): Moved {
  const lit = new Date(at.getTime() + rangingOf(profile, after.hair, at.getTime() % 2 ** 31))
  const alarms: Alarm[] = [{ kind: 'up', serial: after.serial, ont_id: after.ont_id, at: lit }]
  return { line: { ...after, lit_at: lit }, alarms, cancels: false }
}

/** The line after a change, and what its OLT says of it. `cause` is why it goes dark, if it does. */
export function change(line: Line, to: Partial<Line>, at: Date, profile: PlantProfile, cause: Cause = 'los'): Moved {
  const after = { ...line, ...to }
  const [before, now] = [canShine(line), canShine(after)]
  if (before && !now) return darkened(line, after, at, cause)
  if (!before && now) return relit(after, at, profile)
  const worse = now && failing(after) && !failing(line)
  const { serial, ont_id } = after
  return { line: after, alarms: worse ? [{ kind: 'signal_fail', serial, ont_id, at }] : [], cancels: false }
}

/** Nine ONTs in ten manage to say that their power goes; the others just fall silent. */
export function powerLoss({ hair }: Pick<Line, 'hair'>, profile: PlantProfile): Cause {
  return share(44, hair) < profile.gasps ? 'dying_gasp' : 'unknown'
}

/** What goes with a hair to wherever it is put. */
function hairOf(line: Line): Partial<Line> {
  const { hair, ont_id, serial, fresh, powered, admin_down, rx0, olt_rx0, extra_db, distance_m, admits, service } = line
  return { hair, ont_id, serial, fresh, powered, admin_down, rx0, olt_rx0, extra_db, distance_m, admits, service }
}

/** A position with another one's hair. Its past comes along with an ONT; where none comes, the darkness stays. */
function takeHair(position: Line, other: Line): Line {
  const { down_state, last_down_at, last_down_cause, last_up_at } = other.serial === null ? position : other
  const home = other.home_pon_id ?? other.pon_id
  const home_pon_id = other.serial === null || home === position.pon_id ? null : home
  return { ...position, ...hairOf(other), down_state, last_down_at, last_down_cause, last_up_at, home_pon_id }
}

/** The hair of another position is put in here; on a PON where its ONT is not registered it is only found. */
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
 * Two hairs change places: both are pulled, each is put where the other was. Within a PON no OLT sees more than two short
 * losses of light: serials and service stay.
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

/** The OLT starts again: its ONTs are gone without a word, nobody hears of it, and they come back. */
export function outlive(line: Line, at: Date, profile: PlantProfile): Moved {
  if (!isUp(line, at)) return { line, alarms: [], cancels: false }
  const off = change(line, { fed: false }, at, profile)
  return { ...join({ ...off, alarms: [] }, change(off.line, { fed: true }, at, profile)), cancels: true }
}

/** A new ONT at the end of a hair, in the place of whatever was there. */
export function register(line: Line, serial: string, at: Date, profile: PlantProfile): Moved {
  if (line.serial === serial && isUp(line, at)) return { line, alarms: [], cancels: false }
  const pulled = change(line, { connected: false }, at, profile)
  // Where nobody is served any longer whoever appears is new; where somebody else is, it is not let in.
  const admits = line.admits === '' ? null : line.admits
  const same = line.serial === serial
  const untold = { down_state: null, last_down_at: null, last_down_cause: null, last_up_at: null }
  const ont_id = ontIdOf(line.port_id, Math.floor(at.getTime() / 1000) % 2 ** 31)
  const ont = { serial, fresh: true, powered: true, admin_down: false, connected: true, admits, home_pon_id: null }
  const ranging = change(pulled.line, { ...ont, ...(!same && { ...untold, ont_id }) }, at, profile)
  const seen = ranging.alarms.map((alarm): Alarm => ({ ...alarm, kind: 'registered' }))
  const left = !same && isAdmitted(line) ? { left: pulled.line } : {}
  return { ...join(pulled, { ...ranging, alarms: [...seen, ...ranging.alarms] }), ...left }
}

/** A number that an OLT gives to an ONT; always the same for the same seed. */
export const ontIdOf = (...seed: number[]): number => within([1, 2 ** 30], 60, ...seed)

function join(first: Moved, then: Moved): Moved {
  return { line: then.line, alarms: [...first.alarms, ...then.alarms], cancels: first.cancels || then.cancels }
}
