/** What a plant says is believed only as far as it can be true: the rest becomes null or `unknown`. */
import { downCauses } from '@hilo/domain/diagnosis.ts'
import { plausible } from '@hilo/domain/optics.ts'
import { opticalStates, portState } from '@hilo/domain/status.ts'
import type { BoxPlace, Position } from './box-positions.ts'
import { byOurClock, type OltOffset } from './olt-clock.ts'
import type { BoxReading, OntPower, OntState, PlantReading, StatesReading } from './plant.ts'

/** States that have been checked, their moments by the product's clock. */
export interface CheckedStates {
  takenAt: Date
  source: BoxReading['source']
  onts: OntState[]
}

export const serialForm = /^[A-Z0-9]{4}(?!0{8})[0-9A-F]{8}$/
const farthestM = 60_000
const earliest = Date.UTC(2000, 0, 1)
/** An ONT with light receives more than this, in dBm: what is below stands for "none". */
const noPower = -40
/** A moment may be so much ahead of the product's clock and is then taken for now, in ms. */
const aheadMs = 5000

/** The fields of whatever came, none of which is sure to be what its type says. */
type Raw<T> = Partial<Record<keyof T, unknown>>

export function figure(value: unknown): number | null {
  if (typeof value !== 'number') return null
  const power = plausible(value)
  return power === null || power <= noPower || power === 0 ? null : power
}

/** No ONT is at the OLT itself: 0 is what an OLT says when it does not know. */
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

function checkOnt(raw: Raw<OntState>, clock: OltOffset | null, now: Date): OntState {
  const cause = word(raw.lastDownCause, downCauses)
  const said = word(raw.state, opticalStates) ?? 'unknown'
  const time = (value: unknown) => instant(value instanceof Date ? byOurClock(value, clock) : null, now)
  return {
    asked: serial(raw.asked),
    serial: serial(raw.serial),
    ontId: typeof raw.ontId === 'number' && Number.isInteger(raw.ontId) && raw.ontId >= 0 ? raw.ontId : null,
    // "Gone" and "its light failed" together are the second.
    state: said === 'offline' && cause === 'los' ? 'los' : said,
    distanceM: metres(raw.distanceM),
    lastDownAt: time(raw.lastDownAt),
    lastDownCause: cause,
    lastUpAt: time(raw.lastUpAt),
  }
}

/**
 * States as far as they can be true.
 * @param clock how far the OLT's clock is off; without it none of its moments counts
 * @param now business time: nothing was read later than this
 */
export function checkStates(said: StatesReading, clock: OltOffset | null, now: Date): CheckedStates {
  const onts = objects<OntState>(said.onts).map((raw) => checkOnt(raw, clock, now))
  return { takenAt: instant(said.takenAt, now) ?? now, source: said.source, onts }
}

/** The asked serials in whose place another ONT answered: the OLT's index is older than the ONT. */
export function staleIn({ onts }: CheckedStates): string[] {
  return onts.flatMap(({ asked, serial: answers }) => (asked !== null && answers !== asked ? [asked] : []))
}

/** The figures of each serial that can be figures; `now` stands for a measurement without a moment. */
export function checkPowers(said: unknown, now: Date): Map<string, OntPower & { measuredAt: Date }> {
  const known = new Map<string, OntPower & { measuredAt: Date }>()
  for (const raw of objects<OntPower>(said)) {
    const of = serial(raw.serial)
    if (of === null || known.has(of)) continue
    const measuredAt = raw.measuredAt === null ? now : instant(raw.measuredAt, now)
    // A figure of an impossible moment may be of any time.
    if (measuredAt === null) continue
    known.set(of, { serial: of, rxDbm: figure(raw.rxDbm), oltRxDbm: figure(raw.oltRxDbm), measuredAt })
  }
  return known
}

/** What is known of a box when its positions are joined to the answers of its OLT. */
export interface Answers {
  states: CheckedStates
  powers: ReadonlyMap<string, OntPower & { measuredAt: Date }>
  /** The PON on which a serial was found, where that is not the PON of the box. */
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
 * The reading of a box: every position of it once. `completePct`: of the occupied positions whose ONT is known, those that
 * could be read, in percent, rounded down; 100 means all of them.
 */
export function joinBox(place: BoxPlace, answers: Answers): BoxReading & { completePct: number } {
  const readings = place.positions.map((position) => readingOf(position, answers))
  const asked = readings.filter((one, index) => one.seen && place.positions[index]?.state === portState.is.ocupado)
  const read = asked.filter(({ state }) => state !== 'unknown').length
  const completePct = asked.length === 0 ? 100 : Math.floor((100 * read) / asked.length)
  const { takenAt, source } = answers.states
  return { ctoId: place.ctoId, takenAt, source, readings, completePct }
}
