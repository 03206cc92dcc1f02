import type { PathOf } from '@hilo/contract/index.ts'
import { chosenFields, type FieldChoice } from '@hilo/contract/record-fields.ts'
import type * as z from 'zod/mini'
import { neededJoins } from './needed-joins.ts'
import { joinsOf, type ListSource, type Viewer } from './list-source.ts'
import { recordText, type RecordSql } from './record-sql.ts'

type Source = ListSource<PathOf<'list'>>

/** SQL that joins and builds the records of a list, with the whole statements around it, keyed by their own part. */
interface Built {
  joins: string
  /** SQL of a record's JSON text. */
  record: string
  statements: Map<string, string>
}

/** By their SQL: it is the same for most viewers. */
const everyBuilt = new Map<string, Built>()
const ofViewers = new WeakMap<Viewer, Map<Source, Map<string, Built>>>()

/** Statements cached of each; requests can create more variants than a process should cache. */
const mostStatements = 100
/** Record texts cached by process, and by list and viewer; sets of fields are as many as requests like. */
const mostBuilt = { process: 1000, viewer: 20 }

/** What a statement reads of its records. */
interface Asked {
  source: Source
  /** The record's schema on the wire. */
  schema: z.core.$ZodType
  viewer: Viewer
  /** Includes fields too heavy for a page. */
  whole: boolean
  /** Names of the wanted fields; absent: all. */
  fields?: readonly string[] | undefined
}

function build({ source, schema, viewer, whole }: Asked, choice: FieldChoice | undefined): Built {
  const hidden: readonly string[] = whole ? [] : (source.detail ?? [])
  const fields: RecordSql = source.record(viewer)
  const record = recordText(fields, schema, hidden, choice)
  const every = joinsOf(source, viewer)
  const joins = choice ? neededJoins(every, record) : every
  const built = everyBuilt.get(joins + record) ?? { joins, record, statements: new Map<string, string>() }
  if (everyBuilt.size < mostBuilt.process) everyBuilt.set(joins + record, built)
  return built
}

function builtFor(asked: Asked): Built {
  const { source, viewer, whole, schema, fields } = asked
  const lists = ofViewers.get(viewer) ?? new Map<Source, Map<string, Built>>()
  ofViewers.set(viewer, lists)
  const known = lists.get(source) ?? new Map<string, Built>()
  lists.set(source, known)
  const choice = fields && chosenFields(schema, fields)
  const key = `${whole ? 'whole' : 'short'} ${choice ? JSON.stringify([...choice]) : ''}`
  const built = known.get(key) ?? build(asked, choice)
  if (known.size < mostBuilt.viewer) known.set(key, built)
  return built
}

/**
 * A statement about records: `before` and `after` surround a record's text, `end` follows its joins. Equal requests get the
 * identical string, whose prepared name is found without hashing thousands of characters again.
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
