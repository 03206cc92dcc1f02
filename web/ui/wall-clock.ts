/** What a clock on a wall of some zone shows, whatever zone the browser is in. */
export type WallZone = 'Europe/Madrid' | 'Atlantic/Canary'

const formats: Partial<Record<WallZone, Intl.DateTimeFormat>> = {}

/** Made when first used: the first one takes tens of milliseconds, for which a list without days need not wait. */
const formatOf = (timeZone: WallZone) =>
  (formats[timeZone] ??= new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }))

/** What a clock of the zone shows at `ms`, read as if it were UTC, in milliseconds. */
export function wallClock(ms: number, zone: WallZone): number {
  const parts = formatOf(zone).formatToParts(ms)
  const read = Object.fromEntries(parts.map((part) => [part.type, Number(part.value)]))
  return Date.UTC(read.year ?? 0, (read.month ?? 1) - 1, read.day, read.hour, read.minute, read.second)
}

/** The moment at which a clock of the zone shows `wall`, which is read as if it were UTC; NaN stays NaN. */
export function momentAt(wall: number, zone: WallZone): number {
  if (Number.isNaN(wall)) return Number.NaN
  const guess = wall - (wallClock(wall, zone) - wall)
  return wall - (wallClock(guess, zone) - guess)
}
