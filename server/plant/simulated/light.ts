/** Powers of the simulated plant at a time. Deterministic: the same line at the same minute gives the same figures. */
import { quantise } from '@hilo/domain/optics.ts'
import { clamp, createRng, type Rng } from '../../seed/rng.ts'
import type { Line } from './line.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A slow sine wave of given amplitude; period in days and phase are random. */
function wave(rng: Rng, at: number, amplitude: number, [least, most]: readonly [number, number]): number {
  const period = (least + rng.next() * (most - least)) * dayMs
  return amplitude * Math.sin(2 * Math.PI * (at / period + rng.next()))
}

/** Ageing and dirt within ±0.5 dB; some hundredths of a dB per day. */
function drift(hair: number, at: number): number {
  const rng = createRng(45, hair)
  return wave(rng, at, 0.3, [60, 120]) + wave(rng, at, 0.2, [150, 400])
}

/** Daily variation within ±0.2 dB. */
function temperature(box: number, at: number): number {
  const rng = createRng(46, box)
  return wave(rng, at, 0.05 + rng.next() * 0.15, [1, 1])
}

/** Noise of one reading: σ 0.08 dB, truncated. */
function noise(hair: number, at: number, way: number): number {
  const minute = Math.floor(at / minuteMs)
  return clamp(createRng(47, hair, minute, way).normal(0, 0.08), -0.24, 0.24)
}

/** Power received at both ends at a time with light, dBm. */
export function powersAt(line: Line, time: number): { rxDbm: number; oltRxDbm: number } {
  const shift = drift(line.hair, time) + temperature(line.cto_id, time) - line.extra_db
  return {
    rxDbm: quantise(line.rx0 + shift + noise(line.hair, time, 1)),
    oltRxDbm: quantise(line.olt_rx0 + shift + noise(line.hair, time, 2)),
  }
}
