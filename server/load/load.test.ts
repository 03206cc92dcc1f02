import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RowResult } from '@hilo/contract/loads/load.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { connectionType } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { columnOf } from '../test/answers.ts'
import { inProcess } from '../kernel/sql/in-process.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { closedAfter } from '../test/closed-after.ts'
import { insert, unique } from '../test/factories.ts'
import { startTestDatabase } from '../test/database.ts'
import { column } from './column.ts'
import { matchHeads } from './columns.ts'
import { loadRows } from './load.ts'
import { part, type Outcome, type Part } from './part.ts'
import { readRow } from './read-row.ts'
import { csvCell } from './result-file.ts'
import type { Table, TableRow } from './table.ts'

const tableOf = (heads: string[], rows: Table['rows']): Table => {
  return { heads, rows, derived: [], cut: [], notes: [], pictures: [] }
}

async function* rowsOf(rows: TableRow[]) {
  for (const row of rows) yield await Promise.resolve(row)
}

describe('rows of a load', async () => {
  const db = closedAfter(await startTestDatabase())

  const run = async (table: Table, partsOf: (sql: Tx) => Part[]): Promise<RowResult[]> => {
    const results: RowResult[] = []
    await inProcess(db, (sql) =>
      loadRows(sql, { table, parts: partsOf(sql), preview: false }, ({ reports }) =>
        Promise.resolve(void results.push(...reports.map(({ result }) => result))),
      ),
    )
    return results
  }
  const done: Outcome = { ok: true, done: 'created', id: 1 }
  const columns = { code: column.code(z.string(), 'código') }

  it('are never in memory beyond one batch', async () => {
    let [read, finished, most, batches] = [0, 0, 0, 0]
    const rows = {
      async *[Symbol.asyncIterator]() {
        for (let line = 1; line <= 10_500; line++) {
          read += 1
          most = Math.max(most, read - finished)
          yield await Promise.resolve({ line, values: { code: `C${line}` }, tooMany: false })
        }
      },
    }
    const apply = (some: readonly unknown[]) => {
      batches += 1
      return Promise.resolve(some.map(() => done))
    }

    const table = tableOf(['code'], rows)
    await inProcess(db, (sql) =>
      loadRows(sql, { table, parts: [part({ columns, apply })], preview: false }, ({ reports }) =>
        Promise.resolve(void (finished += reports.length)),
      ),
    )
    assert.deepEqual([finished, batches, most], [10_500, 11, 1000])
  })

  it('faulty rows of a batch are reported alone, and rolled back alone', async () => {
    const taken = unique()
    const fresh = [unique(), unique()]
    const olt = (code: string) => ({ code, exchange_code: 'X', name: 'X', vendor: 'X', model: 'X', optic_class: 'B+' })
    await insert(db, 'olt', olt(taken))
    const codes = [fresh[0] ?? '', taken, 'FALLO', fresh[1] ?? '']
    const rows = rowsOf(codes.map((code, i) => ({ line: i + 2, values: { code }, tooMany: false })))
    const results = await run(tableOf(['code'], rows), (sql) => [
      part({
        columns,
        apply: async (some) => {
          const outcomes: Outcome[] = []
          for (const { values } of some) {
            if (values.code === 'FALLO') throw new Problem('PORT_NOT_AVAILABLE')
            const made = await sql.rows<{ id: number }>(
              `insert into olt (code, exchange_code, name, vendor, model, optic_class) values ($1, 'X', 'X', 'X', 'X', 'B+') returning id`,
              [values.code],
            )
            outcomes.push({ ok: true, done: 'created', id: made[0]?.id ?? 0 })
          }
          return outcomes
        },
      }),
    ])
    assert.deepEqual(columnOf(results, 'line'), [2, 3, 4, 5])
    assert.deepEqual(columnOf(results, 'code'), ['CREATED', 'ALREADY_EXISTS', 'PORT_NOT_AVAILABLE', 'CREATED'])
    const there = await db.owner.query('select code from olt where code = any($1)', [codes])
    assert.equal(there.rowCount, 3)
  })

  it('an internal error stops everything', async () => {
    const rows = rowsOf([{ line: 2, values: { code: 'A' }, tooMany: false }])
    const broken = part({ columns, apply: () => Promise.reject(new Error('broken')) })
    const work = run(tableOf(['code'], rows), () => [broken])
    await assert.rejects(work, /broken/)
  })
})

describe('columns', () => {
  const columns = {
    code: column.code(z.string(), 'código'),
    length: column.number(z.optional(z.number().check(z.maximum(100))), 'longitud (m)'),
    key: column.boolean(z.optional(z.boolean()), 'llave'),
    day: column.date(z.optional(z.iso.date()), 'día'),
    connection: column.status(z.optional(z.literal(connectionType.values)), connectionType, 'conexión'),
  }
  const read = (values: Record<string, string>) => {
    const [matching] = matchHeads({ heads: Object.keys(values), derived: [] }, [{ columns }])
    return readRow({ columns, matching: matching ?? new Map<string, string>() }, { line: 2, values, tooMany: false })
  }

  it('are recognized by wire name and Spanish names, in any spelling', () => {
    const cells = { ' CÓDIGO ': 'a 1', 'Longitud (m)': '12,5', LLAVE: 'Sí', Día: '1/2/2026', Conexion: 'fusion' }
    const found = read(cells)
    assert.ok('values' in found)
    assert.deepEqual(found.values, { code: 'A1', length: 12.5, key: true, day: '2026-02-01', connection: 0 })
  })
  it('take numbers with either decimal mark', () => {
    for (const [cell, value] of [
      ['1.234,5', 1234.5],
      ['1,234.5', 1234.5],
      ['-0,5', -0.5],
      ['7', 7],
    ] as const) {
      const reading = { columns: { n: column.number(z.number()) }, matching: new Map([['n', 'n']]) }
      const found = readRow(reading, { line: 1, values: { n: cell }, tooMany: false })
      assert.deepEqual('values' in found && found.values, { n: value }, cell)
    }
  })
  it('report every invalid field, in Spanish', () => {
    const found = read({ code: '', length: '101', key: 'quizá', day: '2026-13-01', connection: '9' })
    assert.ok('fault' in found)
    for (const name of ['code', 'length', 'key', 'day', 'connection'])
      assert.match(found.fault, new RegExp(`${name}: ([A-Z]|«)`))
  })
})

it('S39 no cell of a result is run by a spreadsheet', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '＝']) assert.match(csvCell(`${start}1`), /^"?'/)
  assert.equal(csvCell('a "b", c'), '"a ""b"", c"')
  assert.deepEqual([csvCell(-1), csvCell(true), csvCell(undefined)], ['-1', 'true', ''])
})
