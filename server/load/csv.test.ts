/** Hostile files: `csv.night.ts`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { columnOf } from '../test/answers.ts'
import { cellsOf, readContent, refusalOf, refusedLines } from '../test/read-file.ts'
import { readCsv } from './csv.ts'

const read = async (content: string | Buffer) => await readContent(readCsv, content)

describe('the form of a CSV', () => {
  const expected = [['1', 'a b']]
  it('may declare its separator in a first line, which is no row', async () => {
    for (const first of ['sep=;', '\uFEFFsep=;', '"sep=;"', 'SEP=;']) {
      const found = await read(`${first}\r\nid;name, of it\r\n1;a b\r\n`)
      assert.deepEqual([found.heads, cellsOf(found), found.rows[0]?.line], [['id', 'name, of it'], expected, 3])
    }
    assert.deepEqual(cellsOf(await read('sep=|\nid|name;x\n1|a b\n')), expected)
  })

  it('may have any of four separators', async () => {
    for (const one of [',', ';', '\t', '|'])
      assert.deepEqual(cellsOf(await read(`id${one}name\n1${one}a b\n`)), expected)
    assert.deepEqual((await read('metros, aprox;id\n1;2')).heads, ['metros, aprox', 'id'])
  })

  it('may end its lines as Windows, Unix or an old Macintosh do', async () => {
    for (const end of ['\r\n', '\n', '\r', '\r\r\n']) {
      const found = await read(['id;name', '1;a b', '', '2;c', ''].join(end))
      assert.deepEqual(cellsOf(found).flat(), ['1', 'a b', '2', 'c'])
      assert.deepEqual(columnOf(found.rows, 'line'), [2, 4])
    }
  })
})

describe('a quote that is not closed', () => {
  const good = (id: number) => `${id};C/ Luna;Madrid`
  it('spoils only its row, at any position', async () => {
    for (const bad of [
      '9;"C/ Sol;Madrid',
      '9;Nave 19" izq;Madrid',
      '9;"La Perla" bajo;Madrid',
      '9;"""C/ Sol;Madrid',
      '9;C/ Sol;"Madrid',
    ]) {
      const found = await read(['id;calle;municipio', good(1), bad, good(2), good(3)].join('\n'))
      assert.deepEqual(refusedLines(found), [3], bad)
      assert.deepEqual(columnOf(columnOf(found.rows, 'values'), 'id'), ['1', '', '2', '3'])
    }
  })

  it('swallows no rows up to another such quote', async () => {
    const [open, shut] = ['1;"C/ Sol;Madrid', '4;C/ Mayor";Madrid']
    const lines = ['id;calle;municipio', open, good(2), good(3), shut, good(5), '6;"a";b', good(7)]
    const found = await read(lines.join('\n'))
    assert.deepEqual(refusedLines(found), [2, 5])
    assert.equal(found.rows.length, 7)
    const both = await read(['id;calle;municipio', open, '2;"C/ Luna;Madrid', good(3)].join('\n'))
    assert.deepEqual(refusedLines(both), [2, 3])
  })

  it('is none where a cell has several lines, or quotes in pairs', async () => {
    const found = await read('id;calle;municipio\n1;"C/ Sol\n\n2.º; izq";Madrid\n2;C/ "La Perla";"a ""b"" c"\n')
    assert.deepEqual(cellsOf(found), [
      ['1', 'C/ Sol\n\n2.º; izq', 'Madrid'],
      ['2', 'C/ "La Perla"', 'a "b" c'],
    ])
    assert.deepEqual(columnOf(found.rows, 'line'), [2, 5])
  })

  it('in the heads refuses the file', async () => {
    assert.equal((await refusalOf(read('id;"calle\n1;2'))).code, 'broken')
  })
})

it('a CSV is read as an independent reader reads it', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ';', ',', ' ', '\n', 'Z', '7'), maxLength: 6 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const table = fc.array(fc.tuple(cell, cell, cell, cell, cell), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const content = ['a;b;c;d;e', ...rows.map((row) => row.map(quoted).join(';'))].join('\n')
      const theirs = parse(content, { delimiter: ';', from: 2 }).filter((row) => row.some((one) => one.trim() !== ''))
      const found = await read(content)
      // Cells whose lines look like whole rows are refused: the price of never swallowing rows.
      const trimmed = theirs.map((row) => row.map((one) => one.trim()))
      if (refusedLines(found).length === 0) assert.deepEqual(cellsOf(found), trimmed)
      else {
        const looksLikeRows = (cell: string) => /\n(?:[^\n;]*;){4}/.test(cell)
        assert.ok(rows.some((row) => row.some(looksLikeRows)))
      }
    }),
    { numRuns: 300 },
  )
})
