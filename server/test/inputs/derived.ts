/** What the tests that go over every call take of a call whose area says nothing of it: derived from its declaration. */
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall, ListSpec } from '@hilo/contract/call.ts'
import { exampleOf, type Schema } from '@hilo/contract/example.ts'
import * as z from 'zod/mini'
import { sources } from '../../http/calls.ts'
import type { Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import type { Budget } from './area.ts'
import { recordsOf } from './named-records.ts'

const specOf = (path: Path): AnyCall => contract[path]

/** A search, a filter of two values and the total at once: whatever a list may be asked costs one round trip. */
function listQuery({ list }: ListSpec): object {
  const words = Object.entries(list.filters).find(([, { values }]) => values)
  return {
    count: true,
    ...(list.search && { search: 'VAL' }),
    ...(words && { filter: { [words[0]]: words[1].values?.slice(0, 2) } }),
  }
}

/** A list and any other reading is one round trip, a download opens and closes its cursor, a change reads before it writes. */
export function derivedBudget(path: Path): Budget {
  const spec = specOf(path)
  if (spec.kind === 'list') return { trips: 1, query: listQuery(spec) }
  if (spec.kind === 'download') return { trips: 3, query: { format: 'csv' } }
  return { trips: spec.mutates ? 4 : 1 }
}

/** Oldest row of the operator in the table of an area's list. */
async function firstRow({ db }: TestServer, vno: number, area: string): Promise<number | undefined> {
  const table = Object.entries(sources)
    .find(([path]) => path === `admin_vno/${area}/get`)?.[1]
    .table?.split(' ')[0]
  if (table === undefined) return undefined
  const { rows } = await db.owner.query<{ id: number }>(
    `select id from ${table} where vno_id = $1 order by id limit 1`,
    [vno],
  )
  return rows[0]?.id
}

/**
 * The fields that have to be sent, with the examples of the contract; what names a record names one of the operator's.
 * A call for which this is no input that succeeds has its own in the file of its area.
 */
export async function derivedInputs(
  server: TestServer,
  { id: vno }: Vno,
  paths: readonly Path[],
): Promise<Partial<Record<Path, object>>> {
  const records = await recordsOf(server.db, vno)
  const inputs: Partial<Record<Path, object>> = {}
  for (const path of paths) {
    const { properties = {}, required = [] } = z.toJSONSchema(specOf(path).input, {
      unrepresentable: 'any',
      io: 'input',
    }) as Schema
    const area = path.replace(/^admin_vno\//, '').split('/')[0] ?? ''
    const value = async (name: string, schema: Schema) =>
      records.get(`${path} ${name}`) ??
      records.get(name) ??
      (name === 'id' ? await firstRow(server, vno, area) : undefined) ??
      exampleOf(schema, name, area)
    inputs[path] = {}
    for (const [name, schema] of Object.entries(properties))
      if (required.includes(name)) inputs[path] = { ...inputs[path], [name]: await value(name, schema) }
  }
  return inputs
}
