/** What a plant says is believed only as far as it can be true: the rest becomes null or `unknown`. */
import { downCauses } from '@hilo/domain/diagnosis.ts'
import { plausible } from '@hilo/domain/optics.ts'
import { opticalStates, portState } from '@hilo/domain/status.ts'
import type { BoxReading, PlantReading } from './plant.ts'

/** A position as the product knows it. */
export interface Position {
  id: number
  number: number
  state: number
}
export interface Checked {
  takenAt: Date
  readings: PlantReading[]
  /** Occupied ports that could be read, in percent, rounded down: 100 means all of them. */
  completePct: number
}

export const serialForm = /^[A-Z0-9]{4}[0-9A-F]{8}$/
const farthestM = 60_000
const earliest = Date.UTC(2000, 0, 1)

/** The fields of whatever came, none of which is sure to be what its type says. */
type Raw = Partial<Record<keyof PlantReading, unknown>>

export function figure(value: unknown): number | null {
  return typeof value === 'number' ? plausible(value) : null
}

function metres(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= farthestM ? Math.round(value) : null
}

export function instant(value: unknown, latest: Date): Date | null {
  if (!(value instanceof Date)) return null
  const time = value.getTime()
  return time >= earliest && time <= latest.getTime() ? value : null
}

export function word<T extends string>(value: unknown, words: readonly T[]): T | null {
  return words.find((one) => one === value) ?? null
}

function checkOne(raw: Raw, { id, number }: Position, now: Date): PlantReading {
  const lastDownCause = word(raw.lastDownCause, downCauses)
  const said = word(raw.state, opticalStates) ?? 'unknown'
  // "Gone" and "its light failed" together are the second.
  const state = said === 'offline' && lastDownCause === 'los' ? 'los' : said
  // Without light there is no figure, whatever was sent.
  const lit = state === 'online'
  return {
    portId: id,
    port: number,
    serial: typeof raw.serial === 'string' && serialForm.test(raw.serial) ? raw.serial : null,
    state,
    rxDbm: lit ? figure(raw.rxDbm) : null,
    oltRxDbm: lit ? figure(raw.oltRxDbm) : null,
    distanceM: metres(raw.distanceM),
    lastDownAt: instant(raw.lastDownAt, now),
    lastDownCause,
    lastUpAt: instant(raw.lastUpAt, now),
    readAt: instant(raw.readAt, now) ?? now,
  }
}

/**
 * The reading of a box, every position of it once and nothing else.
 * @param now business time: nothing was read later than this
 */
export function checkReading(reading: BoxReading, positions: readonly Position[], now: Date): Checked {
  const list: readonly unknown[] = Array.isArray(reading.readings) ? reading.readings : []
  const said = new Map<unknown, Raw>()
  for (const one of list) {
    if (typeof one !== 'object' || one === null) continue
    const raw: Raw = one
    if (!said.has(raw.portId)) said.set(raw.portId, raw)
  }
  const takenAt = instant(reading.takenAt, now) ?? now
  const readings = positions.map((position) => checkOne(said.get(position.id) ?? {}, position, now))
  const occupied = readings.filter((_, index) => positions[index]?.state === portState.is.ocupado)
  const readable = occupied.filter(({ state }) => state !== 'unknown').length
  const completePct = occupied.length === 0 ? 100 : Math.floor((100 * readable) / occupied.length)
  return { takenAt, readings, completePct }
}
