/** Matches the headings of a table to columns. */
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import type { ListSpec } from '@hilo/contract/call.ts'
import { downloadColumns } from '@hilo/contract/columns.ts'
import { sheetHead } from '../kernel/list/sheet-head.ts'
import { columnText, text } from '../kernel/texts.ts'
import { missingDetail } from '../kernel/validation.ts'
import type { Columns } from './column.ts'
import { guessedHeads, isOptionalIn, ownNames } from './guessed-heads.ts'
import { foldHead, type Table } from './table.ts'

/** Headings of a table with the keys of their columns. */
export type Matching = ReadonlyMap<string, string>

/** Columns of the list whose download can be loaded: by wire name and Spanish heading, to the loading key, if any. */
export interface Downloaded extends ReadonlyMap<string, string | undefined> {
  /** Headings of the label printed on a box, which stands for its code where the file has no column of it. */
  labels: ReadonlySet<string>
}

/** @param list name in the text keys */
export function downloaded(columns: Columns, list: string, spec: ListSpec): Downloaded {
  const own = ownNames(columns)
  const known = [...downloadColumns(spec.list)].map(([name, { kind, labelOf }]) => ({
    heads: [name, columnText(list, name), sheetHead(list, name, kind)].map(foldHead),
    key: own.get(foldHead(labelOf ?? name)),
    isLabel: labelOf !== undefined,
  }))
  const keys = new Map(known.flatMap(({ heads, key }) => heads.map((head) => [head, key] as const)))
  return Object.assign(keys, { labels: new Set(known.flatMap(({ heads, isLabel }) => (isLabel ? heads : []))) })
}

/** What a table says of its headings. */
type ReadHeads = Pick<Table, 'heads' | 'derived'> & Partial<Pick<Table, 'cut'>>

/** Columns, with the list that is downloaded with them, if any. */
interface ColumnSet {
  columns: Columns
  list?: Downloaded | undefined
}

/** Columns that map programs add. */
const ofMaps =
  /^(?:(?:ogc_)?fid(?:_\d+)?|gid|objectid(?:_\d+)?|globalid|shape[_.](?:st)?_?(?:leng(?:th)?|area)|st_(?:length|area)_shape|(?:the_)?geom(?:etry)?|wkb_geometry|z|styleurl|stylehash|created_user|created_date|last_edited_(?:user|date))$/
/** The same, for a file that is certainly from such a program. */
const ofMapFiles = /^(?:id|layer|path)$/

/** Headings ignored on the caller's request, and those added by map programs. */
export function ignoredHeads({ heads, derived }: Pick<Table, 'heads' | 'derived'>, asked: readonly string[]): string[] {
  const chosen = new Set(asked.map(foldHead))
  return heads.filter((head) => {
    const folded = foldHead(head)
    return chosen.has(folded) || ofMaps.test(folded) || (derived.length > 0 && ofMapFiles.test(folded))
  })
}

/** Geometry as text in a table of a map program. */
const isWkt = (head: string) => /^wkt(?:_geom)?$/.test(foldHead(head))
const unknownHead = (head: string): ProblemDetail => ({
  field: head,
  code: 'unknown',
  message: isWkt(head) ? 'load.wkt_head' : 'load.unknown_head',
})
/** The limit of columns of a table. */
const mostDetails = 100

/**
 * Maps the headings of a table to columns. With several sets of columns each heading must be known to one of them; additional
 * columns of a list's download are ignored.
 * @param asked headings to ignore
 * @throws Problem VALIDATION for unknown headings and missing mandatory columns
 */
export function matchHeads(table: ReadHeads, sets: readonly ColumnSet[], asked: readonly string[] = []): Matching[] {
  const chosen = new Set(asked.map(foldHead))
  const heads = table.heads.filter((head) => !chosen.has(foldHead(head)))
  const { derived, cut = [] } = table
  const matchings = sets.map((set) => matchSet({ heads, derived, cut }, set))
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

/** A word may have another meaning in a list than in a table: a whole download is read with the list's meaning. */
function keyFor(heads: readonly string[], { columns, list }: ColumnSet): (head: string) => string | undefined {
  const own = ownNames(columns)
  const folded = heads.map(foldHead)
  const onlyShown = (head: string) => list?.get(head) === undefined && !own.has(head)
  const whole = list !== undefined && folded.every((head) => list.has(head)) && folded.some(onlyShown)
  const means = (head: string) => own.get(head) ?? list?.get(head)
  const isDoubtful = (head: string) => list?.has(head) === true && own.has(head) && list.get(head) !== own.get(head)
  const sure = new Set(folded.filter((head) => !isDoubtful(head)).map(means))
  // If another heading certainly is that column, this one has the list's meaning.
  return (head) => (whole || (isDoubtful(head) && sure.has(own.get(head))) ? list?.get(head) : means(head))
}

function matchSet({ heads, derived, cut = [] }: ReadHeads, set: ColumnSet): Matching {
  const keyOf = keyFor(heads, set)
  const found = new Map<string, string>()
  const taken = new Set<string>()
  // An explicit column takes precedence over the same column derived from a geometry.
  const ofGeometry = (head: string) => (derived.includes(head) ? 1 : 0)
  const isLabel = (head: string) => set.list?.labels.has(foldHead(head)) === true
  const isSpare = (head: string) => derived.includes(head) || isLabel(head)
  for (const head of heads.toSorted(
    (a, b) => ofGeometry(a) - ofGeometry(b) || Number(isLabel(a)) - Number(isLabel(b)),
  )) {
    const key = keyOf(foldHead(head))
    if (key === undefined || (taken.has(key) && isSpare(head))) continue
    if (taken.has(key)) {
      const details = [{ field: head, code: 'heads', message: text('load.heads') }]
      throw new Problem('VALIDATION', { details })
    }
    taken.add(key)
    found.set(head, key)
  }
  const isListed = (head: string) => !derived.includes(head) && set.list?.has(foldHead(head)) === true
  const others = heads.filter((head) => !found.has(head) && !isListed(head))
  return new Map([...found, ...guessedHeads({ heads: others, derived, cut }, set.columns, taken)])
}
