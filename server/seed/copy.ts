import { once } from 'node:events'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'

export type Value = string | number | boolean | null
export type Row = readonly Value[]

/** Bytes gathered before they are handed to the connection. */
const chunkSize = 1 << 16
const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One row in PostgreSQL's COPY text format. */
export function encode(row: Row): string {
  let text = ''
  for (let index = 0; index < row.length; index++) {
    if (index > 0) text += '\t'
    const value = row[index]
    if (value === null || value === undefined) text += '\\N'
    else if (typeof value === 'string')
      text += special.test(value) ? value.replace(/[\\\t\n\r]/g, (one) => escapes[one] ?? one) : value
    else if (typeof value === 'number') text += value
    else text += value ? 't' : 'f'
  }
  return text + '\n'
}

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
  const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin (freeze)`))
  const done = once(stream, 'finish')
  done.catch(() => {})
  let count = 0
  let text = ''
  for (const row of rows) {
    count += 1
    text += encode(row)
    if (text.length < chunkSize) continue
    const full = !stream.write(Buffer.from(text))
    text = ''
    // `done` rejects when the server refuses a row; waiting for room alone would hang.
    if (full) await Promise.race([once(stream, 'drain'), done])
  }
  stream.end(Buffer.from(text))
  await done
  return count
}
