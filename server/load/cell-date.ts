/** Parses dates and times as people, spreadsheets and programs write them. */
import { dayAt, homeZone, placeZones, wallClock } from '@hilo/domain/place-clock.ts'
import { cellFault, isPlaceholder, monthOf, type Cell, type CellRefusal, type Doubt, type Said } from './cell.ts'
import { numericDate, numericForm, type DateForms } from './date-forms.ts'

interface Written {
  year: string
  month: number
  day: string
  /** Text after the date. */
  rest: string
  doubts?: readonly Doubt[]
}

/** `2026-11-20`, `20 de noviembre de 2026`, and what `String(date)` gives in JavaScript and in Java. */
const forms = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?<rest>.*)$/,
  /^(?:\p{L}{3,9},?\s+)?(?<day>\d{1,2})(?:[-/. ]|\s+de\s+)(?<month>\p{L}{3,10}\.?)(?:[-/. ]|\s+del?\s+)(?<year>\d{4}|\d{2})(?!\d)(?<rest>.*)$/iu,
  /^\p{L}{3} (?<month>\p{L}{3}) (?<day>\d\d) (?<year>\d{4})(?<rest> .*)$/u,
  /^\p{L}{3} (?<month>\p{L}{3}) (?<day>\d\d)(?<rest> [\d:]{8} [A-Z]{3,4}) (?<year>\d{4})$/u,
] as const

/** Reads `12/1/2026` by the rest of its column, else of its file, else as people in Spain write. */
function readNumeric(cell: string, head: string, dates: DateForms): Written | CellRefusal | null {
  const [, first = '', , second = '', year = '', rest = ''] = numericForm.exec(cell) ?? []
  if (year === '') return null
  const [one, two] = numericDate(cell) ?? []
  const isClear = one === undefined || two === undefined || one === two || one > 12 !== two > 12
  const order = dates.orders.get(head) ?? dates.file
  if (!isClear && order === 'both') return cellFault('date_order', { value: cell })
  const isMonthFirst = two !== undefined && (isClear ? two > 12 && Number(one) <= 12 : order === 'month')
  if (!isMonthFirst) return { year, month: Number(second), day: first, rest }
  return { year, month: Number(first), day: second, rest, doubts: [{ code: 'month_first' }] }
}

function readWritten(cell: string, head: string, dates: DateForms): Written | CellRefusal | null {
  for (const form of forms) {
    const { year = '', month = '', day = '', rest = '' } = form.exec(cell)?.groups ?? {}
    const number = /^\d/.test(month) ? Number(month) : monthOf(month)
    if (year !== '' && number !== undefined) return { year, month: number, day, rest }
  }
  return readNumeric(cell, head, dates)
}

/** Two-digit years are of this century. */
const century = 2000

/** A civil date and what follows it. */
interface Civil {
  date: string
  rest: string
  doubts: Doubt[]
}

/** The civil date of a cell; an impossible day is a fault, never another day. */
function civil(cell: string, head: string, dates: DateForms, fault: 'date' | 'moment'): Civil | CellRefusal {
  const found = readWritten(cell, head, dates)
  if (found === null) return cellFault(fault, { value: cell })
  if ('fault' in found) return found
  const { year, month, day, rest } = found
  const whole = year.length === 2 ? century + Number(year) : Number(year)
  const time = new Date(Date.UTC(whole, month - 1, Number(day)))
  const there = time.getUTCMonth() === month - 1 && time.getUTCDate() === Number(day) && whole >= 1900
  if (!there) return cellFault('no_date', { value: cell })
  const doubts = [...(found.doubts ?? [])]
  if (year.length === 2) doubts.push({ code: 'short_year', values: { year: whole } })
  return { date: time.toISOString().slice(0, 10), rest: rest.trim(), doubts }
}

/** A typed hour with the seconds that its program took away. */
function withLag(cell: Cell, { lagS }: DateForms): { cell: Cell; doubts: Doubt[] } {
  const ms = lagS > 0 && cell.type === 'datetime' ? Date.parse(`${cell.text}Z`) : NaN
  if (Number.isNaN(ms)) return { cell, doubts: [] }
  const text = new Date(ms + lagS * 1000).toISOString().slice(0, 19)
  return { cell: { ...cell, text }, doubts: [{ code: 'lag', values: { seconds: lagS } }] }
}

/** Refuses what is no date at all, in date columns of any kind. */
function noDate({ text: cell, type }: Cell): CellRefusal | null {
  if (type === 'number' || type === 'boolean') return cellFault('number_in_date', { value: cell })
  return isPlaceholder(cell) ? cellFault('placeholder', { value: cell }) : null
}

interface Hour {
  /** `09:05:00`, with milliseconds if written. */
  time: string
  /** `Z`, `+01:00`, or empty for local time of the place. */
  zone: string
}

/** Programs write up to nine decimals, and hours alone as an offset; the zone's name may follow. */
const hourForm =
  /^[T ,]*(?:a las )?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)? ?(?:h|hs|horas)?\.? ?(a\.? ?m\.?|p\.? ?m\.?)? ?(?:(?:UTC|GMT)?([+-]\d\d(?::?\d\d)?)(?: [A-Z]{3,4})?|(Z|[A-Z]{3,4}))?(?:\[[\w/+-]+\]| ?\([^)]*\))?$/i
const zoneNames: Readonly<Record<string, string>> = {
  ...{ Z: 'Z', UTC: 'Z', GMT: 'Z' },
  ...{ WET: '+00:00', WEST: '+01:00', CET: '+01:00', CEST: '+02:00' },
}

function hourOf(rest: string): Hour | null {
  const [, hours, minutes = '', seconds = '00', part = '', half, offset = '', name = ''] =
    hourForm.exec(rest.replace(/\s+/g, ' ')) ?? []
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59) return null
  const late = half === undefined ? 0 : /^p/i.test(half) ? 12 : 0
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + late
  if (hour > 23 || (half !== undefined && (Number(hours) > 12 || Number(hours) === 0))) return null
  const named = zoneNames[name.toUpperCase()]
  if (name !== '' && named === undefined) return null
  const zone = offset === '' ? (named ?? '') : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
  const decimals = part === '' ? '' : `.${part.slice(0, 3)}`
  return { time: `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${decimals}`, zone }
}

const midnight: Hour = { time: '00:00:00', zone: '' }
const isMidnight = (time: string) => /^00:00:00(?:\.0+)?$/.test(time)

/** The day of an instant in Spain, and whether it is a midnight of Spain. */
function dayOf(instant: number): { date: string; begins: boolean } {
  const begins = placeZones.some((zone) => wallClock(instant, zone) % 86_400_000 === 0)
  return { date: dayAt(instant, homeZone), begins }
}

/**
 * `2026-11-20`, `20/11/2026`, `20-11-26`, `20-nov-2026`, `20 de noviembre de 2026`. With an hour and its zone it is the day in
 * Spain at that instant.
 * @param head the column's heading in the file; `dates`: how the file writes its days
 */
export function dateOf(written: Cell, head: string, dates: DateForms): Said {
  const { cell, doubts: late } = withLag(written, dates)
  const found = noDate(cell) ?? civil(cell.text, head, dates, 'date')
  if ('fault' in found) return found
  const { date, rest } = found
  const doubts = [...late, ...found.doubts]
  const hour = rest === '' ? midnight : hourOf(rest)
  const instant = hour === null ? NaN : Date.parse(`${date}T${hour.time}${hour.zone || 'Z'}`)
  if (hour === null || Number.isNaN(instant)) return cellFault('date', { value: cell.text })
  const day = hour.zone === '' ? { date, begins: false } : dayOf(instant)
  const isMoved = dates.shifted.has(head) && cell.type !== undefined
  if (!isMidnight(hour.time) && isMoved) doubts.push({ code: 'utc_day', values: { value: rest } })
  else if (!isMidnight(hour.time) && !day.begins) doubts.push({ code: 'time_lost', values: { value: rest } })
  return { value: day.date, doubts }
}

/** A date with time: `2026-11-20 10:00`, `20/11/2026 10:00:00`, `2026-11-20T10:00+01:00`. Parameters as for `dateOf`. */
export function momentOf(written: Cell, head: string, dates: DateForms): Said {
  const { cell, doubts: late } = withLag(written, dates)
  const found = noDate(cell) ?? civil(cell.text, head, dates, 'moment')
  if ('fault' in found) return found
  const { date, rest } = found
  const doubts = [...late, ...found.doubts]
  if (rest === '' && cell.type !== 'datetime') return cellFault('no_hour', { value: cell.text })
  const hour = rest === '' ? midnight : hourOf(rest)
  return hour === null
    ? cellFault('moment', { value: cell.text })
    : { value: `${date}T${hour.time}${hour.zone}`, doubts }
}
