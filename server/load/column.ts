/** Constructors of table columns: how each kind of cell is parsed, checked and shown. */
import type { enumerations } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { cleanLine, cleanLines } from '@hilo/domain/text.ts'
import { text } from '../kernel/texts.ts'
import { dateOf, momentOf } from './cell-date.ts'
import { numberOf, type NumberKind } from './cell-number.ts'
import { cellFault, identityOf, isPlaceholder, textOf, type Cell, type Doubt, type Said } from './cell.ts'
import type { FileForms } from './forms.ts'
import { foldHead } from './table.ts'

/** Position of a cell. */
interface CellPlace {
  /** Wire name of its column, with the unit as suffix. */
  name: string
  /** Heading in the file. */
  head: string
  forms: FileForms
}

/** One column of a table: its key is the wire name, `heads` are accepted Spanish headings. */
export interface Column<S extends z.core.$ZodType = z.core.$ZodType> {
  heads: readonly string[]
  schema: S
  read(cell: Cell, place: CellPlace): Said
  /** A parsed value, as the lists show it. */
  show(value: unknown): string
  /** Set for numbers: the column's cells are scanned for the file's notation. */
  number?: (name: string) => NumberKind
  /** Set for dates: the column's cells are scanned for the order of day and month. */
  date?: 'day' | 'moment'
}
export type Columns = Readonly<Record<string, Column>>
/** A row after its schemas. */
export type ValuesOf<C extends Columns> = { [K in keyof C]: z.infer<C[K]['schema']> }

const plain = (value: unknown) => String(value)
const decimals = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 7 })
const shownNumber = (value: unknown) => (typeof value === 'number' ? decimals.format(value) : plain(value))
const shownDate = (value: unknown) => plain(value).split('-').toReversed().join('/')
/** `2026-11-20T10:00:00` → `20/11/2026 10:00`, with the UTC offset if written. */
function shownMoment(value: unknown): string {
  const [, date = '', time = '', zone = ''] = /^(.{10})T(.{5})(?::[\d.]+)?(.*)$/.exec(plain(value)) ?? []
  const written = `${shownDate(date)} ${time}`
  return zone === '' ? text('load.place_time', { time: written }) : `${written} UTC${zone === 'Z' ? '' : zone}`
}

/** Accepted units of a number, by the suffix of its wire name. */
const units: Readonly<Record<string, readonly string[]>> = {
  m: ['metros', 'mts', 'mt', 'm.', 'm'],
  dbm: ['dbm', 'db'],
  mbps: ['mbps', 'mbit/s', 'mb/s', 'megas', 'mb', 'm'],
}
const unitsOf = (name: string) => units[name.split('_').at(-1) ?? ''] ?? []

function numeric<S extends z.core.$ZodType>(
  schema: S,
  how: Pick<NumberKind, 'whole' | 'degrees'> & { tenths?: true },
  heads: readonly string[],
): Column<S> {
  const number = (name: string): NumberKind => ({
    ...how,
    units: how.degrees ? ['°', 'º'] : unitsOf(name),
    takes: (value) => z.safeParse(schema, value).success,
  })
  const read = (cell: Cell, { name, head, forms }: CellPlace): Said => {
    const parsed = numberOf(cell, number(name), head, forms.numbers)
    if ('fault' in parsed) return parsed
    if (how.tenths) return rounded(parsed, 10)
    if (!how.whole || Number.isInteger(parsed.value)) return parsed
    return name.endsWith('_m') ? rounded(parsed, 1) : cellFault('whole', { value: cell.text })
  }
  return { schema, heads, number, read, show: shownNumber }
}

/** What a 32-bit number differs by, as a share of it. */
const noise = 1e-6

/** Map programs measure lengths in fractions of a metre, and keep some as 32-bit numbers. @param parts of a metre that are kept */
function rounded({ value, doubts = [] }: Exclude<Said, { fault: string }>, parts: number): Said {
  const [exact, metres] = [Number(value), Math.round(Number(value) * parts) / parts]
  if (Math.abs(metres - exact) <= noise * Math.abs(exact)) return { value: metres, doubts }
  return { value: metres, doubts: [...doubts, { code: 'rounded', values: { cell: exact, value: metres } }] }
}

/** Decimals stored for positions, so that loading twice changes nothing. */
const degreeDecimals = 7
/** Latitude or longitude in degrees; projected metres are refused by name. */
function degrees<S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> {
  const column = numeric(schema, { whole: false, degrees: true }, heads)
  const read = (cell: Cell, place: CellPlace): Said => {
    const parsed = column.read(cell, place)
    if ('fault' in parsed || typeof parsed.value !== 'number') return parsed
    if (Math.abs(parsed.value) > 10_000) return cellFault('metres', { value: cell.text })
    return { ...parsed, value: Number(parsed.value.toFixed(degreeDecimals)) }
  }
  return { ...column, read }
}

type Words = readonly (readonly [value: string | number | boolean, ...names: string[]])[]

/** A closed set, written as value, name, or Spanish label. */
function words<S extends z.core.$ZodType>(schema: S, entries: Words, heads: readonly string[]): Column<S> {
  const named = new Map(
    entries.flatMap(([value, ...names]) => [String(value), ...names].map((name) => [name, value] as const)),
  )
  const values = new Map([...named].map(([name, value]) => [foldHead(name), value]))
  const wordList = entries.map(([value, ...names]) => names.at(-1) ?? String(value)).join(', ')
  const read = ({ text: cell, type }: Cell): Said => {
    if (type === 'date' || type === 'datetime') return cellFault('date_in_text', { value: cell })
    // Folding drops signs: the `\N` of a dump, which is none, would read as the `n` of no.
    const value = isPlaceholder(cell) ? named.get(cell) : values.get(foldHead(cell))
    if (value === undefined && isPlaceholder(cell)) return cellFault('placeholder', { value: cell })
    return value === undefined ? cellFault('word', { value: cell, words: wordList }) : { value }
  }
  const labels = new Map(entries.map(([value, ...names]) => [value, names.at(-1) ?? String(value)]))
  return { schema, heads, read, show: (value) => labels.get(value as string) ?? plain(value) }
}

const yesNo: Words = [
  [true, 's', 't', 'verdadero', '1', 'x', 'yes', 'y', 'sí'],
  [false, 'n', 'f', 'falso', '0', 'no'],
]
type Enumeration = (typeof enumerations)[string]

/** Hyphens that word processors substitute. */
const dashes = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g

/** Warning if the stored value differs from the written one. */
const changed = (value: string, cell: string): Doubt[] =>
  value === cell ? [] : [{ code: 'changed', values: { value } }]

function free<S extends z.core.$ZodType>(
  schema: S,
  clean: (text: string) => string,
  heads: readonly string[],
): Column<S> {
  const read = (cell: Cell): Said => {
    const doubts: Doubt[] = []
    const cleaned = textOf(cell, doubts, clean)
    if ('fault' in cleaned) return cleaned
    if (isPlaceholder(cleaned.value)) doubts.push({ code: 'placeholder', values: { value: cleaned.value } })
    return { value: cleaned.value, doubts: [...doubts, ...changed(cleaned.value, cell.text)] }
  }
  return { schema, heads, read, show: plain }
}

function identity<S extends z.core.$ZodType>(
  schema: S,
  normal: (text: string) => string,
  heads: readonly string[],
): Column<S> {
  const read = (cell: Cell): Said => {
    const doubts: Doubt[] = []
    const written = identityOf(cell, doubts)
    if ('fault' in written) return written
    const value = normal(written.value)
    const relevant = doubts.filter(({ code }) => code !== 'number_like' || value === written.value)
    return { value, doubts: [...relevant, ...(cell.type === 'number' ? [] : changed(value, cell.text))] }
  }
  return { schema, heads, read, show: plain }
}

/** Digits of a code with leading zeros, which a spreadsheet drops. */
function padded(length: number) {
  return (cell: string): { value: string; doubts: Doubt[] } => {
    const digits = cell.replace(/[.,]0+$/, '')
    const lost = /^\d+$/.test(digits) && digits.length === length - 1
    return lost
      ? { value: digits.padStart(length, '0'), doubts: [{ code: 'zeros', values: { cell, value: `0${digits}` } }] }
      : { value: /^\d+[.,]0+$/.test(cell) ? digits : cell, doubts: [] }
  }
}

interface ListCell {
  /** Separator of the values. */
  between?: RegExp
  one: (word: string) => { value: unknown; doubts?: readonly Doubt[] }
  show: (value: unknown) => string
}

/** Column constructors. An optional column has an optional schema; an empty cell counts as missing. */
export const column = {
  /** One-line text, cleaned as in the forms. */
  text: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => free(schema, cleanLine, heads),
  /** Multi-line text. */
  lines: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => free(schema, cleanLines, heads),
  /** Names, some of which have a normal form. */
  named: <S extends z.core.$ZodType>(schema: S, normal: (text: string) => string, ...heads: string[]): Column<S> =>
    free(schema, (cell) => normal(cleanLine(cell)), heads),
  /** External identifiers: stored as written, refused if damaged by a spreadsheet. */
  id: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => identity(schema, (cell) => cell, heads),
  /** Ratios as `1:16`, of which spreadsheets make the time `01:16:00`. */
  ratio: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> =>
    identity(schema, (cell) => cell.replace(/^0?(1:\d\d):00$/, '$1'), heads),
  /** Codes: upper case, without blanks, with plain hyphens. */
  code: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> =>
    identity(schema, (cell) => cell.toUpperCase().replace(/\s+/g, '').replace(dashes, '-'), heads),
  /** Values with a normal form, such as phones and serials; `load.cell.<fault>` explains an invalid one. */
  normal: <S extends z.core.$ZodType>(
    schema: S,
    normal: (text: string) => string,
    fault: 'phone' | 'serial',
    ...heads: string[]
  ): Column<S> => {
    const plainColumn = identity(schema, normal, heads)
    const read = (cell: Cell, place: CellPlace): Said => {
      const whole = plainColumn.read(cell, place)
      const fits = 'fault' in whole || whole.value === '' || z.safeParse(schema, whole.value).success
      return fits ? whole : cellFault(fault, { value: cell.text })
    }
    return { ...plainColumn, read }
  },
  /** Postal and INE codes: five digits, whose leading zero spreadsheets drop. */
  fiveDigits: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => {
    const plainColumn = identity(schema, (cell) => cell, heads)
    const read = (cell: Cell, place: CellPlace): Said => {
      const whole = plainColumn.read(cell, place)
      if ('fault' in whole) return whole
      const { value, doubts } = padded(5)(plain(whole.value))
      const others = (whole.doubts ?? []).filter(({ code }) => code !== 'number_like')
      const told = doubts.length > 0 ? doubts : changed(value, plain(whole.value))
      return { value, doubts: [...others, ...told] }
    }
    return { ...plainColumn, read }
  },
  /** Integers. */
  whole: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> =>
    numeric(schema, { whole: true }, heads),
  /** Numbers with optional decimals. */
  number: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> =>
    numeric(schema, { whole: false }, heads),
  /** Metres with one decimal. */
  decimetres: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> =>
    numeric(schema, { whole: false, tenths: true }, heads),
  degrees,
  boolean: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => words(schema, yesNo, heads),
  date: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({
    schema,
    heads,
    date: 'day',
    read: (cell, { head, forms }) => dateOf(cell, head, forms.dates),
    show: shownDate,
  }),
  /** A date with time, local to its place unless a UTC offset is written. */
  moment: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({
    schema,
    heads,
    date: 'moment',
    read: (cell, { head, forms }) => momentOf(cell, head, forms.dates),
    show: shownMoment,
  }),
  /** A status by number, name or Spanish label. */
  status: <S extends z.core.$ZodType>(schema: S, { all }: Enumeration, ...heads: string[]): Column<S> =>
    words(
      schema,
      all.map(({ value, name, label }) => [value, name, text(label)]),
      heads,
    ),
  /** A word of a set, or its Spanish text `choice.<name>.<word>`. */
  choice: <S extends z.core.$ZodType>(schema: S, set: readonly string[], name: string, ...heads: string[]): Column<S> =>
    words(
      schema,
      set.map((word) => [word, text(`choice.${name}.${word}`)]),
      heads,
    ),
  /** Several values in one cell, each parsed and shown by itself. */
  list: <S extends z.core.$ZodType>(
    schema: S,
    { between = /[,;|]/, one, show }: ListCell,
    ...heads: string[]
  ): Column<S> => {
    const read = (cell: Cell): Said => {
      if (cell.type === 'date' || cell.type === 'datetime') return cellFault('date_in_text', { value: cell.text })
      const several = cell.text.split(between).map((word) => word.trim())
      const parts = several.filter(Boolean).map(one)
      return { value: parts.map(({ value }) => value), doubts: parts.flatMap(({ doubts = [] }) => doubts) }
    }
    const showAll = (value: unknown) => (Array.isArray(value) ? value.map(show).join(', ') : plain(value))
    return { schema, heads, read, show: showAll }
  },
}
export const fiveDigits = padded(5)
