/** Days and times as people write them here and in ISO form: `2026-11-25`, `16:30`. Pure: "today" is an argument. */
const two = (value: string | number) => String(value).padStart(2, '0')

/** Whether a value is a valid ISO day. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

/** Whether a value is a valid ISO time (hours and minutes). */
export const isHour = (value: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)

/** The ISO day in the browser's time zone. */
export const localDay = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

function shifted(today: string, days: number): string {
  const at = new Date(`${today}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

const words: Record<string, number> = { ayer: -1, hoy: 0, mañana: 1, manana: 1 }

/**
 * "25/11/2026", "25-11-26", "25/11" of the current year, "25112026", "hoy", "mañana", "2026-11-25" → `2026-11-25`; null
 * if not a day.
 */
export function readDay(written: string, today: string): string | null {
  const plain = written.trim().toLowerCase()
  const word = words[plain]
  if (word !== undefined) return shifted(today, word)
  const [, day, month, year] =
    /^(\d{1,2})\s*[/.\- ]\s*(\d{1,2})(?:\s*[/.\- ]\s*(\d{4}|\d\d))?$/.exec(plain) ??
    /^(\d\d)(\d\d)(\d{4})$/.exec(plain) ??
    []
  if (day === undefined || month === undefined) return isDay(plain) ? plain : null
  const whole = year === undefined ? today.slice(0, 4) : year.padStart(4, '20')
  const read = `${whole}-${two(month)}-${two(day)}`
  return isDay(read) ? read : null
}

/** `2026-11-25` → "25/11/2026"; other text is returned unchanged. */
export const dayText = (value: string): string => (isDay(value) ? value.split('-').toReversed().join('/') : value)

/** "16:30", "4:30 p. m.", "4.30pm", "1630", "16 h", "9" → `16:30`; null if not a time. */
export function readHour(written: string): string | null {
  const plain = written
    .trim()
    .toLowerCase()
    .replace(/[\s.]*h$/, '')
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:\s*[:.,]?\s*([0-5]\d))?\s*(?:([ap])[\s.]*m?[\s.]*)?$/.exec(plain) ?? []
  if (hours === undefined) return null
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  const read = `${two(hour)}:${minutes}`
  return isHour(read) ? read : null
}

/** `16:30` → "4:30 p. m."; other text is returned unchanged. */
export function hourText(value: string): string {
  if (!isHour(value)) return value
  const [hour = 0, minute = 0] = value.split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'a. m.' : 'p. m.'}`
}
