/** The record of an operator for a field: one that the other operator never sees. */
import type { Path } from '@hilo/contract/index.ts'
import type { TestServer } from '../test/harness.ts'
import { recordsOf } from '../test/inputs/named-records.ts'
import type { IdField } from './id-fields.ts'
import { paths, specOf, type Twin } from './twins.ts'

type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>

interface Known {
  rows: Rows
  owned: ReadonlyMap<string, unknown>
  /** Search terms of its rows. */
  words: readonly string[]
}

/** Known records of the operator: own rows of every list, and records by field name. */
export async function knownRecords(server: TestServer, { vno, admin }: Twin): Promise<Known> {
  const rows = new Map<string, Record<string, unknown>[]>()
  for (const path of paths.filter((one) => specOf(one).kind === 'list')) {
    const { body } = await server.call(path, { limit: 200 }, { session: admin })
    rows.set(path, (body as { records?: Record<string, unknown>[] } | undefined)?.records ?? [])
  }
  const owned = await recordsOf(server.db, vno.id)
  const searched = [
    'access_code',
    'customer_ref',
    'external_order_id',
    'label',
    'ont_serial',
    'cif',
    'employee_code',
    'event_code',
  ]
  return { rows, owned, words: searched.map((name) => owned.get(name)).filter((word) => typeof word === 'string') }
}

const listOf = (path: Path) => path.replace(/\/download$/, '/get').replace('downloadRegistry', 'get')

/** Values of a list's field in own rows and in none of the other's. */
function listed(path: Path, key: string, of: Known, other: Known): unknown {
  const values = (one: Known) => (one.rows.get(listOf(path)) ?? []).map((row) => row[key])
  const seen = new Set(values(other))
  return values(of).find((value) => (typeof value === 'number' || typeof value === 'string') && !seen.has(value))
}

export interface Side {
  twin: Twin
  known: Known
}

/** A record of `of` for that field; undefined if it has none. */
export function valueOf(path: Path, field: IdField, of: Side, other: Side): unknown {
  const key = field.name.split('.').at(-1) ?? ''
  const inList = field.name === 'id' || /(?:^|\.)filter\./.test(field.name) || field.name === 'query.id'
  const [input, others] = [of, other].map(({ twin }) => field.at(twin.made.inputs[path]))
  if (input !== undefined && input !== others) return input
  const value = inList ? listed(path, key, of.known, other.known) : undefined
  return value ?? of.known.owned.get(`${path} ${field.name}`) ?? of.known.owned.get(key)
}
