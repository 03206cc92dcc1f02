/** Parses numbers as people and spreadsheets write them. */
import { cellFault, isPlaceholder, type Cell, type CellRefusal, type Doubt, type Said } from './cell.ts'

/** Decimal mark of a column or of a whole file; null if no cell shows it. */
type DecimalMark = ',' | '.' | 'both' | null
export interface NumberForms {
  /** By head. */
  columns: ReadonlyMap<string, DecimalMark>
  file: DecimalMark
}
export const noNumberForms: NumberForms = { columns: new Map(), file: null }

export interface NumberKind {
  /** Integers only. */
  whole: boolean
  /** Accepted units after the number, lower case. */
  units: readonly string[]
  /** Degrees may end in N, S, E, W or O, and have minutes and seconds. */
  degrees?: true
  /** True for a value that the schema accepts. */
  takes: (value: number) => boolean
}

const minus = /^[\s+]*[\u002D\u2010-\u2015\u2212\uFE63\uFF0D]/
const groupedBlanks = /^\d{1,3}(?:\s\d{3})+(?=$|[.,])/

interface Written {
  negative: boolean
  /** Digits with their marks, without sign, blanks and unit. */
  digits: string
  exponent: string
}

/** Removes sign, blanks and unit; null if it is no number. */
function written(cell: string, { units, degrees }: Pick<NumberKind, 'units' | 'degrees'>): Written | null {
  const negative = minus.test(cell)
  let rest = cell.replace(negative ? minus : /^[\s+]*/, '').trim()
  const [side] = (degrees && /[NSEWO]$/i.exec(rest)) || []
  const south = side !== undefined && /[SWO]/i.test(side)
  if (side !== undefined) rest = rest.slice(0, -1).trimEnd()
  if (side !== undefined && negative) return null
  const unit = units.find((one) => rest.toLowerCase().endsWith(one) && /[\d\s.]$/.test(rest.slice(0, -one.length)))
  if (unit !== undefined) rest = rest.slice(0, -unit.length).trim()
  if (groupedBlanks.test(rest)) rest = rest.replace(/\s/g, '')
  const [, digits, exponent = ''] = /^(\d[\d.,]*)(?:E([+-]?\d{1,3}))?$/i.exec(rest) ?? []
  return digits === undefined || /[.,]$/.test(digits) ? null : { negative: negative || south, digits, exponent }
}

/** `40° 23' 18,6" N`; null for other notations. */
function sexagesimal(cell: string): number | null {
  const [, degrees, minutes, seconds = '0', side = ''] =
    /^(\d{1,3})\s*[°º]\s*(\d{1,2})\s*['′’´]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|″|”|''|′′|´´)\s*)?([NSEWO])$/i.exec(
      cell,
    ) ?? []
  if (degrees === undefined || Number(minutes) >= 60) return null
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3600
  return /[SWO]/i.test(side) ? -value : value
}

type Mark = ',' | '.'
const other = (mark: Mark): Mark => (mark === ',' ? '.' : ',')
const grouped = (digits: string, mark: Mark) =>
  (mark === '.' ? /^\d{1,3}(?:\.\d{3})+$/ : /^\d{1,3}(?:,\d{3})+$/).test(digits)
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

/** The decimal mark that one cell proves; null if ambiguous. */
function markOf(digits: string): Mark | null {
  const last = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.'
  const [first, count] = [digits.includes(other(last)), digits.split(last).length - 1]
  if (count === 0) return null
  if (count > 1) return first ? null : other(last)
  return !first && ambiguous.test(digits) ? null : last
}

/** Scans the text cells of number columns for their decimal mark. */
export class NumberFinder {
  readonly #seen = new Map<string, Set<Mark>>()

  look(head: string, { text, type }: Cell, kind: NumberKind): void {
    const found = type === undefined ? written(text, kind) : null
    if (!found || found.exponent !== '') return
    const group = /[.,]/.exec(found.digits)?.[0]
    // In an integer column `2.380` can only have a thousands separator.
    const thousands = kind.whole && ambiguous.test(found.digits) && !found.digits.endsWith('000')
    const mark = thousands && group !== undefined ? other(group === ',' ? ',' : '.') : markOf(found.digits)
    if (mark === null) return
    const columnForms = this.#seen.get(head) ?? new Set()
    this.#seen.set(head, columnForms.add(mark))
  }

  get forms(): NumberForms {
    const only = (marks: ReadonlySet<Mark>): DecimalMark => (marks.size > 1 ? 'both' : ([...marks][0] ?? null))
    const all = new Set([...this.#seen.values()].flatMap((marks) => [...marks]))
    return { columns: new Map([...this.#seen].map(([head, marks]) => [head, only(marks)])), file: only(all) }
  }
}

const plainNumber = (digits: string, mark: Mark | null) =>
  Number(mark === null ? digits : digits.replaceAll(other(mark), '').replace(',', '.'))

interface Reading {
  value: number
  doubts: readonly Doubt[]
}

/** `2.000`: two, or two thousand. Decided by the schema, then by the rest of the column and of the file. */
function decided(
  { digits, negative }: Written,
  { whole, takes }: NumberKind,
  column: DecimalMark,
  file: DecimalMark,
): Reading | CellRefusal {
  const mark = digits.includes(',') ? ',' : '.'
  const sign = negative ? -1 : 1
  const decimal = { value: sign * plainNumber(digits, mark), doubts: [] as Doubt[] }
  const thousands = {
    value: sign * plainNumber(digits, other(mark)),
    doubts: [{ code: 'thousands', values: { cell: digits, value: plainNumber(digits, other(mark)) } }] as Doubt[],
  }
  const [fitsDecimal, fitsThousands] = [takes(decimal.value), takes(thousands.value)]
  if (fitsDecimal !== fitsThousands) {
    const doubted = column === mark || column === 'both'
    if (fitsThousands) return doubted ? unclear(decimal.value, thousands.value) : thousands
    const against = (column ?? file) === other(mark)
    return against ? { ...decimal, doubts: [{ code: 'decimal', values: { cell: digits } }] } : decimal
  }
  if (column === mark) return decimal
  if (column === other(mark)) return thousands
  if (column === 'both') return unclear(decimal.value, thousands.value)
  if (file === other(mark) || (whole && file === null)) return thousands
  return !whole && file === mark ? decimal : unclear(decimal.value, thousands.value)
}

const unclear = (small: number, large: number) =>
  cellFault('thousands', { small: String(small).replace('.', ','), large })

/** Parses a cell of a number column. `head`: its heading in the file; `forms`: decimal marks of the file. */
export function numberOf({ text: cell, type }: Cell, kind: NumberKind, head: string, forms: NumberForms): Said {
  if (type === 'date' || type === 'datetime') return cellFault('date_in_number', { value: cell })
  if (type === 'boolean') return cellFault('number', { value: cell })
  if (type === 'number') return { value: Number(cell) }
  if (isPlaceholder(cell)) return cellFault('placeholder', { value: cell })
  const angle = kind.degrees ? sexagesimal(cell) : null
  if (angle !== null) return { value: angle }
  const found = written(cell, kind)
  if (!found) return cellFault('number', { value: cell })
  const { digits, exponent, negative } = found
  const column = forms.columns.get(head) ?? null
  if (exponent === '' && ambiguous.test(digits)) return decided(found, kind, column, forms.file)
  const mark = markOf(digits)
  const whole = digits.split(mark ?? '.')[0] ?? ''
  const group = mark === null ? null : other(mark)
  if (mark !== null && digits.split(mark).length > 2) return cellFault('number', { value: cell })
  if (group !== null && whole.includes(group) && !grouped(whole, group)) return cellFault('number', { value: cell })
  if (mark === null && /[.,]/.test(digits)) return cellFault('number', { value: cell })
  const value = Number(`${plainNumber(digits, mark)}${exponent === '' ? '' : `e${exponent}`}`)
  const doubts: Doubt[] =
    group !== null && whole === digits ? [{ code: 'thousands', values: { cell: digits, value } }] : []
  return { value: negative ? -value : value, doubts }
}
