import { once } from 'node:events'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import { binaryRows } from './binary.ts'
import type { Row } from './binary.ts'

/** Bytes gathered before they are handed to the connection. */
const chunkSize = 1 << 16

const typesOf = `
  select format_type(a.atttypid, a.atttypmod) as type from unnest($2::text[]) with ordinality as c (name, n)
    join pg_attribute a on a.attrelid = $1::regclass and a.attname = c.name order by n`

/**
 * Loads rows into a table that was emptied in the same transaction, already frozen, so that nothing has to be vacuumed
 * afterwards. Rows are made while PostgreSQL takes the ones before. Answers how many there were.
 * When it throws, the connection is in the middle of a copy and must be closed.
 */
export async function copyRows(
  client: pg.PoolClient,
  table: string,
  columns: string,
  rows: Iterable<Row>,
): Promise<number> {
  const names = columns.split(', ')
  const types = await client.query<{ type: string }>(typesOf, [table, names])
  if (types.rows.length !== names.length) throw new Error(`A ${table} le falta alguna de sus columnas.`)
  const { add, end } = binaryRows(
    types.rows.map(({ type }) => type),
    chunkSize,
  )
  const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin (format binary, freeze)`))
  const done = once(stream, 'finish')
  done.catch(() => {})
  let count = 0
  for (const row of rows) {
    count += 1
    const full = add(row)
    // `done` rejects when the server refuses a row; waiting for room alone would hang.
    if (full && !stream.write(full)) await Promise.race([once(stream, 'drain'), done])
  }
  stream.end(end())
  await done
  return count
}
