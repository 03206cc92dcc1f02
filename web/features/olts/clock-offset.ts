import { formatDuration, formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

const minus = '\u2212'

/** Length of an offset without its sign: "2,5 s", "12 min". */
export function offsetLength(ms: number): string {
  const seconds = Math.abs(ms) / 1000
  // From 59.95 s on one decimal rounds to "60,0 s": shown as "1 min".
  return seconds < 59.95 ? `${formatNumber(seconds, 1)}\u00a0s` : formatDuration(seconds)
}

/** Offset of an OLT's clock with its sign, positive where it is ahead: "+2,5 s"; null if never measured. */
export function offsetText(ms: number | null): string | null {
  if (ms === null) return null
  return ms === 0 ? text('list.olts.clock.right') : `${ms < 0 ? minus : '+'}${offsetLength(ms)}`
}
