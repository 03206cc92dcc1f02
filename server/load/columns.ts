/** Which head of a table is which column. */
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import * as z from 'zod/mini'
import { text } from '../http/texts.ts'
import { missingDetail } from '../http/validation.ts'
import type { Column, Columns } from './column.ts'
import { foldHead, type Table } from './table.ts'

const isOptional = ({ schema }: Column) => z.safeParse(schema, undefined).success

/** Heads of a table with the keys of their columns. */
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

/** Columns that programs of maps add by themselves. */
const ofMaps =
  /^(?:(?:ogc_)?fid(?:_\d+)?|gid|objectid(?:_\d+)?|globalid|shape[_.](?:st)?_?(?:leng(?:th)?|area)|st_(?:length|area)_shape|(?:the_)?geom(?:etry)?|wkb_geometry|styleurl|stylehash|created_user|created_date|last_edited_(?:user|date))$/
/** The same, where the file comes from such a program for certain. */
const ofMapFiles = /^(?:id|layer|path)$/

/** Heads that the caller wants to leave out, and those that programs of maps add, as they stand in the table. */
export function ignoredHeads({ heads, derived }: Pick<Table, 'heads' | 'derived'>, asked: readonly string[]): string[] {
  const chosen = new Set(asked.map(foldHead))
  return heads.filter((head) => {
    const folded = foldHead(head)
    return chosen.has(folded) || ofMaps.test(folded) || (derived.length > 0 && ofMapFiles.test(folded))
  })
}

const unknownHead = (head: string): ProblemDetail => ({ field: head, code: 'unknown', message: 'load.unknown_head' })
/** As many as a table may have columns. */
const mostDetails = 100

/**
 * Finds the columns of a table among its heads. Of several sets of columns, each head has to be known to one of them;
 * what the download of a list shows besides is passed over.
 * @param asked heads that the caller wants to leave out
 * @throws Problem VALIDATION for heads that nobody knows, and for mandatory columns that are not there
 */
export function matchHeads(
  table: Pick<Table, 'heads' | 'derived'>,
  sets: readonly ColumnSet[],
  asked: readonly string[] = [],
): Matching[] {
  const chosen = new Set(asked.map(foldHead))
  const heads = table.heads.filter((head) => !chosen.has(foldHead(head)))
  const { derived } = table
  const matchings = sets.map((set) => matchSet({ heads, derived }, set))
  const ignored = ignoredHeads(table, asked)
  const unknown = heads.filter(
    (head) =>
      !derived.includes(head) &&
      !ignored.includes(head) &&
      !matchings.some((matching) => matching.has(head)) &&
      !sets.some(({ list }) => list?.has(foldHead(head))),
  )
  const details: ProblemDetail[] = unknown.map(unknownHead)
  const [only] = sets
  if (only && sets.length === 1) {
    const there = new Set(matchings[0]?.values())
    details.push(
      ...Object.keys(only.columns).flatMap((key) =>
        there.has(key) || isOptionalIn(only.columns, key) ? [] : missingDetail(key),
      ),
    )
  }
  if (details.length > 0) throw new Problem('VALIDATION', { details: details.slice(0, mostDetails) })
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

function matchSet({ heads, derived }: Pick<Table, 'heads' | 'derived'>, set: ColumnSet): Matching {
  const keyOf = keyFor(heads, set)
  const found = new Map<string, string>()
  const taken = new Set<string>()
  // What a geometry says stands back behind a column that says the same under another name.
  const ofGeometry = (head: string) => (derived.includes(head) ? 1 : 0)
  for (const head of heads.toSorted((a, b) => ofGeometry(a) - ofGeometry(b))) {
    const key = keyOf(foldHead(head))
    if (key === undefined || (taken.has(key) && derived.includes(head))) continue
    if (taken.has(key)) {
      const details = [{ field: head, code: 'heads', message: text('load.heads') }]
      throw new Problem('VALIDATION', { details })
    }
    taken.add(key)
    found.set(head, key)
  }
  return found
}
