import type { PathOf } from '@hilo/contract/index.ts'
import { joinsOf, type ListSource, type Viewer } from './list-source.ts'

type Source = ListSource<PathOf<'list'>>

/** SQL that joins and builds the records of a list, and the whole statements it is part of by what is theirs alone. */
interface Built {
  sql: string
  statements: Map<string, string>
}

/** By their SQL: it is the same for most viewers. */
const everyBuilt = new Map<string, Built>()
type Kinds = Partial<Record<`${'page' | 'whole'} ${Base}`, Built>>
const ofViewers = new WeakMap<Viewer, Map<Source, Kinds>>()

/** Statements remembered of each; requests can ask for more than a process should remember. */
const mostStatements = 100

/** From what a statement's records are joined: the keys `k`, or the rows of their own table. */
export type Base = 'keys' | 'rows'

function build(source: Source, viewer: Viewer, whole: boolean, base: Base): Built {
  const hidden: readonly string[] = whole ? [] : (source.detail ?? [])
  const fields = Object.entries(source.record(viewer)).map(
    ([name, sql]) => `${hidden.includes(name) ? 'null::json' : sql} as "${name}"`,
  )
  const joins = base === 'keys' ? joinsOf(source, viewer) : source.join(viewer)
  const sql = `${joins} cross join lateral (select ${fields.join(', ')}) r`
  const built = everyBuilt.get(sql) ?? { sql, statements: new Map<string, string>() }
  everyBuilt.set(sql, built)
  return built
}

function builtFor(source: Source, viewer: Viewer, whole: boolean, base: Base): Built {
  const lists = ofViewers.get(viewer) ?? new Map<Source, Kinds>()
  ofViewers.set(viewer, lists)
  const known = lists.get(source) ?? {}
  lists.set(source, known)
  return (known[`${whole ? 'whole' : 'page'} ${base}`] ??= build(source, viewer, whole, base))
}

/**
 * A statement with its records between `head` and `end`. The same request gets the very string it got before, whose
 * prepared name is found without reading its thousands of characters again.
 */
export function withRecords(
  { head, end = '', base }: { head: string; end?: string; base: Base },
  source: Source,
  viewer: Viewer,
  whole: boolean,
): string {
  const { sql, statements } = builtFor(source, viewer, whole, base)
  const own = `${head}\n${end}`
  const known = statements.get(own)
  if (known !== undefined) return known
  const text = `${head}\n${sql} ${end}`
  if (statements.size < mostStatements) statements.set(own, text)
  return text
}
