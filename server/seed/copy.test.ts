import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { startTestDatabase } from '../test/database.ts'
import { copyRows, type Row, type Value } from './copy.ts'

const db = closedAfter(await startTestDatabase())

/** Values of each type with PostgreSQL's text form. */
// prettier-ignore
const values: Readonly<Record<string, readonly [Value, string][]>> = {
  smallint: [[-32_768, '-32768'], [0, '0'], [32_767, '32767']],
  integer: [[-2_147_483_648, '-2147483648'], [70_000, '70000'], [2_147_483_647, '2147483647']],
  bigint: [
    [-1, '-1'], [2_147_483_648, '2147483648'], [4_294_967_295, '4294967295'],
    [Number.MIN_SAFE_INTEGER, '-9007199254740991'], [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ],
  boolean: [[true, 'true'], [false, 'false']],
  date: [['1999-12-31', '1999-12-31'], ['2028-02-29', '2028-02-29']],
  'timestamp(3) with time zone': [
    [Date.UTC(2026, 10, 20, 14, 32, 7, 5), '2026-11-20 14:32:07.005+00'],
    [Date.UTC(2026, 10, 20, 14, 32, 7, 5) + 0.9, '2026-11-20 14:32:07.005+00'],
    ['2026-11-20T14:32:07.005Z', '2026-11-20 14:32:07.005+00'],
    [-1, '1969-12-31 23:59:59.999+00'],
  ],
  text: ['', "O'Donnell\t\\N\n", 'Peñíscola 2.º A', 'a'.repeat(47) + 'ñ€😀', '€'.repeat(90_000), 'x'.repeat(48), 'x'.repeat(49)]
    .map((same): [Value, string] => [same, same]),
  json: [['{"a":"ñ"}', '{"a":"ñ"}']],
  jsonb: [['{"a":"ñ"}', '{"a": "ñ"}']],
  bytea: [[new Uint8Array([0, 255, 92]), '\\x00ff5c'], [new Uint8Array(200_000), `\\x${'00'.repeat(200_000)}`]],
  'text[]': [[[], '{}'], [['fusion', 'a,b'], '{fusion,"a,b"}'], [['', 'a"b\\c\t'], '{"","a\\"b\\\\c\t"}']],
  'numeric(5,2)': [[-27.31, '-27.31'], [-0.05, '-0.05'], [0, '0.00'], [999.99, '999.99'], [7, '7.00']],
  'numeric(4,1)': [[12.3, '12.3']],
  'numeric(10,7)': [['40.4168000', '40.4168000'], [-3.0000001, '-3.0000001'], [-0.0070001, '-0.0070001']],
}

test('every type arrives unchanged, alone and beside others, with nulls', async () => {
  const types = Object.keys(values)
  const most = Math.max(...types.map((type) => values[type]?.length ?? 0))
  const cell = (type: string, n: number) => values[type]?.[n] ?? [null, null]
  const rows = Array.from({ length: most }, (_, n) => types.map((type) => cell(type, n)))
  const names = types.map((_, n) => `c${n}`)
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    await client.query(`create temp table t (n serial, ${types.map((type, n) => `c${n} ${type}`).join(', ')})`)
    const given = rows.map((row) => row.map(([value]) => value) satisfies Row)
    assert.equal(await copyRows(client, 't', names.join(', '), given), most)
    const text = `select ${names.map((name) => `${name}::text`).join(', ')} from t order by n`
    const found = await client.query<string[]>({ text, rowMode: 'array' })
    const wanted = rows.map((row) => row.map(([, said]) => said))
    assert.deepEqual(found.rows, wanted)
  } finally {
    client.release(true)
  }
})

for (const [name, type, value] of [
  ['a number that its column has no room for', 'numeric(5,2)', 10_000],
  ['a word where a number belongs', 'numeric(5,2)', 'abc'],
  ['half of a whole number', 'smallint', 0.5],
] as const)
  test(`${name} is refused`, async () => {
    const client = await db.owner.connect()
    try {
      await client.query('begin')
      await client.query(`create temp table t (c ${type})`)
      await assert.rejects(copyRows(client, 't', 'c', [[value]]))
    } finally {
      client.release(true)
    }
  })
