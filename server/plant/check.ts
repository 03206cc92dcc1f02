/** Validates a plant's answers: implausible values become null or `unknown`. */
import { downCauses } from '@hilo/domain/diagnosis.ts'
import { plausiblePower } from '@hilo/domain/optics.ts'
import { opticalStates, portState } from '@hilo/domain/status.ts'
import type { BoxPlace, Position } from './box-positions.ts'
import { byOurClock, type OltClock } from './olt-clock.ts'
import type { BoxReading, OntPower, OntState, PlantReading, StatesReading } from './plant.ts'

/** Validated states, with times by the product's clock. */
export interface CheckedStates {
  takenAt: Date
  source: BoxReading['source']
  onts: OntState[]
}

const serialForm = /^[A-Z0-9]{4}(?!0{8})[0-9A-F]{8}$/
const farthestM = 60_000
const earliest = Date.UTC(2000, 0, 1)
/** Minimum power of an ONT with light, dBm: lower values stand for "none". */
const noPower = -40
/** A time up to this far ahead of the product's clock counts as now, ms. */
const aheadMs = 5000

/** Unvalidated input: no field is sure to have its type. */
type Raw<T> = Partial<Record<keyof T, unknown>>

export function figure(value: unknown): number | null {
  if (typeof value !== 'number') return null
  const power = plausiblePower(value)
  return power === null || power <= noPower || power === 0 ? null : power
}

/** No ONT is at the OLT itself: 0 stands for unknown. */
function metres(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value <= farthestM ? Math.round(value) : null
}

export function instant(value: unknown, latest: Date): Date | null {
  if (!(value instanceof Date)) return null
  const time = value.getTime()
  if (!(time >= earliest && time <= latest.getTime() + aheadMs)) return null
  return time > latest.getTime() ? latest : value
}

export function word<T extends string>(value: unknown, words: readonly T[]): T | null {
  return words.find((one) => one === value) ?? null
}

export const serial = (value: unknown): string | null =>
  typeof value === 'string' && serialForm.test(value) ? value : null

function objects<T>(list: unknown): Raw<T>[] {
  if (!Array.isArray(list)) return []
  return list.filter((one): one is Raw<T> => typeof one === 'object' && one !== null)
}

/** True if the row holds a fall before the last light: it dates and explains no present darkness. */
function isStale({ lastDownAt: down, lastUpAt: up }: Raw<OntState>): boolean {
  return down instanceof Date && up instanceof Date && down < up
}

function checkOnt(raw: Raw<OntState>, clock: OltClock | null, now: Date): OntState {
  const cause = word(raw.lastDownCause, downCauses)
  const state = word(raw.state, opticalStates) ?? 'unknown'
  const time = (value: unknown) => instant(value instanceof Date ? byOurClock(value, clock) : null, now)
  if (state !== 'online' && isStale(raw)) return checkOnt({ ...raw, lastDownAt: null, lastDownCause: null }, clock, now)
  return {
    asked: serial(raw.asked),
    serial: serial(raw.serial),
    ontId: typeof raw.ontId === 'number' && Number.isInteger(raw.ontId) && raw.ontId >= 0 ? raw.ontId : null,
    // "Offline" with cause LOS is LOS.
    state: state === 'offline' && cause === 'los' ? 'los' : state,
    distanceM: metres(raw.distanceM),
    lastDownAt: time(raw.lastDownAt),
    lastDownCause: cause,
    lastUpAt: time(raw.lastUpAt),
  }
}

/**
 * Validates states.
 * @param clock offset of the OLT's clock; without it all its times are dropped
 * @param now business time: no reading is later
 */
export function checkStates(answer: StatesReading, clock: OltClock | null, now: Date): CheckedStates {
  const onts = objects<OntState>(answer.onts).map((raw) => checkOnt(raw, clock, now))
  return { takenAt: instant(answer.takenAt, now) ?? now, source: answer.source, onts }
}

/** The requested serials in whose place another ONT answered: the OLT's index is stale. */
export function staleIn({ onts }: CheckedStates): string[] {
  return onts.flatMap(({ asked, serial: answers }) => (asked !== null && answers !== asked ? [asked] : []))
}

/** Longest time for which OLTs cache powers, ms. */
const longestCachedMs = 15 * 60_000

/** Valid powers by serial; one without a time counts as old as a cached power can be. */
export function checkPowers(answer: unknown, now: Date): Map<string, OntPower & { measuredAt: Date }> {
  const known = new Map<string, OntPower & { measuredAt: Date }>()
  for (const raw of objects<OntPower>(answer)) {
    const of = serial(raw.serial)
    if (of === null || known.has(of)) continue
    const measuredAt =
      raw.measuredAt === null ? new Date(now.getTime() - longestCachedMs) : instant(raw.measuredAt, now)
    // A power with an impossible time may be of any time.
    if (measuredAt === null) continue
    known.set(of, { serial: of, rxDbm: figure(raw.rxDbm), oltRxDbm: figure(raw.oltRxDbm), measuredAt })
  }
  return known
}

/** Inputs of a box reading: positions and answers of the OLT. */
export interface Answers {
  states: CheckedStates
  powers: ReadonlyMap<string, OntPower & { measuredAt: Date }>
  /** The PON on which a serial was found, if not the box's own. */
  elsewhere: ReadonlyMap<string, number>
}

function readingOf({ id, number, serial: due }: Position, { states, powers, elsewhere }: Answers): PlantReading {
  const ont = due === null ? undefined : states.onts.find((one) => one.asked === due && one.serial === due)
  const power = due === null || ont?.state !== 'online' ? undefined : powers.get(due)
  const figures = power && (power.rxDbm !== null || power.oltRxDbm !== null) ? power : null
  return {
    portId: id,
    port: number,
    seen: due !== null,
    serial: ont?.serial ?? null,
    ontId: ont?.ontId ?? null,
    elsewherePonId: (due !== null && elsewhere.get(due)) || null,
    state: ont?.state ?? 'unknown',
    rxDbm: figures?.rxDbm ?? null,
    oltRxDbm: figures?.oltRxDbm ?? null,
    measuredAt: figures?.measuredAt ?? null,
    distanceM: ont?.distanceM ?? null,
    lastDownAt: ont?.lastDownAt ?? null,
    lastDownCause: ont?.lastDownCause ?? null,
    lastUpAt: ont?.lastUpAt ?? null,
    readAt: states.takenAt,
  }
}

/**
 * Joins positions and answers to a box reading: every position once. `completePct`: share of occupied positions with a known
 * ONT that could be read, in percent, rounded down; 100 means all of them.
 */
export function joinBox(place: BoxPlace, answers: Answers): BoxReading & { completePct: number } {
  const readings = place.positions.map((position) => readingOf(position, answers))
  const asked = readings.filter((one, index) => one.seen && place.positions[index]?.state === portState.is.ocupado)
  const read = asked.filter(({ state }) => state !== 'unknown').length
  const completePct = asked.length === 0 ? 100 : Math.floor((100 * read) / asked.length)
  const { takenAt, source } = answers.states
  return { ctoId: place.ctoId, takenAt, source, readings, completePct }
}
