/** Told apart by what the OLT and the ONT remember: a customer's switch, and a hand at his fibre. */
import type { DownCause } from './diagnosis.ts'

/** Milliseconds that an ONT takes from its power to its service, at the most, and by how much clocks may differ. */
const longestStart = 6 * 60_000
const clockSlack = 5000

/** A light that went and came back, with what the OLT tells of it; milliseconds since 1970. */
export interface Return {
  downAt: number
  upAt: number
  lastDownAt: number
  lastDownCause: DownCause | null
  startedAt: number
}

/**
 * Whether it was the customer's power and no hand at the fibre: the OLT cannot say why the light went, where a pulled fibre is
 * a loss of signal, and the ONT started just before it came back. A restart alone proves nothing, since whoever is cut off tries that.
 */
export function switchedOff({ downAt, upAt, lastDownAt, lastDownCause, startedAt }: Return): boolean {
  const same = lastDownAt >= downAt - clockSlack && lastDownAt <= upAt
  const fresh = startedAt > lastDownAt && startedAt >= upAt - longestStart && startedAt <= upAt + clockSlack
  return same && lastDownCause === 'unknown' && fresh
}
