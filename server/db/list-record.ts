import type { PathOf } from '@hilo/contract/index.ts'
import type * as z from 'zod/mini'
import { joinsOf, type ListSource, type Viewer } from './list-source.ts'
import { recordFields, recordText, type RecordSql } from './record-sql.ts'

type Source = ListSource<PathOf<'list'>>

/** SQL that joins and builds the records of a list, and the whole statements it is part of by what is theirs alone. */
interface Built {
  joins: string
  /** The text of a record's JSON. */
  record: string
  statements: Map<string, string>
}

/** By their SQL: it is the same for most viewers. */
const everyBuilt = new Map<string, Built>()
type Kind = `${'whole' | 'short'} ${'one' | 'page'} ${Base}`
const ofViewers = new WeakMap<Viewer, Map<Source, Partial<Record<Kind, Built>>>>()

/** Statements remembered of each; requests can ask for more than a process should remember. */
const mostStatements = 100

/** From what a statement's records are joined: the keys `k`, or the rows of their own table. */
export type Base = 'keys' | 'rows'

/** What a statement reads of its records. */
export interface Asked {
  source: Source
  /** The record as it travels. */
  schema: z.core.$ZodType
  viewer: Viewer
  /** With what is too heavy for a page. */
  whole: boolean
  one: boolean
  base: Base
}

function build({ source, schema, viewer, whole, one, base }: Asked): Built {
  const hidden: readonly string[] = whole ? [] : (source.detail ?? [])
  const fields: RecordSql = source.record(viewer)
  const from = base === 'keys' ? joinsOf(source, viewer) : source.join(viewer)
  const joins = one ? `${from} cross join lateral (select ${recordFields(fields, schema, hidden)}) r` : from
  const record = one ? 'row_to_json(r)::text' : recordText(fields, schema, hidden)
  const built = everyBuilt.get(joins + record) ?? { joins, record, statements: new Map<string, string>() }
  everyBuilt.set(joins + record, built)
  return built
}

function builtFor(asked: Asked): Built {
  const { source, viewer, whole, one, base } = asked
  const lists = ofViewers.get(viewer) ?? new Map<Source, Partial<Record<Kind, Built>>>()
  ofViewers.set(viewer, lists)
  const known = lists.get(source) ?? {}
  lists.set(source, known)
  return (known[`${whole ? 'whole' : 'short'} ${one ? 'one' : 'page'} ${base}`] ??= build(asked))
}

/**
 * A statement about records: `before` and `after` stand around a record's text, `end` behind what is joined to it. The same request
 * gets the very string it got before, whose prepared name is found without reading its thousands of characters again.
 */
export function withRecords(
  { before, after, end = '' }: { before: string; after: string; end?: string },
  asked: Asked,
): string {
  const { joins, record, statements } = builtFor(asked)
  const own = `${before}\n${after}\n${end}`
  const known = statements.get(own)
  if (known !== undefined) return known
  const text = `${before}${record}${after}\n${joins} ${end}`
  if (statements.size < mostStatements) statements.set(own, text)
  return text
}
