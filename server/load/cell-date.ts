/** Parses dates and times as people and spreadsheets write them. */
import { cellFault, isPlaceholder, monthOf, type Cell, type CellRefusal, type Doubt, type Said } from './cell.ts'

interface Written {
  year: string
  month: string
  day: string
  /** Text after the date. */
  rest: string
}

const forms = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?<rest>.*)$/,
  /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})(?!\d)(?<rest>.*)$/,
  /^(?:\p{L}{3,9},?\s+)?(?<day>\d{1,2})(?:[-/. ]|\s+de\s+)(?<month>\p{L}{3,10}\.?)(?:[-/. ]|\s+del?\s+)(?<year>\d{4}|\d{2})(?!\d)(?<rest>.*)$/iu,
] as const

function written(cell: string): Written | null {
  for (const form of forms) {
    const { year = '', month = '', day = '', rest = '' } = form.exec(cell)?.groups ?? {}
    const number = /^\d/.test(month) ? Number(month) : monthOf(month)
    if (year !== '' && number !== undefined) return { year, month: String(number), day, rest }
  }
  return null
}

/** Two-digit years are of this century. */
const century = 2000

/** The civil date of a cell; an impossible day is a fault, never another day. */
function civil({ year, month, day }: Written, cell: string, doubts: Doubt[]): { date: string } | CellRefusal {
  const whole = year.length === 2 ? century + Number(year) : Number(year)
  const time = new Date(Date.UTC(whole, Number(month) - 1, Number(day)))
  const there = time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(day) && whole >= 1900
  if (!there) return cellFault('no_date', { value: cell })
  if (year.length === 2) doubts.push({ code: 'short_year', values: { year: whole } })
  return { date: time.toISOString().slice(0, 10) }
}

const midnight = /^(?:[T ]?\s*0?0:00(?::00(?:\.0+)?)?)?Z?$/

/** `2026-11-20`, `20/11/2026`, `20-11-26`, `20-nov-2026`, `20 de noviembre de 2026`, optionally with time zero. */
export function dateOf({ text: cell, type }: Cell): Said {
  if (type === 'number' || type === 'boolean') return cellFault('number_in_date', { value: cell })
  if (isPlaceholder(cell)) return cellFault('placeholder', { value: cell })
  const found = written(cell)
  if (!found) return cellFault('date', { value: cell })
  const doubts: Doubt[] = []
  const civilTime = civil(found, cell, doubts)
  if ('fault' in civilTime) return civilTime
  const rest = found.rest.trim()
  if (midnight.test(rest)) return { value: civilTime.date, doubts }
  if (hourOf(rest) === null) return cellFault('date', { value: cell })
  return { value: civilTime.date, doubts: [...doubts, { code: 'time_lost', values: { value: rest } }] }
}

interface Hour {
  /** `09:05:00`, with milliseconds if written. */
  time: string
  /** `Z`, `+01:00`, or empty for local time of the place. */
  zone: string
}

const hourForm =
  /^[T ,]*(?:a las )?(\d{1,2})[:.h](\d{2})(?::(\d{2})(\.\d{1,3})?)? ?(?:h|hs|horas)?\.? ?(a\.? ?m\.?|p\.? ?m\.?)? ?(Z|[+-]\d\d:?\d\d)?$/i

function hourOf(rest: string): Hour | null {
  const [, hours, minutes = '', seconds = '00', part = '', half, zone = ''] =
    hourForm.exec(rest.replace(/\s+/g, ' ')) ?? []
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59) return null
  const late = half === undefined ? 0 : /^p/i.test(half) ? 12 : 0
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + late
  if (hour > 23 || (half !== undefined && (Number(hours) > 12 || Number(hours) === 0))) return null
  const plain = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  return { time: `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${part}`, zone: plain }
}

/** A date with time: `2026-11-20 10:00`, `20/11/2026 10:00:00`, `2026-11-20T10:00+01:00`. */
export function momentOf({ text: cell, type }: Cell): Said {
  if (type === 'number' || type === 'boolean') return cellFault('number_in_date', { value: cell })
  if (isPlaceholder(cell)) return cellFault('placeholder', { value: cell })
  const found = written(cell)
  if (!found) return cellFault('moment', { value: cell })
  const doubts: Doubt[] = []
  const civilTime = civil(found, cell, doubts)
  if ('fault' in civilTime) return civilTime
  const rest = found.rest.trim()
  if (rest === '' && type !== 'datetime') return cellFault('no_hour', { value: cell })
  const hour = hourOf(rest === '' ? '00:00' : rest)
  return hour === null
    ? cellFault('moment', { value: cell })
    : { value: `${civilTime.date}T${hour.time}${hour.zone}`, doubts }
}
