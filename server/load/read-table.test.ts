/** What the process that reads may take: `read-table.night.ts`. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Problem } from '@hilo/domain/problem.ts'
import { columnOf } from '../test/answers.ts'
import { allRows, faultOf } from '../test/read-file.ts'
import { textRow, workbook, zipped } from '../test/workbook.ts'
import { readTable } from './read-table.ts'
import type { TableKind } from './readers.ts'
import { tableLimits, type Table } from './table.ts'

const every: TableKind[] = ['csv', 'xlsx', 'geojson', 'zip']
let count = 0

async function table(content: string | Buffer, kinds = every): Promise<Table> {
  const path = join(folder, String(count++))
  await writeFile(path, content)
  return await readTable({ path }, kinds, 'job')
}

const valuesOf = async ({ rows }: Table) => columnOf(await allRows(rows), 'values')

const folder = await mkdtemp(join(tmpdir(), 'hilo-load-'))
after(() => rm(folder, { recursive: true, force: true }))

describe('a CSV', () => {
  it('gives the line of each row and can be iterated repeatedly', async () => {
    const known = await table('code,name\nA,1\n\nB,2\n')
    assert.deepEqual(columnOf(await allRows(known.rows), 'line'), [2, 4])
    assert.equal((await valuesOf(known)).length, 2)
  })
  it('reports excess cells and fills missing ones', async () => {
    const found = await allRows((await table('a,b\n1\n1,2,3\n1,2,\n')).rows)
    assert.deepEqual(columnOf(found, 'tooMany'), [false, true, false])
    assert.deepEqual(found[0]?.values, { a: '1', b: '' })
  })
  it('is refused when it is empty, torn, without heads or not text', async () => {
    assert.equal(await faultOf(table('')), 'empty')
    assert.equal(await faultOf(table('code,Code\n1,2')), 'heads')
    assert.equal(await faultOf(table(',,\n')), 'empty')
    assert.equal(await faultOf(table('"a"b",c\n1,2')), 'broken')
    assert.equal(await faultOf(table(Buffer.from([1, 0, 0, 2, 0, 3]))), 'format')
    assert.equal(await faultOf(table(`${'a,'.repeat(101)}x`.replace(/a/g, () => `a${count++}`))), 'columns')
    assert.equal(await faultOf(table(`${'x'.repeat(300 * 1024)},b\n1,2`)), 'too_large')
    assert.equal(await faultOf(table('a,b\n1,2', ['xlsx'])), 'format')
  })
})

describe('a spreadsheet', () => {
  it('S34 is refused when it declares entities, is cut off or has no sheet', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bb">]><workbook/>'
    assert.equal(await faultOf(table(await zipped({ 'xl/workbook.xml': bomb }))), 'broken')
    assert.equal(await faultOf(table(await zipped({ 'xl/workbook.xml': '<workbook/>' }))), 'no_table')
    const good = await workbook({ rows: textRow('code') })
    assert.equal(await faultOf(table(good.subarray(0, good.length - 40))), 'broken')
  })
})

describe('a GeoJSON', () => {
  const collection = (features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
  const geometry = { type: 'Point', coordinates: [-0.37, 39.4] }
  const point = (properties: object) => ({ type: 'Feature', properties, geometry })
  it('is split into features at any chunk boundaries', async () => {
    const features = Array.from({ length: 3000 }, (_, i) => point({ code: `C${i}`, text: 'ñ'.repeat(i % 90) }))
    const found = await valuesOf(await table(collection(features)))
    const expected = features.map((_, i) => ({ lat: '39.4', lon: '-0.37', code: `C${i}`, text: 'ñ'.repeat(i % 90) }))
    assert.deepEqual(found, expected)
  })
  it('is refused when it is cut off or empty', async () => {
    const good = collection([point({ code: 'P' })])
    assert.equal(await faultOf(table(good.slice(0, -2))), 'broken')
    assert.equal(await faultOf(table('{"type":"FeatureCollection","features":[]}')), 'empty')
  })
})

describe('the process that reads', () => {
  it('one file at a time per person; with nine files in the queue the next gets Retry-After', async () => {
    const path = join(folder, 'small')
    await writeFile(path, 'a,b\n1,2\n')
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => readTable({ path }, every, 1)))
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as Problem] : []))
    assert.deepEqual(columnOf(refused, 'code'), ['UNAVAILABLE'])
  })
})

describe('an archive', () => {
  it('gives its table and its pictures, those of one name in two folders and of other formats too', async () => {
    const pictures = { 'fotos/D1.JPG': 'b', 'otras/D1.JPG': 'c', '__MACOSX/._D1.JPG': 'x', 'leeme.pdf': 'd' }
    const known = await table(await zipped({ 'filas.csv': 'label\nD1', ...pictures, 'notas.docx': 'x' }))
    assert.deepEqual(await valuesOf(known), [{ label: 'D1' }])
    assert.deepEqual(columnOf(known.pictures, 'entry'), ['fotos/D1.JPG', 'otras/D1.JPG', 'leeme.pdf'])
    assert.deepEqual(columnOf(known.pictures, 'accepted'), [true, true, false])
    assert.deepEqual(await Promise.all(known.pictures.map(async (one) => String(await one.read()))), ['b', 'c', 'd'])
  })
  it('S34 is refused without a table, with two, and for pictures that are too large', async () => {
    assert.equal(await faultOf(table(await zipped({ 'a.jpg': 'x' }))), 'no_table')
    assert.equal(await faultOf(table(await zipped({ 'a.csv': 'x', 'b.csv': 'x' }))), 'no_table')
    const large = await table(await zipped({ 'a.csv': 'x\n1', 'a.jpg': Buffer.alloc(tableLimits.pictureBytes + 1) }))
    assert.equal(await faultOf(large.pictures[0]?.read() ?? Promise.resolve()), 'too_large')
  })
  it('S36 the names of its entries never become places', async () => {
    const packed = await zipped({ 'aaaaaa.csv': 'x\n1' })
    const climbing = Buffer.from(packed.toString('latin1').replaceAll('aaaaaa.csv', '../ccc.csv'), 'latin1')
    assert.equal(await faultOf(table(climbing)), 'broken')
  })
})
