/** Headings under which other programs write a column: cut short, as `X` and `Y`, or as the name of a map's element. */
import * as z from 'zod/mini'
import { text } from '../kernel/texts.ts'
import type { Columns } from './column.ts'
import { foldHead, type Table, type TableNote } from './table.ts'

export const isOptionalIn = (columns: Columns, key: string): boolean => {
  const one = columns[key]
  return one === undefined || z.safeParse(one.schema, undefined).success
}

/** The columns' own headings, folded, with their keys. */
export const ownNames = (columns: Columns): Map<string, string> =>
  new Map(
    Object.entries(columns).flatMap(([key, { heads: others }]) =>
      [key, ...others].map((name) => [foldHead(name), key] as const),
    ),
  )

/** Easting or longitude first. */
const placePairs = [
  ['x', 'y'],
  ['point_x', 'point_y'],
  ['xcoord', 'ycoord'],
  ['coord_x', 'coord_y'],
  ['longitude', 'latitude'],
  ['lng', 'lat'],
] as const
/** What identifies an element of a map file: `name` of a KML, `id` of a GeoJSON. */
const elementHeads = ['name', 'id']

/** The only key with a heading that begins like this one. */
function keyOfCut(head: string, own: ReadonlyMap<string, string>): string | undefined {
  const begun = new Set([...own].filter(([name]) => name.startsWith(foldHead(head))).map(([, key]) => key))
  return begun.size === 1 ? [...begun][0] : undefined
}

/** Keys of columns that no heading names, by the heading that stands for them. @param taken keys that have a heading */
export function guessedHeads(
  { heads, derived, cut }: Pick<Table, 'heads' | 'derived' | 'cut'>,
  columns: Columns,
  taken: ReadonlySet<string>,
): Map<string, string> {
  const own = ownNames(columns)
  const found = new Map<string, string>()
  const missing = new Set(Object.keys(columns).filter((key) => !taken.has(key)))
  const guess = (head: string | undefined, key: string | undefined) => {
    if (head !== undefined && key !== undefined && missing.delete(key)) found.set(head, key)
  }
  for (const head of cut) if (heads.includes(head) && !own.has(foldHead(head))) guess(head, keyOfCut(head, own))
  const byFold = new Map(heads.map((head) => [foldHead(head), head]))
  // One of both may have its own name: `lat` and `lng`.
  const pair = placePairs.find((names) => names.every((name) => byFold.has(name) || own.has(name)))
  guess(byFold.get(pair?.[0] ?? ''), 'lon')
  guess(byFold.get(pair?.[1] ?? ''), 'lat')
  const needed = [...missing].filter((key) => !isOptionalIn(columns, key))
  const element = heads.find((head) => derived.includes(head) && elementHeads.includes(foldHead(head)))
  if (needed.length === 1) guess(element, needed[0])
  return found
}

/** What the headings that were guessed were taken for. @param called how a person calls a column */
export function headNotes(
  { cut }: Pick<Table, 'cut'>,
  columns: Columns,
  matching: ReadonlyMap<string, string>,
  called: (key: string) => string,
): TableNote[] {
  const own = ownNames(columns)
  return [...matching].flatMap(([head, key]) => {
    if (own.get(foldHead(head)) === key) return []
    const isElement = elementHeads.includes(foldHead(head))
    const isPlace = placePairs.flat().some((one) => one === foldHead(head))
    const code = isElement ? 'key_head' : isPlace ? 'place_head' : cut.includes(head) ? 'cut_head' : null
    return code === null ? [] : [{ code, message: text(`load.note.${code}`, { head, column: called(key) }) }]
  })
}
