/** Scale and statistics of a plot of power over time. */

export interface Reading {
  at: string
  rx_dbm: number | null
}
/** Baseline: usual receive power in dBm, and its variation in dB. */
export interface Usual {
  middle: number
  sigma: number
}
/**
 * Baseline of the readings: the median and the spread of the middle 90 %, so that a cut or a bad night does not shift
 * it.
 */
export function usualOf(series: readonly Reading[]): Usual | null {
  const read = series.flatMap(({ rx_dbm }) => rx_dbm ?? []).toSorted((one, other) => one - other)
  const middle = read[Math.floor(read.length / 2)]
  if (middle === undefined) return null
  const most = read.slice(Math.floor(read.length * 0.05), Math.ceil(read.length * 0.95))
  const square = most.reduce((sum, one) => sum + (one - middle) ** 2, 0) / Math.max(1, most.length)
  return { middle, sigma: Math.sqrt(square) }
}

export interface Scale {
  from: number
  to: number
  /** Top and bottom of the drawing, dBm. */
  high: number
  low: number
}

const hour = 3_600_000
const step = 2

/** Round limits that include every reading and the baseline with its band. */
export function scaleOf(series: readonly Reading[], usual: Usual | null, days: number, now: number): Scale {
  const read = series.flatMap(({ rx_dbm }) => rx_dbm ?? [])
  const band = usual ? [usual.middle + 3 * usual.sigma, usual.middle - 3 * usual.sigma] : []
  const all = [...read, ...band]
  const [most, least] = all.length > 0 ? [Math.max(...all), Math.min(...all)] : [-18, -24]
  const high = Math.ceil((most + 0.4) / step) * step
  return {
    from: now - days * 24 * hour,
    to: now,
    high,
    low: Math.min(high - 3 * step, Math.floor((least - 0.4) / step) * step),
  }
}

/** Grid line values, top down. */
export function gridLevels({ high, low }: Scale): number[] {
  const every = (high - low) / step > 7 ? 2 * step : step
  return Array.from({ length: Math.floor((high - low) / every) + 1 }, (_, n) => high - n * every)
}

/** Readings within the scale, split at outages and at gaps of some hours. */
export function curveSegments(series: readonly Reading[], { from, to }: Scale): { at: number; dbm: number }[][] {
  const parts: { at: number; dbm: number }[][] = []
  let last: number | null = null
  for (const { at, rx_dbm } of series) {
    const time = Date.parse(at)
    if (time < from || time > to) continue
    if (rx_dbm === null) {
      last = null
      continue
    }
    if (last === null || time - last > 3 * hour) parts.push([])
    parts.at(-1)?.push({ at: time, dbm: rx_dbm })
    last = time
  }
  return parts
}

/** How far the power left the baseline band within a day after a moment, and for how long; null if it stayed inside. */
export function effectOf(
  at: number,
  series: readonly Reading[],
  usual: Usual | null,
): { db: number; hours: number } | null {
  if (!usual) return null
  const reach = Math.max(3 * usual.sigma, 0.8)
  const after = series.filter(({ at: time }) => Date.parse(time) >= at)
  const begin = after.findIndex(({ rx_dbm }) => rx_dbm !== null && Math.abs(rx_dbm - usual.middle) > reach)
  const first = after[begin]
  if (!first || Date.parse(first.at) - at > 24 * hour) return null
  const rest = after.slice(begin)
  const end = rest.findIndex(({ rx_dbm }) => rx_dbm === null || Math.abs(rx_dbm - usual.middle) <= reach)
  const off = (end < 0 ? rest : rest.slice(0, end)).flatMap(({ rx_dbm }) => rx_dbm ?? [])
  const db = off.reduce((sum, one) => sum + one, 0) / off.length - usual.middle
  return { db, hours: off.length }
}
