/**
 * How values are shown, in one place: Spanish numbers and dates, the signs of the trade.
 * Pure: what "now" is comes as an argument.
 */
const minus = '\u2212'
const nbsp = '\u00a0'

// Written out, and tested against the browser's formats: to make its first one takes tens of milliseconds, for which the
// first rows of every list would wait.
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
const month = (time: Date) => months[time.getMonth()] ?? ''
const two = (value: number) => String(value).padStart(2, '0')
/** A line never breaks within "1:48 p. m.". */
const twelve = (time: Date, rest: string) =>
  `${time.getHours() % 12 || 12}:${rest}${nbsp}${time.getHours() < 12 ? 'a' : 'p'}.${nbsp}m.`

/** What a person may have set: whole, and no more than figures have. */
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

/** dBm without unit: `-20.83` → "−20,83". Null (no light, no reading) has no figure: the caller says the word. */
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

/** "20 de noviembre de 2026" */
export function formatDate(time: Time): string {
  const at = date(time)
  return `${at.getDate()} de ${month(at)} de ${at.getFullYear()}`
}
/** "viernes, 20 de noviembre de 2026" */
export const formatWeekday = (time: Time): string => `${weekdays[date(time).getDay()]}, ${formatDate(time)}`
/** "20 nov" */
export function formatDayShort(time: Time): string {
  const at = date(time)
  return `${at.getDate()} ${month(at).slice(0, at.getMonth() === 8 ? 4 : 3)}`
}
/** "1:48 p. m." */
export const formatTime = (time: Time): string => twelve(date(time), two(date(time).getMinutes()))
/** "2:32:07 p. m." */
export function formatStamp(time: Time): string {
  const at = date(time)
  return twelve(at, `${two(at.getMinutes())}:${two(at.getSeconds())}`)
}
/** "20 de noviembre de 2026, 1:48 p. m." */
export const formatDateTime = (time: Time): string => `${formatDate(time)}, ${formatTime(time)}`

const sameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()

/** What a dense table shows: the time when it is today, otherwise the day and the time; of another year the day alone. */
export function formatMoment(time: Time, now: Time): string {
  const at = date(time)
  if (sameDay(at, date(now))) return formatTime(at)
  if (at.getFullYear() === date(now).getFullYear()) return `${formatDayShort(at)}, ${formatTime(at)}`
  return `${formatDayShort(at)} ${at.getFullYear()}`
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

/** Seconds that somebody waits for, to the second up to an hour: "38 s", "1 min 22 s". */
export function formatCountdown(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  if (s < 60 || s >= 3600) return formatDuration(s)
  return `${Math.floor(s / 60)}${nbsp}min${s % 60 ? ` ${s % 60}${nbsp}s` : ''}`
}

/** Distance in time, in the largest unit that fits: "hace 38 s", "hace 3 d", "en 20 min". */
export function formatRelative(time: Time, now: Time): string {
  const seconds = Math.round((date(now).getTime() - date(time).getTime()) / 1000)
  const words = formatDuration(Math.abs(seconds)).split(' ')[0] ?? ''
  return seconds >= 0 ? `hace ${words}` : `en ${words}`
}

/** Metres: "64 m", "2.380 m". */
export const formatDistance = (metres: number): string => `${formatNumber(metres)}${nbsp}m`

/** First and last day of the week of a date; the week starts on Monday. Local time. */
export function weekOf(time: Time): { from: Date; to: Date } {
  const at = date(time)
  const sinceMonday = (at.getDay() + 6) % 7
  const day = (offset: number) => new Date(at.getFullYear(), at.getMonth(), at.getDate() - sinceMonday + offset)
  return { from: day(0), to: day(6) }
}
