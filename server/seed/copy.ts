import { once } from 'node:events'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import { dateOf, stamp } from './time.ts'

/** Instants and days may be milliseconds since 1970 or the wire's text. */
export type Value = string | number | boolean | null | readonly string[] | Uint8Array
export type Row = readonly Value[]

/** Characters gathered before they are handed to the connection. */
const chunkSize = 1 << 16

const typesOf = `
  select format_type(a.atttypid, a.atttypmod) as type from unnest($2::text[]) with ordinality as c (name, n)
    join pg_attribute a on a.attrelid = $1::regclass and a.attname = c.name order by n`

/** What a value is in PostgreSQL's text, for the types whose values are not written as JavaScript writes them. */
const written: Readonly<Record<string, (value: Exclude<Value, null>) => string>> = {
  date: (value) => (typeof value === 'number' ? dateOf(value) : String(value)),
  'timestamp(3) with time zone': (value) => (typeof value === 'number' ? stamp(value) : String(value)),
  bytea: (value) => `\\x${Buffer.from(value as Uint8Array).toString('hex')}`,
  'text[]': (value) =>
    `{${(value as readonly string[]).map((item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`,
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A line of COPY's text format: https://www.postgresql.org/docs/18/sql-copy.html */
function line(row: Row, types: readonly string[]): string {
  let text = ''
  for (let n = 0; n < types.length; n++) {
    const value = row[n]
    if (n > 0) text += '\t'
    if (value === null || value === undefined) text += '\\N'
    else if (typeof value === 'boolean') text += String(value)
    else {
      const said = written[types[n] ?? '']?.(value) ?? String(value)
      text += typeof value === 'number' ? said : said.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
    }
  }
  return `${text}\n`
}

/**
 * Loads rows into a table emptied in the same transaction, already frozen, so that no vacuum is needed. Generates rows while
 * PostgreSQL consumes earlier ones. Returns their number. After an error the connection is in the middle of a COPY and must be
 * closed.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: string,
  rows: Iterable<Row>,
): Promise<number> {
  const names = columns.split(', ')
  const found = await client.query<{ type: string }>(typesOf, [table, names])
  const types = found.rows.map(({ type }) => type)
  if (types.length !== names.length) throw new Error(`A ${table} le falta alguna de sus columnas.`)
  const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin (freeze)`))
  const done = once(stream, 'finish')
  done.catch(() => {})
  let count = 0
  let chunk = ''
  for (const row of rows) {
    count += 1
    chunk += line(row, types)
    if (chunk.length < chunkSize) continue
    // `done` rejects if the server refuses a row; waiting only for drain would hang.
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
    chunk = ''
  }
  stream.end(chunk)
  await done
  return count
}
