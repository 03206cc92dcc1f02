/** Text and values of SpreadsheetML cells. */
import { tableLimits, type CellType } from './table.ts'

export interface CellValue {
  text: string
  type?: CellType
}

/**
 * Accumulates a text from pieces. Cuts one character beyond the cell limit, so that the excess is detectable without storing
 * it all.
 */
export class BoundedText {
  #text = ''
  #pieces = 0

  add(piece: string): void {
    this.#pieces += 1
    const room = tableLimits.cellChars + 1 - this.#text.length
    if (room > 0 && this.#pieces <= tableLimits.cellChars) this.#text += piece.slice(0, room)
  }

  /** Returns the text and starts a new one. */
  take(): string {
    const text = this.#text
    this.#text = ''
    this.#pieces = 0
    return text
  }
}

/** `_x000D_` encodes a carriage return, `_x005F_` a literal underscore. Lines end with `\n`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
}

/** The shortest decimal text of a double, without exponent: `2.38E3` is `2380`. */
function decimalText(value: number): string {
  const text = String(value === 0 ? 0 : value)
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (exponent === '') return text
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

const numberForm = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const unixDay = 25_569
const daysTo1904 = 1462
/** 9999-12-31. */
const lastDay = 2_958_465

/**
 * A day count as date, or date and time to the second; below one day it is a time. In the 1900 system day 60 is 29 February
 * 1900, which did not exist, so earlier days are off by one.
 */
function dateValue(serial: number, date1904: boolean): CellValue | undefined {
  const days = date1904 ? serial + daysTo1904 : serial
  if (serial < 0 || days > lastDay + 1) return undefined
  if (!date1904 && Math.floor(days) === 60) return { text: '1900-02-29', type: 'date' }
  const seconds = Math.round((days - unixDay + (!date1904 && days < 60 ? 1 : 0)) * 86_400)
  const iso = new Date(seconds * 1000).toISOString().slice(0, 19)
  if (serial < 1) return { text: iso.slice(11), type: 'datetime' }
  return seconds % 86_400 === 0 ? { text: iso.slice(0, 10), type: 'date' } : { text: iso, type: 'datetime' }
}

/** @param shown as a date, by the cell's style; of the clock of UTC if its format says so. Null if it is no number. */
export function numberValue(
  raw: string,
  shown: { asDate: boolean; asUtc: boolean; date1904: boolean },
): CellValue | null {
  const text = raw.trim()
  const value = text.length > 400 || !numberForm.test(text) ? NaN : Number(text)
  if (!Number.isFinite(value)) return null
  const date = shown.asDate ? dateValue(value, shown.date1904) : undefined
  if (date?.type === 'datetime' && shown.asUtc) return { ...date, text: `${date.text}Z` }
  return date ?? { text: decimalText(value), type: 'number' }
}

/** A cell with an ISO date. */
export function isoValue(raw: string): CellValue {
  const [, day = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?Z?)?$/.exec(raw.trim()) ?? []
  if (day === '') return { text: raw }
  const midnight = time === '' || /^00:00(:00)?$/.test(time)
  return midnight ? { text: day, type: 'date' } : { text: `${day}T${time}`, type: 'datetime' }
}

const builtInDates = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const generalFormat = /^(general|standard|est[aá]ndar|geral)$/i

/** True if a number format shows a date or time. @param code of a format defined in the workbook */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates(id)
  if (code.length > 1024) return false
  const bare = code.replace(/"[^"]*"|\\.|[_*]./g, '')
  const [positive = ''] = bare.split(';')
  // Elapsed hours, minutes and seconds are in brackets, as are colours and currencies.
  const elapsed = /\[(h+|m+|s+)\]/i.test(positive)
  return elapsed || (!generalFormat.test(positive.trim()) && /[ymdhs]/i.test(positive.replace(/\[[^\]]*\]/g, '')))
}

/** True if a date format ends with the name of UTC: its cells are no local times. */
export function isUtcFormat(code: string | undefined): boolean {
  const [positive = ''] = code === undefined || code.length > 1024 ? [] : code.replace(/["\\]/g, '').split(';')
  return /[hms\d ] ?(?:UTC|GMT|Z)$/i.test(positive.trim())
}

/** `AB12` → 27; -1 for no cell reference. */
export function columnOf(reference: string): number {
  let column = 0
  for (const char of reference.slice(0, 4)) {
    if (char < 'A' || char > 'Z') break
    column = column * 26 + char.charCodeAt(0) - 64
  }
  return column - 1
}

/** 27 → `AB`. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
