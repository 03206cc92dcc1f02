/** What a simulated OLT knows of a PON: true states without positions. No I/O. */
import type { Candidate, OntPower, OntState, PonState } from '../plant.ts'
import { powersAt } from './light.ts'
import { hasLight, isAdmitted, isUp, stateOf, type Line } from './line.ts'
import { deviceTime, type Manner } from './manner.ts'
import { share, within, type PlantProfile } from './profile.ts'

/** A row of `plant_gone`: configured on the PON, and no longer there. */
export interface Gone {
  olt_id: number
  pon_id: number
  serial: string
  ont_id: number
  down_state: Line['down_state']
  last_down_at: Date | null
  last_down_cause: Line['last_down_cause']
  last_up_at: Date | null
}

function stateOfLine(line: Line, at: Date): OntState {
  const up = isUp(line, at)
  const state = stateOf(line, at)
  return {
    asked: line.serial,
    serial: line.serial,
    ontId: line.ont_id,
    // Configured, and not yet up for the first time.
    state: state === 'unknown' ? 'offline' : state,
    distanceM: up ? line.distance_m : null,
    lastDownAt: line.last_down_at,
    lastDownCause: line.last_down_cause,
    lastUpAt: up ? line.lit_at : line.last_up_at,
  }
}

const nothing = { distanceM: null, lastDownAt: null, lastDownCause: null, lastUpAt: null }

/** Everything configured on a PON, by ONT id. */
export function ontsOf(lines: readonly Line[], gone: readonly Gone[], at: Date): OntState[] {
  const here = lines.filter(isAdmitted).map((line) => stateOfLine(line, at))
  // Configured and expected.
  const awaited = lines.flatMap(({ admits, serial, ont_id }) =>
    admits === null || admits === '' || admits === serial
      ? []
      : [{ asked: admits, serial: admits, ontId: ont_id, state: 'offline' as const, ...nothing }],
  )
  const left = gone.map((one) => ({
    asked: one.serial,
    serial: one.serial,
    ontId: one.ont_id,
    state: one.down_state ?? ('offline' as const),
    distanceM: null,
    lastDownAt: one.last_down_at,
    lastDownCause: one.last_down_cause,
    lastUpAt: one.last_up_at,
  }))
  return [...here, ...awaited, ...left].sort((one, two) => (one.ontId ?? 0) - (two.ontId ?? 0))
}

/** Serials with light on a PON that are not configured there. */
export function foundOn(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => (line.serial !== null && !isAdmitted(line) && hasLight(line) ? [line.serial] : []))
}

export function candidatesOn(lines: readonly Line[], since: Date, at: Date): Candidate[] {
  const up = lines.filter((line) => isAdmitted(line) && isUp(line, at) && line.lit_at !== null && line.lit_at >= since)
  return [
    ...up.map(({ serial, ont_id }) => ({ serial: serial ?? '', ontId: ont_id, kind: 'up' as const })),
    ...foundOn(lines).map((serial) => ({ serial, ontId: null, kind: 'found' as const })),
  ]
}

export function ponStateOf(lines: readonly Line[], onts: readonly OntState[]): PonState {
  return {
    up: lines.some(({ fed }) => fed),
    provisioned: onts.length,
    online: onts.filter(({ state }) => state === 'online').length,
  }
}

/** Invalid answers: sentinels, zeros, impossible times. */
const nonsense = [
  { serial: '\u0000\u0000\u0000\u0000FFFFFFFF' },
  { state: 'online', distanceM: 0, lastDownAt: new Date(0), lastUpAt: new Date(Number.NaN) },
  { state: 'flying' as OntState['state'], distanceM: -1 },
  { lastDownAt: new Date(8.64e15), lastDownCause: 'rayo' as OntState['lastDownCause'] },
] as const satisfies Partial<OntState>[]

/** How long before its last light a stale row dates the fall, ms. */
const staleMs = 3_600_000

/** An answer with this OLT's faults: own clock, gaps and errors. */
export function toldBy(onts: OntState[], manner: Manner, profile: PlantProfile, at: Date): OntState[] {
  const moment = at.getTime() % 2 ** 31
  const { missing = 0, stale = 0, staleRows = 0 } = manner
  const off = manner.unsupported ?? []
  const hit = share(95, moment) < profile.garbled ? within([0, Math.max(onts.length - 1, 0)], 96, moment) : -1
  return onts.flatMap((one, index) => {
    const id = one.ontId ?? 0
    if (share(105, id, moment) < missing) return []
    const isStaleRow = one.state !== 'online' && one.lastUpAt !== null && share(111, id) < staleRows
    const time = (when: Date | null) => (when === null || off.includes('times') ? null : deviceTime(manner, when))
    const answer: OntState = {
      ...one,
      serial: share(106, id, moment) < stale ? (onts[(index + 1) % onts.length]?.serial ?? null) : one.serial,
      distanceM: off.includes('distance') ? null : one.distanceM,
      ...(isStaleRow && { lastDownCause: 'los' as const }),
      lastDownAt: time(isStaleRow && one.lastUpAt ? new Date(one.lastUpAt.getTime() - staleMs) : one.lastDownAt),
      lastUpAt: time(one.lastUpAt),
    }
    return [index === hit ? { ...answer, ...nonsense[within([0, nonsense.length - 1], 97, moment)] } : answer]
  })
}

const sentinels = [
  { rxDbm: 655.35, oltRxDbm: -327.68 },
  { rxDbm: Number.NaN, oltRxDbm: 0 },
  { rxDbm: -40, oltRxDbm: -80 },
] as const

/**
 * Powers as this OLT answers, cached ones if it caches.
 * @param lossAt loss in dB added to a line at a time; null if dark
 */
export function powersTold(
  lines: readonly Line[],
  manner: Manner,
  profile: PlantProfile,
  at: Date,
  lossAt: (line: Line, at: Date) => number | null,
): OntPower[] {
  const { powersKeptMs: cachedMs, missing = 0, unsupported = [] } = manner
  const measuredAt = cachedMs === undefined ? at : new Date(Math.floor(at.getTime() / cachedMs) * cachedMs)
  const moment = at.getTime() % 2 ** 31
  return lines.flatMap((line) => {
    const loss = cachedMs === undefined ? line.extra_db : lossAt(line, measuredAt)
    if (line.serial === null || !isAdmitted(line) || !isUp(line, at) || loss === null) return []
    if (share(107, line.ont_id, moment) < missing) return []
    const powers = powersAt({ ...line, extra_db: loss }, measuredAt.getTime())
    const garbled = share(108, line.ont_id, moment) < profile.garbled
    const answer = garbled ? sentinels[within([0, sentinels.length - 1], 109, line.ont_id, moment)] : powers
    return [
      {
        serial: line.serial,
        rxDbm: unsupported.includes('rx') ? null : (answer?.rxDbm ?? null),
        oltRxDbm: unsupported.includes('oltRx') ? null : (answer?.oltRxDbm ?? null),
        measuredAt: manner.powersUndated ? null : measuredAt,
      },
    ]
  })
}
