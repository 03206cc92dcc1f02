import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { cellsOf, readContent, refusalOf, refusedLines } from '../test/read-file.ts'
import { readCsv } from './csv.ts'
import type { TableRow } from './table.ts'

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
      assert.deepEqual(cellsOf(found), [
        ['1', 'a b'],
        ['2', 'c'],
      ])
      assert.deepEqual([found.rows[0]?.line, found.rows[1]?.line], [2, 4])
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
      assert.deepEqual(
        found.rows.map(({ values }) => values['id']),
        ['1', '', '2', '3'],
      )
    }
  })

  it('swallows no rows up to another such quote', async () => {
    const lines = [
      'id;calle;municipio',
      '1;"C/ Sol;Madrid',
      good(2),
      good(3),
      '4;C/ Mayor";Madrid',
      good(5),
      '6;"a";b',
      good(7),
    ]
    const found = await read(lines.join('\n'))
    assert.deepEqual(refusedLines(found), [2, 5])
    assert.equal(found.rows.length, 7)
    const both = await read(['id;calle;municipio', '1;"C/ Sol;Madrid', '2;"C/ Luna;Madrid', good(3)].join('\n'))
    assert.deepEqual(refusedLines(both), [2, 3])
  })

  it('is none where a cell has several lines, or quotes in pairs', async () => {
    const found = await read('id;calle;municipio\n1;"C/ Sol\n\n2.º; izq";Madrid\n2;C/ "La Perla";"a ""b"" c"\n')
    assert.deepEqual(cellsOf(found), [
      ['1', 'C/ Sol\n\n2.º; izq', 'Madrid'],
      ['2', 'C/ "La Perla"', 'a "b" c'],
    ])
    assert.deepEqual(
      found.rows.map(({ line }) => line),
      [2, 5],
    )
  })

  it('in the heads refuses the file', async () => {
    assert.equal((await refusalOf(read('id;"calle\n1;2'))).code, 'broken')
  })
})

describe('a hostile CSV', () => {
  it('with a line beyond all limits loses only that row, and is read in constant memory', async () => {
    const long = Buffer.alloc(100 << 20, 'x')
    const folder = await mkdtemp(join(tmpdir(), 'hilo-long-'))
    const path = join(folder, 'long')
    await writeFile(path, Buffer.concat([Buffer.from('id;name\n1;a\n'), long, Buffer.from('\n2;b\n')]))
    const before = process.memoryUsage().arrayBuffers
    const { rows } = await readCsv(path)
    const found: TableRow[] = []
    let most = 0
    for await (const row of rows) {
      found.push(row)
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    assert.deepEqual(
      found.map(({ line, refusal }) => [line, refusal !== undefined]),
      [
        [2, false],
        [3, true],
        [4, false],
      ],
    )
    assert.ok(most < 64 << 20, String(most))
    await rm(folder, { recursive: true })
  })

  it('with a million cells in a row reports that row, and with a million headings is refused', async () => {
    const many = ';'.repeat(1_000_000)
    assert.deepEqual(refusedLines(await read(`a;b\n1;2\n${many}\n`)), [3])
    const cells = 'x;'.repeat(100_000)
    const { rows } = await read(`a;b\n1;2${';'.repeat(1000)}\n${cells}`)
    assert.deepEqual(
      rows.map(({ tooMany }) => tooMany),
      [false, true],
    )
    const heads = Array.from({ length: 20_000 }, (_, i) => `h${i}`).join(';')
    assert.equal((await refusalOf(read(`${heads}\n1`))).code, 'columns')
  })

  it('with a quote in every line is read once over, not again for each', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i};"a`)
    const even = Array.from({ length: 60_000 }, (_, i) => `${i};""`)
    const found = await read(`a;b\n${lines.join('\n')}\n${even.join('\n')}`)
    assert.equal(found.rows.length, 120_000)
    assert.deepEqual(refusedLines(found).length, 60_000)
    const blank = await read(`a;b\n1;"x${'\n'.repeat(600_000)}2;y\n`)
    assert.deepEqual([refusedLines(blank), blank.rows.length], [[2], 2])
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
      else
        assert.ok(
          rows.some((row) =>
            row.some((one) =>
              one
                .split('\n')
                .slice(1)
                .some((line) => line.split(';').length > 4),
            ),
          ),
        )
    }),
    { numRuns: 300 },
  )
})
