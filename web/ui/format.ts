/** Formatting of values in one place: Spanish numbers and dates, units and signs. Pure: "now" is an argument. */
import { wallClock, type PlaceZone } from '@hilo/domain/place-clock.ts'

const minus = '\u2212'
const nbsp = '\u00a0'

// Hand-written, and tested against Intl: creating the first Intl format takes tens of milliseconds, which would delay
// the first rows of every list.
const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const
const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const
const two = (value: number) => String(value).padStart(2, '0')
/** No line break within "1:48 p. m.". */
const twelve = ({ hours }: Civil, rest: string) =>
  `${hours % 12 || 12}:${rest}${nbsp}${hours < 12 ? 'a' : 'p'}.${nbsp}m.`

/** Clamps a user-set number of decimals. */
const places = (decimals: number) => (Number.isFinite(decimals) ? Math.min(6, Math.max(0, Math.trunc(decimals))) : 0)

/** `1234567` → "1.234.567"; the minus is U+2212. */
export function formatNumber(value: number, wanted = 0): string {
  const [whole = '', rest] = value.toFixed(places(wanted)).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.').replace('-', minus)
  return rest === undefined ? grouped : `${grouped},${rest}`
}

/** Share of a whole with one decimal: "63,6 %". */
export function formatShare(part: number, whole: number): string {
  return `${formatNumber(whole === 0 ? 0 : (part / whole) * 100, 1)}${nbsp}%`
}

/** dBm without the unit: `-20.83` → "−20,83". Null (no light, no reading) gives null: the caller supplies the word. */
export function formatPower(dbm: number | null | undefined, decimals = 2): string | null {
  if (dbm == null) return null
  return dbm.toFixed(decimals).replace('-', minus).replace('.', ',')
}

/** `-20.83` → "−20,83 dBm", with a no-break space. */
export function formatPowerUnit(dbm: number | null | undefined, decimals = 2): string | null {
  const figure = formatPower(dbm, decimals)
  return figure === null ? null : `${figure}${nbsp}dBm`
}

type Time = string | number | Date
const date = (time: Time) => new Date(time)

/** The calendar and clock fields of an instant. */
interface Civil {
  year: number
  /** 0–11 */
  month: number
  day: number
  /** 0 is Sunday. */
  weekday: number
  hours: number
  minutes: number
  seconds: number
}

/** In the reader's time zone, or in that of a place. */
function civil(time: Time, zone?: PlaceZone): Civil {
  const at = date(time)
  // Read as UTC, which has no daylight saving.
  const wall = new Date(
    zone === undefined ? at.getTime() - at.getTimezoneOffset() * 60_000 : wallClock(at.getTime(), zone),
  )
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth(),
    day: wall.getUTCDate(),
    weekday: wall.getUTCDay(),
    hours: wall.getUTCHours(),
    minutes: wall.getUTCMinutes(),
    seconds: wall.getUTCSeconds(),
  }
}

/** "20 de noviembre de 2026" */
export function formatDate(time: Time, zone?: PlaceZone): string {
  const { year, month, day } = civil(time, zone)
  return `${day} de ${months[month] ?? ''} de ${year}`
}
/** "viernes, 20 de noviembre de 2026" */
export const formatWeekday = (time: Time, zone?: PlaceZone): string =>
  `${weekdays[civil(time, zone).weekday] ?? ''}, ${formatDate(time, zone)}`
/** "20 nov": only for plot axes, where a whole date does not fit. */
export function formatDayShort(time: Time, zone?: PlaceZone): string {
  const { month, day } = civil(time, zone)
  return `${day} ${(months[month] ?? '').slice(0, month === 8 ? 4 : 3)}`
}
/** "1:48 p. m." */
export function formatTime(time: Time, zone?: PlaceZone): string {
  const at = civil(time, zone)
  return twelve(at, two(at.minutes))
}
/** "2:32:07 p. m." */
export function formatStamp(time: Time): string {
  const at = civil(time)
  return twelve(at, `${two(at.minutes)}:${two(at.seconds)}`)
}
/** "20 de noviembre de 2026, 1:48 p. m." */
export const formatDateTime = (time: Time, zone?: PlaceZone): string =>
  `${formatDate(time, zone)}, ${formatTime(time, zone)}`

/**
 * The same, split where a narrow column may wrap: "20 de noviembre", "de 2026,", "1:48 p. m.". No break within a piece.
 */
export function dateTimePieces(time: Time, zone?: PlaceZone): [day: string, year: string, hour: string] {
  const { year, month, day } = civil(time, zone)
  const whole = `${day} de ${months[month] ?? ''}`.replaceAll(' ', nbsp)
  return [whole, `de${nbsp}${year},`, formatTime(time, zone)]
}

/** Seconds in words: "38 s", "44 min", "3 h 10 min", "2 d 4 h". */
export function formatDuration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return `${s}${nbsp}s`
  const minutes = Math.floor(s / 60)
  if (minutes < 60) return `${minutes}${nbsp}min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours}${nbsp}h${minutes % 60 ? ` ${minutes % 60}${nbsp}min` : ''}`
  const days = Math.floor(hours / 24)
  return `${formatNumber(days)}${nbsp}d${hours % 24 ? ` ${hours % 24}${nbsp}h` : ''}`
}

/** Remaining seconds, with seconds up to an hour: "38 s", "1 min 22 s". */
export function formatCountdown(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  if (s < 60 || s >= 3600) return formatDuration(s)
  return `${Math.floor(s / 60)}${nbsp}min${s % 60 ? ` ${s % 60}${nbsp}s` : ''}`
}

/** Relative time in the largest unit that fits: "hace 38 s", "hace 3 d", "en 20 min". */
export function formatRelative(time: Time, now: Time): string {
  const seconds = Math.round((date(now).getTime() - date(time).getTime()) / 1000)
  const words = formatDuration(Math.abs(seconds)).split(' ')[0] ?? ''
  return seconds >= 0 ? `hace ${words}` : `en ${words}`
}

/** Age of a past event: "hace 38 s". Never in the future, whatever the clocks say. */
export const formatAgo = (time: Time, now: Time): string =>
  formatRelative(Math.min(date(time).getTime(), date(now).getTime()), now)

/** Metres: "64 m", "2.380 m". */
export const formatDistance = (metres: number): string => `${formatNumber(metres)}${nbsp}m`

/** "−3,9 dB"; empty where the figure is not one's own. */
export const formatLoss = (db: number | null): string => (db === null ? '' : `${formatNumber(db, 1)}${nbsp}dB`)
