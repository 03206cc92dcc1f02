/** Makers of the columns of a table: how a cell of each kind is read, checked and shown. */
import type { enumerations } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { cleanLine, cleanLines } from '@hilo/domain/text.ts'
import { text } from '../http/texts.ts'
import { dateOf, momentOf } from './cell-date.ts'
import { numberOf, type NumberForms, type NumberKind } from './cell-number.ts'
import { cellFault, identityOf, isPlaceholder, textOf, type Cell, type Doubt, type Said } from './cell.ts'
import { foldHead } from './table.ts'

/** Where a cell stands. */
export interface CellPlace {
  /** Wire name of its column, which ends in its unit. */
  name: string
  /** What the file calls its column. */
  head: string
  forms: NumberForms
}

/** One column of a table: the wire's name is its key, `heads` are the Spanish names under which it may come too. */
export interface Column<S extends z.core.$ZodType = z.core.$ZodType> {
  heads: readonly string[]
  schema: S
  read(cell: Cell, place: CellPlace): Said
  /** A value that the schema took, as the lists show it. */
  show(value: unknown): string
  /** Set for numbers: the cells of the column show how its file writes them. */
  number?: (name: string) => NumberKind
}
export type Columns = Readonly<Record<string, Column>>
/** A row as its schemas leave it. */
export type ValuesOf<C extends Columns> = { [K in keyof C]: z.infer<C[K]['schema']> }

const plain = (value: unknown) => String(value)
const decimals = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 7 })
const shownNumber = (value: unknown) => (typeof value === 'number' ? decimals.format(value) : plain(value))
const shownDate = (value: unknown) => plain(value).split('-').toReversed().join('/')
/** `2026-11-20T10:00:00` → `20/11/2026 10:00`, with its distance from UTC where it was written. */
function shownMoment(value: unknown): string {
  const [, date = '', time = '', zone = ''] = /^(.{10})T(.{5})(?::[\d.]+)?(.*)$/.exec(plain(value)) ?? []
  const written = `${shownDate(date)} ${time}`
  return zone === '' ? text('load.place_time', { time: written }) : `${written} UTC${zone === 'Z' ? '' : zone}`
}

/** Units that may stand behind a number, by the end of its wire name. */
const units: Readonly<Record<string, readonly string[]>> = {
  m: ['metros', 'mts', 'mt', 'm.', 'm'],
  dbm: ['dbm', 'db'],
  mbps: ['mbps', 'mbit/s', 'mb/s', 'megas', 'mb', 'm'],
}
const unitsOf = (name: string) => units[name.split('_').at(-1) ?? ''] ?? []

function numeric<S extends z.core.$ZodType>(
  schema: S,
  how: Pick<NumberKind, 'whole' | 'degrees'>,
  heads: readonly string[],
): Column<S> {
  const number = (name: string): NumberKind => ({
    ...how,
    units: how.degrees ? ['°', 'º'] : unitsOf(name),
    takes: (value) => z.safeParse(schema, value).success,
  })
  const read = (cell: Cell, { name, head, forms }: CellPlace): Said => {
    const said = numberOf(cell, number(name), head, forms)
    const isCut = how.whole && 'value' in said && !Number.isInteger(said.value)
    return isCut ? cellFault('whole', { value: cell.text }) : said
  }
  return { schema, heads, number, read, show: shownNumber }
}

/** Decimals as positions are stored, so that what is loaded twice is the same. */
const degreeDecimals = 7
/** Degrees of latitude or longitude; metres of a map projection are named in the refusal. */
function degrees<S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> {
  const column = numeric(schema, { whole: false, degrees: true }, heads)
  const read = (cell: Cell, place: CellPlace): Said => {
    const said = column.read(cell, place)
    if ('fault' in said || typeof said.value !== 'number') return said
    if (Math.abs(said.value) > 10_000) return cellFault('metres', { value: cell.text })
    return { ...said, value: Number(said.value.toFixed(degreeDecimals)) }
  }
  return { ...column, read }
}

type Words = readonly (readonly [value: string | number | boolean, ...names: string[]])[]

/** A closed set as it may be written: value, name, or Spanish label. */
function words<S extends z.core.$ZodType>(schema: S, entries: Words, heads: readonly string[]): Column<S> {
  const values = new Map(
    entries.flatMap(([value, ...names]) => [String(value), ...names].map((name) => [foldHead(name), value] as const)),
  )
  const said = entries.map(([value, ...names]) => names.at(-1) ?? String(value)).join(', ')
  const read = ({ text: cell, type }: Cell): Said => {
    if (type === 'date' || type === 'datetime') return cellFault('date_in_text', { value: cell })
    const value = values.get(foldHead(cell))
    if (value === undefined && isPlaceholder(cell)) return cellFault('placeholder', { value: cell })
    return value === undefined ? cellFault('word', { value: cell, words: said }) : { value }
  }
  const labels = new Map(entries.map(([value, ...names]) => [value, names.at(-1) ?? String(value)]))
  return { schema, heads, read, show: (value) => labels.get(value as string) ?? plain(value) }
}

const yesNo: Words = [
  [true, 's', 'verdadero', '1', 'x', 'yes', 'y', 'sí'],
  [false, 'n', 'falso', '0', 'no'],
]
type Enumeration = (typeof enumerations)[string]

/** Hyphens that word processors put in place of the plain one. */
const dashes = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g

/** Whether what is stored differs from what was written. */
const changed = (value: string, cell: string): Doubt[] =>
  value === cell ? [] : [{ code: 'changed', values: { value } }]

function free<S extends z.core.$ZodType>(
  schema: S,
  clean: (text: string) => string,
  heads: readonly string[],
): Column<S> {
  const read = (cell: Cell): Said => {
    const doubts: Doubt[] = []
    const said = textOf(cell, doubts, clean)
    if ('fault' in said) return said
    if (isPlaceholder(said.value)) doubts.push({ code: 'placeholder', values: { value: said.value } })
    return { value: said.value, doubts: [...doubts, ...changed(said.value, cell.text)] }
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
    const said = identityOf(cell, doubts)
    if ('fault' in said) return said
    const value = normal(said.value)
    const kept = doubts.filter(({ code }) => code !== 'number_like' || value === said.value)
    return { value, doubts: [...kept, ...(cell.type === 'number' ? [] : changed(value, cell.text))] }
  }
  return { schema, heads, read, show: plain }
}

/** Digits of a code that begins with zeros, which a spreadsheet takes for a number. */
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
  /** What separates the values. */
  between?: RegExp
  one: (word: string) => { value: unknown; doubts?: readonly Doubt[] }
  show: (value: unknown) => string
}

/** Makers of columns. An optional one has an optional schema; an empty cell counts as missing. */
export const column = {
  /** Words of people in one line, cleaned as the forms do. */
  text: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => free(schema, cleanLine, heads),
  /** Words of people in several lines. */
  lines: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => free(schema, cleanLines, heads),
  /** Names of which some are stored in one of their forms. */
  named: <S extends z.core.$ZodType>(schema: S, normal: (text: string) => string, ...heads: string[]): Column<S> =>
    free(schema, (cell) => normal(cleanLine(cell)), heads),
  /** What identifies something elsewhere: kept as it is written, and refused where a spreadsheet has changed it. */
  id: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => identity(schema, (cell) => cell, heads),
  /** Upper case without blanks and with plain hyphens, as codes are kept. */
  code: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> =>
    identity(schema, (cell) => cell.toUpperCase().replace(/\s+/g, '').replace(dashes, '-'), heads),
  /** What `normal` brings to its stored form, as telephones and serials; `load.cell.<fault>` says what else cannot be. */
  normal: <S extends z.core.$ZodType>(
    schema: S,
    normal: (text: string) => string,
    fault: 'phone' | 'serial',
    ...heads: string[]
  ): Column<S> => {
    const plainColumn = identity(schema, normal, heads)
    const read = (cell: Cell, place: CellPlace): Said => {
      const said = plainColumn.read(cell, place)
      const fits = 'fault' in said || said.value === '' || z.safeParse(schema, said.value).success
      return fits ? said : cellFault(fault, { value: cell.text })
    }
    return { ...plainColumn, read }
  },
  /** Postal codes and INE codes: five digits, of which spreadsheets lose the first zero. */
  fiveDigits: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => {
    const plainColumn = identity(schema, (cell) => cell, heads)
    const read = (cell: Cell, place: CellPlace): Said => {
      const said = plainColumn.read(cell, place)
      if ('fault' in said) return said
      const { value, doubts } = padded(5)(plain(said.value))
      const others = (said.doubts ?? []).filter(({ code }) => code !== 'number_like')
      return { value, doubts: [...others, ...doubts] }
    }
    return { ...plainColumn, read }
  },
  /** Numbers without decimals. */
  whole: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> =>
    numeric(schema, { whole: true }, heads),
  /** Numbers that may have decimals. */
  number: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> =>
    numeric(schema, { whole: false }, heads),
  degrees,
  boolean: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => words(schema, yesNo, heads),
  date: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({
    schema,
    heads,
    read: dateOf,
    show: shownDate,
  }),
  /** A date with its hour, by the clock of its place unless a distance from UTC is written. */
  moment: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({
    schema,
    heads,
    read: momentOf,
    show: shownMoment,
  }),
  /** The number of a status, its name or its Spanish label. */
  status: <S extends z.core.$ZodType>(schema: S, { all }: Enumeration, ...heads: string[]): Column<S> =>
    words(
      schema,
      all.map(({ value, name, label }) => [value, name, text(label)]),
      heads,
    ),
  /** One of a set of words, or its Spanish text `choice.<name>.<word>`. */
  choice: <S extends z.core.$ZodType>(schema: S, set: readonly string[], name: string, ...heads: string[]): Column<S> =>
    words(
      schema,
      set.map((word) => [word, text(`choice.${name}.${word}`)]),
      heads,
    ),
  /** Several values in one cell, each read and shown by itself. */
  list: <S extends z.core.$ZodType>(
    schema: S,
    { between = /[,;|]/, one, show }: ListCell,
    ...heads: string[]
  ): Column<S> => {
    const read = (cell: Cell): Said => {
      if (cell.type === 'date' || cell.type === 'datetime') return cellFault('date_in_text', { value: cell.text })
      const several = cell.text.split(between).map((word) => word.trim())
      const said = several.filter(Boolean).map(one)
      return { value: said.map(({ value }) => value), doubts: said.flatMap(({ doubts = [] }) => doubts) }
    }
    const showAll = (value: unknown) => (Array.isArray(value) ? value.map(show).join(', ') : plain(value))
    return { schema, heads, read, show: showAll }
  },
}
export const fiveDigits = padded(5)
