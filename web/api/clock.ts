/** Server time on a device whose own clock may be wrong by years. */
import { betterOffset, serverTimeBy, type Offset } from './offset.ts'

const key = 'hilo.clock'
/** Minimum difference, and minimum interval, before the offset is stored again, ms. */
const [worth, often] = [1000, 60_000]

function kept(): Offset | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const known = typeof value === 'object' && value !== null && 'ms' in value && 'told' in value ? value : null
    return known && typeof known.ms === 'number' && typeof known.told === 'number'
      ? { ms: known.ms, told: known.told }
      : null
  } catch {
    return null
  }
}

let offset = kept()
let written = offset

function keep(now: Offset): void {
  if (written && Math.abs(written.ms - now.ms) < worth && now.told - written.told < often) return
  written = now
  try {
    localStorage.setItem(key, JSON.stringify(now))
  } catch {
    // Without storage the offset is learned again from the first response.
  }
}

/** Learns from the time in a response just received: ISO, Date header, or ms since 1970. */
export function learnServerTime(time: unknown): void {
  const told = typeof time === 'string' ? Date.parse(time) : Number(time ?? Number.NaN)
  if (!Number.isFinite(told)) return
  offset = betterOffset(offset, { ms: told - Date.now(), told })
  keep(offset)
}

/** Best estimate of the server's time, ms since 1970: for everything sent to, or compared with, the server. */
export const serverNow = (): number => serverTimeBy(offset, Date.now())
/** The same in ISO form, as sent. */
export const serverNowIso = (): string => new Date(serverNow()).toISOString()

/** Server time of the last response; null before the first. */
export const lastServerTime = (): number | null => offset?.told ?? null
