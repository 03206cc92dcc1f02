/** What a reading of the simulated plant shows at an instant. The same thing at the same minute shows the same figures. */
import { quantise } from '@hilo/domain/optics.ts'
import { clamp, createRng, type Rng } from '../../seed/rng.ts'
import type { PlantReading } from '../plant.ts'
import { share, within, type PlantProfile } from './profile.ts'
import { isAdmitted, isUp, stateOf, type Line } from './line.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A slow wave of a given amplitude: a period of that many days, a phase by chance. */
function wave(rng: Rng, at: number, amplitude: number, [least, most]: readonly [number, number]): number {
  const period = (least + rng.next() * (most - least)) * dayMs
  return amplitude * Math.sin(2 * Math.PI * (at / period + rng.next()))
}

/** Ageing and dirt within ±0.5 dB, in dB; some hundredths from one day to the next. */
function drift(hair: number, at: number): number {
  const rng = createRng(45, hair)
  return wave(rng, at, 0.3, [60, 120]) + wave(rng, at, 0.2, [150, 400])
}

/** Within ±0.2 dB, over the day. */
function temperature(box: number, at: number): number {
  const rng = createRng(46, box)
  return wave(rng, at, 0.05 + rng.next() * 0.15, [1, 1])
}

/** Of one reading: σ 0.08 dB, and never absurd. */
function noise(hair: number, at: number, way: number): number {
  const minute = Math.floor(at / minuteMs)
  return clamp(createRng(47, hair, minute, way).normal(0, 0.08), -0.24, 0.24)
}

/** What arrives at both ends at an instant at which there was light, in dBm. */
export function powersAt(line: Line, time: number): { rxDbm: number; oltRxDbm: number } {
  const shift = drift(line.hair, time) + temperature(line.cto_id, time) - line.extra_db
  return {
    rxDbm: quantise(line.rx0 + shift + noise(line.hair, time, 1)),
    oltRxDbm: quantise(line.olt_rx0 + shift + noise(line.hair, time, 2)),
  }
}

export function readingOf(line: Line, at: Date): PlantReading {
  const up = isUp(line, at)
  const powers = up ? powersAt(line, at.getTime()) : { rxDbm: null, oltRxDbm: null }
  return {
    portId: line.port_id,
    port: line.port,
    serial: isAdmitted(line) ? line.serial : null,
    state: stateOf(line, at),
    ...powers,
    distanceM: up ? line.distance_m : null,
    lastDownAt: line.last_down_at,
    lastDownCause: line.last_down_cause,
    lastUpAt: up ? line.lit_at : line.last_up_at,
    readAt: at,
  }
}

/** What an OLT says of a position when it does not know what it says. */
const nonsense = [
  { rxDbm: 655.35, oltRxDbm: -327.68 },
  { rxDbm: Number.NaN, oltRxDbm: 0, distanceM: -1 },
  { serial: '\u0000\u0000\u0000\u0000FFFFFFFF' },
  { readAt: new Date(Number.NaN) },
] as const satisfies Partial<PlantReading>[]

/** Now and then one position of a box stands in its reading as it cannot be. */
export function garbled(
  readings: PlantReading[],
  { garbled: often }: PlantProfile,
  ctoId: number,
  at: Date,
): PlantReading[] {
  const moment = at.getTime() % 2 ** 31
  if (share(95, ctoId, moment) >= often) return readings
  const hit = within([0, readings.length - 1], 96, ctoId, moment)
  const kind = nonsense[within([0, nonsense.length - 1], 97, ctoId, moment)]
  return readings.map((one, index) => (index === hit ? { ...one, ...kind } : one))
}
