import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import type { enumerations } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { text } from '../http/texts.ts'
import { missingDetail, unknownDetail, validationDetails } from '../http/validation.ts'
import { writtenText } from './written.ts'
import { foldHead, type Table, type TableRow } from './table.ts'

/** How the text of a cell becomes the value that a schema checks. */
type Reading = (cell: string) => unknown

/** One column of a table: the wire's name is its key, `heads` are the Spanish names under which it may come too. */
export interface Column<S extends z.core.$ZodType = z.core.$ZodType> {
  heads: readonly string[]
  read: Reading
  schema: S
}
export type Columns = Readonly<Record<string, Column>>
/** A row as its schemas leave it. */
export type ValuesOf<C extends Columns> = { [K in keyof C]: z.infer<C[K]['schema']> }

/** `1.234,5`, `1,234.5`, `12,5` and `12.5`; anything else stays what it is, for the schema to refuse. */
export function numberOf(cell: string): unknown {
  const compact = cell.replace(/\s/g, '')
  const decimal = compact.lastIndexOf(',') > compact.lastIndexOf('.') ? ',' : '.'
  const plain = compact.replaceAll(decimal === ',' ? '.' : ',', '').replace(',', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : cell
}

const yes = new Set(['si', 's', 'true', 'verdadero', '1', 'x'])
const no = new Set(['no', 'n', 'false', 'falso', '0'])

function booleanOf(cell: string): unknown {
  const word = foldHead(cell)
  return yes.has(word) ? true : no.has(word) ? false : cell
}

/** `20/11/2026` as well as `2026-11-20`. */
function dateOf(cell: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(cell) ?? []
  return year === '' ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A closed set as it may be written: value, name, or Spanish label. */
function wordsOf(entries: readonly (readonly [value: string | number, ...names: string[]])[]): Reading {
  const values = new Map(
    entries.flatMap(([value, ...names]) => [String(value), ...names].map((name) => [foldHead(name), value] as const)),
  )
  return (cell) => values.get(foldHead(cell)) ?? cell
}

type Enumeration = (typeof enumerations)[string]

/** Makers of columns. An optional one has an optional schema; an empty cell counts as missing. */
export const column = {
  text: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({
    schema,
    heads,
    read: (cell) => cell,
  }),
  /** Upper case without blanks, as codes are kept. */
  code: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({
    schema,
    heads,
    read: (cell) => cell.toUpperCase().replace(/\s+/g, ''),
  }),
  number: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({ schema, heads, read: numberOf }),
  boolean: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({
    schema,
    heads,
    read: booleanOf,
  }),
  date: <S extends z.core.$ZodType>(schema: S, ...heads: string[]): Column<S> => ({ schema, heads, read: dateOf }),
  /** The number of a status, its name or its Spanish label. */
  status: <S extends z.core.$ZodType>(schema: S, { all }: Enumeration, ...heads: string[]): Column<S> => ({
    schema,
    heads,
    read: wordsOf(all.map(({ value, name, label }) => [value, name, text(label)])),
  }),
  /** One of a set of words, or its Spanish text `choice.<name>.<word>`. */
  choice: <S extends z.core.$ZodType>(
    schema: S,
    words: readonly string[],
    name: string,
    ...heads: string[]
  ): Column<S> => ({ schema, heads, read: wordsOf(words.map((word) => [word, text(`choice.${name}.${word}`)])) }),
}

const isOptional = ({ schema }: Column) => z.safeParse(schema, undefined).success

/** Which head of a table is which column. */
export type Matching = ReadonlyMap<string, string>

/** Columns of the list whose download may come back as a table: by wire name and by Spanish head, to the key that takes it, if any. */
export type Downloaded = ReadonlyMap<string, string | undefined>

/** @param list as its texts are named */
export function downloaded(columns: Columns, list: string, names: readonly string[]): Downloaded {
  const own = ownNames(columns)
  return new Map(
    names.flatMap((name) =>
      [name, text(`column.${list}.${name}`)].map((head) => [foldHead(head), own.get(foldHead(name))] as const),
    ),
  )
}

/** Columns with, where there is one, the list that is downloaded with them. */
export interface ColumnSet {
  columns: Columns
  list?: Downloaded | undefined
}

/**
 * Finds the columns of a table among its heads. Of several sets of columns, each head has to be known to one of them;
 * what the download of a list shows besides is passed over.
 * @throws Problem VALIDATION for heads that nobody knows, and for mandatory columns that are not there
 */
export function matchHeads(table: Pick<Table, 'heads' | 'derived'>, sets: readonly ColumnSet[]): Matching[] {
  const matchings = sets.map((set) => matchSet(table.heads, set))
  const unknown = table.heads.filter(
    (head) =>
      !table.derived.includes(head) &&
      !matchings.some((matching) => matching.has(head)) &&
      !sets.some(({ list }) => list?.has(foldHead(head))),
  )
  const details: ProblemDetail[] = unknown.map(unknownDetail)
  const [only] = sets
  if (only && sets.length === 1) {
    const there = new Set(matchings[0]?.values())
    details.push(
      ...Object.keys(only.columns).flatMap((key) =>
        there.has(key) || isOptionalIn(only.columns, key) ? [] : missingDetail(key),
      ),
    )
  }
  if (details.length > 0) throw new Problem('VALIDATION', { details: details.slice(0, 50) })
  return matchings
}

const isOptionalIn = (columns: Columns, key: string) => {
  const one = columns[key]
  return one === undefined || isOptional(one)
}

const ownNames = (columns: Columns): Map<string, string> =>
  new Map(
    Object.entries(columns).flatMap(([key, { heads: others }]) =>
      [key, ...others].map((name) => [foldHead(name), key] as const),
    ),
  )

/** A word may say one thing in a list and another in a table: a whole download is read as the list wrote it. */
function keyFor(heads: readonly string[], { columns, list }: ColumnSet): (head: string) => string | undefined {
  const own = ownNames(columns)
  const folded = heads.map(foldHead)
  const onlyShown = (head: string) => list?.get(head) === undefined && !own.has(head)
  const whole = list !== undefined && folded.every((head) => list.has(head)) && folded.some(onlyShown)
  const means = (head: string) => own.get(head) ?? list?.get(head)
  const isDoubtful = (head: string) => list?.has(head) === true && own.has(head) && list.get(head) !== own.get(head)
  const sure = new Set(folded.filter((head) => !isDoubtful(head)).map(means))
  // Where another head is for certain what this one would be, this one is what the list means by it.
  return (head) => (whole || (isDoubtful(head) && sure.has(own.get(head))) ? list?.get(head) : means(head))
}

function matchSet(heads: readonly string[], set: ColumnSet): Matching {
  const keyOf = keyFor(heads, set)
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const head of heads) {
    const key = keyOf(foldHead(head))
    if (key === undefined) continue
    if (taken.has(key)) {
      const details = [{ field: head, code: 'heads', message: text('load.heads') }]
      throw new Problem('VALIDATION', { details })
    }
    taken.add(key)
    found.set(head, key)
  }
  return found
}

/**
 * A row by its columns' schemas: its values, or what is wrong with it as one Spanish sentence.
 * @param spare heads that may hold something of no use
 */
export function readRow<C extends Columns>(
  columns: C,
  matching: Matching,
  spare: readonly string[],
  { values, tooMany, refusal }: TableRow,
): { values: ValuesOf<C> } | { fault: string } {
  if (refusal !== undefined) return { fault: refusal }
  if (tooMany) return { fault: text('load.too_many_cells') }
  const foreign = Object.keys(values).filter(
    (head) => values[head] !== '' && !matching.has(head) && !spare.includes(head),
  )
  if (foreign.length > 0) return { fault: `${foreign.join(', ')}: ${text('validation.unknown')}` }
  const raw = new Map<string, unknown>()
  for (const [head, key] of matching) {
    const cell = values[head] ?? ''
    if (cell !== '') raw.set(key, columns[key]?.read(writtenText(cell)))
  }
  const read: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [key, { schema }] of Object.entries(columns)) {
    const parsed = z.safeParse(schema, raw.get(key), { reportInput: true })
    if (parsed.success) read[key] = parsed.data
    else faults.push(...validationDetails(parsed.error.issues, key).map((one) => `${one.field}: ${text(one.message)}`))
  }
  return faults.length > 0 ? { fault: faults.join(' ') } : { values: read as ValuesOf<C> }
}
