/** The server's time on a device whose own clock may be wrong by years. */
import { better, timeBy, type Offset } from './offset.ts'

const key = 'hilo.clock'
/** Worth writing down: a second, or a minute that went by, ms. */
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
    // Without it the time is known again with the first answer.
  }
}

/** Takes the time that an answer of now told: ISO, the words of a Date header, or ms since 1970. */
export function learnServerTime(time: unknown): void {
  const told = typeof time === 'string' ? Date.parse(time) : Number(time ?? Number.NaN)
  if (!Number.isFinite(told)) return
  offset = better(offset, { ms: told - Date.now(), told })
  keep(offset)
}

/** The server's time as well as it is known here, ms since 1970: for all that is sent or compared with its times. */
export const serverNow = (): number => timeBy(offset, Date.now())
/** The same as it is sent. */
export const serverNowIso = (): string => new Date(serverNow()).toISOString()

/** When the server was heard last, by its own clock; null before the first time. */
export const lastHeard = (): number | null => offset?.told ?? null
