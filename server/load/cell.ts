/** One cell of a table, with the checks common to all kinds of columns. */
import { cleanLine } from '@hilo/domain/text.ts'
import { text } from '../kernel/texts.ts'
import type { CellType } from './table.ts'

export interface Cell {
  text: string
  type?: CellType | undefined
}

const doubtCodes = [
  'low',
  'high',
  'thousands',
  'decimal',
  'zeros',
  'rounded',
  'placeholder',
  'date_like',
  'number_like',
  'mojibake',
  'changed',
  'cut',
  'time_lost',
  'short_year',
  'month_first',
  'utc_day',
  'lag',
  'ignored',
  'not_loaded',
  'sign',
  'swapped',
  'outside_spain',
  'other_province',
  'postal_ine',
  'province_name',
  'drop_kept',
  'owner_dropped',
  'port_dropped',
  'no_order',
  'row',
] as const
export type DoubtCode = (typeof doubtCodes)[number]
/** A warning about an accepted cell. */
export interface Doubt {
  code: DoubtCode
  values?: Readonly<Record<string, string | number>>
}
/** A warning with the wire name of its column, or the heading of an unloaded one. */
export interface RowDoubt extends Doubt {
  column: string
}

/** Why a cell is refused: Spanish sentence, and its code. */
export interface CellRefusal {
  fault: string
  code: string
}

/** Result of parsing a cell: a value for the schema, or a refusal. */
export type Said = { value: unknown; doubts?: readonly Doubt[] } | CellRefusal

export const cellFault = (code: string, values: Record<string, string | number> = {}): CellRefusal => ({
  fault: text(`load.cell.${code}`, values),
  code,
})

/** Error values of spreadsheets: `#N/A`, `#¡REF!`, `#¿NOMBRE?`, `#####`, `Err:502`, in any language and case. */
const spreadsheetError = /^(?:#\P{L}{0,3}(?:N\/[ADV]|[\p{L}_/ 0]+[!?]\P{L}?|REF|GETTING_DATA)|#{3,}|Err:\d{3})$/iu
/** Words for "no value", of people, databases and languages; some of them in brackets. */
const placeholder =
  /^(?:[-\u2010-\u2015\u2212_.?*]{1,3}|\\{1,2}n|\[\]|\{\}|pd\.na|nulo|n\/[acdp]|s\/d|n\.[ad]\.?|nd|undefined|\[object object\]|sin datos?|(?:null|none|nil|nan|nat|na)|[(<[](?:null|none|nil|nan|nat|na|unset|empty|blank|vac[íi]o|en blanco)[)>\]])$/i
export const isPlaceholder = (cell: string): boolean => placeholder.test(cell)

/** UTF-8 read as Windows-1252, and replacement characters. */
const mojibake = /[ÃÂ][\u0080-\u00BF\u20AC\u0192\u2018-\u2022\u201A-\u203A]|â€|\uFFFD/

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const
const monthForms = new Map<string, number>([
  ...months.map((name, at) => [name, at + 1] as const),
  ...['jan', 'apr', 'aug', 'dec'].map((name, at) => [name, [1, 4, 8, 12][at] ?? 0] as const),
])
/** `nov`, `noviembre`, `sept.`: 11, 11, 9; undefined for no month. */
export function monthOf(word: string): number | undefined {
  const whole = ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre', 'setiembre'] // prettier-ignore
  const plain = word.toLowerCase().replace(/\.$/, '')
  const isMonth = plain.length === 3 || plain === 'sept' || whole.includes(plain)
  return isMonth ? monthForms.get(plain === 'setiembre' || plain === 'set' ? 'sep' : plain.slice(0, 3)) : undefined
}

/** `1-may`, `may-26`, `01-May-26`: what a spreadsheet makes of `1-5` and `5-26`. It never writes a whole month in capitals. */
function isMadeDate(cell: string): boolean {
  const [, month = ''] =
    /^\d{1,2}[-/](\p{L}{3,4}\.?)(?:[-/]\d{2,4})?$/u.exec(cell) ?? /^(\p{L}{3,4}\.?)[-/]\d{2,4}$/u.exec(cell) ?? []
  if (month !== month.toUpperCase() && monthOf(month) !== undefined) return true
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(cell)
}
const dateLike = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\/\d{1,2}\/(?:\d{2}|\d{4}))$/
/** `2,0260001E+07`, `2E+15`: digits were lost, all of them in `Inf`. `1E5` may be a code. */
const destroyed = /^(?:\d(?:[.,]\d+E\+?|E\+)\d{1,2}|[-+]?(?:inf|infinity|infinito|1\.#inf|∞))$/i
const mostDigits = 15

/** Refuses spreadsheet errors, in any column. Null if the cell may hold a value. */
export function refusedCell({ text: cell }: Cell): CellRefusal | null {
  return spreadsheetError.test(cell) ? cellFault('error_text', { value: cell }) : null
}

/** A typed number in a text column, as displayed; null if the spreadsheet stores fewer digits than it shows. */
function digitsOf(cell: string): string | null {
  const number = Number(cell)
  if (!Number.isFinite(number)) return cell
  if (Math.abs(number) >= 10 ** mostDigits) return null
  return Number.isInteger(number) ? number.toFixed(0) : cell
}

/** Parses a cell of words or codes. @param clean same cleaning as the forms apply to the field */
export function textOf(cell: Cell, doubts: Doubt[], clean = cleanLine): { value: string } | CellRefusal {
  const { type } = cell
  if (type === 'date' || type === 'datetime') return cellFault('date_in_text', { value: cell.text })
  if (type === 'boolean') return cellFault('boolean_in_text')
  const plain = type === 'number' ? digitsOf(cell.text) : clean(cell.text).trim()
  if (plain === null) return cellFault('long_number', { limit: mostDigits })
  if (mojibake.test(plain)) doubts.push({ code: 'mojibake', values: { value: plain.slice(0, 40) } })
  if ([254, 255].includes(plain.length)) doubts.push({ code: 'cut' })
  return { value: plain }
}

/** Parses an identifier: visible damage by a spreadsheet is refused, possible damage warned about. */
export function identityOf(cell: Cell, doubts: Doubt[]): { value: string } | CellRefusal {
  const cleaned = textOf(cell, doubts)
  if ('fault' in cleaned) return cleaned
  const { value } = cleaned
  if (cell.type === 'number') {
    if (!/^\d+$/.test(value)) doubts.push({ code: 'number_like', values: { value } })
    return cleaned
  }
  if (isPlaceholder(value)) return cellFault('placeholder', { value })
  if (destroyed.test(value)) return cellFault('exponent', { value })
  if (isMadeDate(value)) return cellFault('made_date', { value })
  if (dateLike.test(value)) doubts.push({ code: 'date_like', values: { value } })
  if (/^\d+(?:[.,]0+|E\d{1,2})$/i.test(value)) doubts.push({ code: 'number_like', values: { value } })
  return cleaned
}
