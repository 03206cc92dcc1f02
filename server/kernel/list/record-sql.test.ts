import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeRef, time } from '@hilo/contract/wire.ts'
import * as z from 'zod/mini'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { recordText, type RecordSql } from './record-sql.ts'

const schema = z.strictObject({
  id: z.int(),
  level: z.nullable(z.number()),
  lit: z.nullable(z.boolean()),
  name: z.nullable(z.string()),
  kind: z.nullable(z.enum(['web', 'ios'])),
  at: z.nullable(time),
  ids: z.array(z.int()),
  data: z.nullable(z.looseObject({})),
  either: z.nullable(z.union([z.number(), z.string()])),
  cto: codeRef,
  port: z.nullable(codeRef),
  place: z.nullable(z.strictObject({ lat: z.number(), box: z.nullable(codeRef) })),
  heavy: z.nullable(z.string()),
})
const record: RecordSql = {
  id: 'a.id',
  level: 'a.level',
  lit: 'a.lit',
  name: 'a.name',
  kind: 'a.kind',
  at: 'wire_time(a.at)',
  ids: 'array[a.id, 2]',
  data: 'a.data',
  either: 'a.level',
  cto: { id: 'a.id', code: 'a.name' },
  port: { id: 'b.id', code: 'b.name' },
  place: { lat: 'a.level', box: { id: 'b.id', code: `'A' || b.name` } },
  heavy: 'a.name',
}
/** Characters that JSON and SQL must escape. */
const hostile = `«Ñandú» "d'Or" \\ \t\n\u0001 ' || ' {} $1 \u{1F4A1} %`

describe('a record as SQL', async () => {
  const db = closedAfter(await startTestDatabase())

  async function written(values: readonly unknown[]): Promise<unknown> {
    const rows = `(select $1::bigint as id, $2::numeric as level, $3::boolean as lit, $4::text as name, $5::text as kind,
      $6::timestamptz as at, $7::json as data) a left join (select $8::bigint as id, $4::text as name) b on b.id is not null`
    const { rows: found } = await db.owner.query<{ text: string }>(
      `select ${recordText(record, schema, ['heavy'])} as text from ${rows}`,
      [...values],
    )
    return JSON.parse(found[0]?.text ?? '')
  }

  it('preserves every value, whatever its characters', async () => {
    const at = '2026-10-01T10:00:00.120Z'
    const text = await written([7, -18.25, true, hostile, 'ios', at, JSON.stringify({ a: [hostile] }), 9])
    const expected = {
      id: 7,
      level: -18.25,
      lit: true,
      name: hostile,
      kind: 'ios',
      at,
      ids: [7, 2],
      data: { a: [hostile] },
      either: -18.25,
      cto: { id: 7, code: hostile },
      port: { id: 9, code: hostile },
      place: { lat: -18.25, box: { id: 9, code: `A${hostile}` } },
      heavy: null,
    }
    assert.deepEqual(text, expected)
  })

  it('is null if there is nothing, and a nested record if its first field is', async () => {
    const text = await written([7, null, null, null, null, null, null, null])
    const nothing = { level: null, lit: null, name: null, kind: null, at: null, data: null, either: null, heavy: null }
    const expected = { id: 7, ...nothing, ids: [7, 2], cto: { id: 7, code: null }, port: null, place: null }
    assert.deepEqual(text, expected)
  })

  it('refuses a field that does not travel', () => {
    assert.throws(() => recordText({ ...record, cto: { id: 'a.id', colour: 'a.name' } }, schema, []), /colour/)
  })
})
