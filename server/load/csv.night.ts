/** CSV files of a hundred megabytes, a million cells and half a million lines. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { columnOf } from '../test/answers.ts'
import { readContent, refusalOf, refusedLines } from '../test/read-file.ts'
import { readCsv } from './csv.ts'
import type { TableRow } from './table.ts'

const read = async (content: string | Buffer) => await readContent(readCsv, content)

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
    assert.deepEqual(columnOf(found, 'line'), [2, 3, 4])
    assert.deepEqual(refusedLines({ rows: found }), [3])
    assert.ok(most < 64 << 20, String(most))
    await rm(folder, { recursive: true })
  })

  it('with a million cells in a row reports that row, and with a million headings is refused', async () => {
    const many = ';'.repeat(1_000_000)
    assert.deepEqual(refusedLines(await read(`a;b\n1;2\n${many}\n`)), [3])
    const cells = 'x;'.repeat(100_000)
    const { rows } = await read(`a;b\n1;2${';'.repeat(1000)}\n${cells}`)
    assert.deepEqual(columnOf(rows, 'tooMany'), [false, true])
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
