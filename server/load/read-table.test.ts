/** What the process that reads may take: `read-table.night.ts`. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Problem } from '@hilo/domain/problem.ts'
import { workbookStream } from '../files/workbook.ts'
import { faultOf } from '../test/read-file.ts'
import { zipped } from '../test/workbook.ts'
import { readTable } from './read-table.ts'
import type { TableKind } from './readers.ts'
import { tableLimits, type Table } from './table.ts'

const every: TableKind[] = ['csv', 'xlsx', 'geojson', 'zip']
let folder = ''
let count = 0

async function table(content: string | Buffer, kinds = every): Promise<Table> {
  const path = join(folder, String(count++))
  await writeFile(path, content)
  return await readTable({ path }, kinds, 'job')
}

async function rowsOf({ rows }: Table): Promise<Record<string, string>[]> {
  const found: Record<string, string>[] = []
  for await (const { values } of rows) found.push(values)
  return found
}

const whole = async (content: string | Buffer) => await rowsOf(await table(content))

before(async () => (folder = await mkdtemp(join(tmpdir(), 'hilo-load-'))))
after(() => rm(folder, { recursive: true, force: true }))

describe('a CSV', () => {
  const expected = [{ code: 'A1', name: 'Peñíscola, 3' }]
  it('is read with comma, semicolon or tabulator, with or without mark', async () => {
    assert.deepEqual(await whole('code,name\r\nA1,"Peñíscola, 3"\r\n'), expected)
    assert.deepEqual(await whole('\uFEFFcode;name\nA1;Peñíscola, 3'), expected)
    assert.deepEqual(await whole('code\tname\n\nA1\t Peñíscola, 3 \n'), expected)
  })
  it('is read in Windows-1252 and UTF-16, as spreadsheets write it', async () => {
    const text = 'code;name\r\nA1;Peñíscola, 3\r\n'
    assert.deepEqual(await whole(Buffer.from(text, 'latin1')), expected)
    assert.deepEqual(await whole(Buffer.from(`\uFEFF${text}`, 'utf16le')), expected)
  })
  it('gives the line of each row and can be iterated repeatedly', async () => {
    const known = await table('code,name\nA,1\n\nB,2\n')
    const lines = []
    for await (const { line } of known.rows) lines.push(line)
    assert.deepEqual(lines, [2, 4])
    assert.equal((await rowsOf(known)).length, 2)
  })
  it('reports excess cells and fills missing ones', async () => {
    const found = []
    for await (const row of (await table('a,b\n1\n1,2,3\n1,2,\n')).rows) found.push(row)
    assert.deepEqual(
      found.map(({ tooMany }) => tooMany),
      [false, true, false],
    )
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
  const sheet = (rows: string) =>
    buffer(
      workbookStream([
        { title: 'Hoja', heads: ['code', 'name', 'day', 'n'], rows: Readable.from([Buffer.from(rows)]) },
      ]),
    )
  it('is read with texts, numbers and dates', async () => {
    const rows =
      '<row><c t="str"><v>A1</v></c><c t="str"><v>A &amp; B</v></c><c s="1"><v>46346.5</v></c><c><v>1.5</v></c></row>\n'
    const expected = [{ code: 'A1', name: 'A & B', day: '2026-11-20T12:00:00', n: '1.5' }]
    assert.deepEqual(await whole(await sheet(rows)), expected)
  })
  it('is read with shared strings and explicit cell positions', async () => {
    const rels = (target: string) =>
      `<Relationships><Relationship Id="rId7" Type="t" Target="${target}"/></Relationships>`
    const content = {
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m"><x:sheets><x:sheet name="a" sheetId="1" r:id="rId7"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels': rels('worksheets/hoja.xml'),
      'xl/sharedStrings.xml':
        '<sst><si><t>code</t></si><si><r><t>Va</t></r><r><t>lor</t></r><rPh><t>no</t></rPh></si></sst>',
      'xl/worksheets/hoja.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>x</t></is></c></row>' +
        '<row r="5"><c r="C5" t="s"><v>1</v></c></row></sheetData></worksheet>',
    }
    const known = await table(await zipped(content))
    const rows = []
    for await (const row of known.rows) rows.push(row)
    assert.deepEqual(rows, [{ line: 5, values: { code: '', x: 'Valor' }, tooMany: false }])
  })
  it('S34 is refused when it declares entities, is cut off or has no sheet', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bb">]><workbook/>'
    assert.equal(await faultOf(table(await zipped({ 'xl/workbook.xml': bomb }))), 'broken')
    assert.equal(await faultOf(table(await zipped({ 'xl/workbook.xml': '<workbook/>' }))), 'no_table')
    const good = await sheet('')
    assert.equal(await faultOf(table(good.subarray(0, good.length - 40))), 'broken')
  })
})

describe('a GeoJSON', () => {
  const collection = (features: unknown[], more = {}) =>
    JSON.stringify({ type: 'FeatureCollection', ...more, features })
  const point = (properties: object, coordinates = [-0.37, 39.4]) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates },
  })
  it('gives properties, place and length; heads of all features', async () => {
    const line = {
      type: 'Feature',
      properties: { code: 'L', note: 'a "}]" b' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [0, 40],
          [0, 40.001],
        ],
      },
    }
    const found = await whole(collection([point({ code: 'P', ports: 8, key: null }), line], { name: '"features": [' }))
    assert.deepEqual(found, [
      { lat: '39.4', lon: '-0.37', code: 'P', ports: '8', key: '', length_m: '', note: '' },
      { lat: '40', lon: '0', code: 'L', ports: '', key: '', length_m: '111', note: 'a "}]" b' },
    ])
  })
  it('is split into features at any chunk boundaries', async () => {
    const features = Array.from({ length: 3000 }, (_, i) => point({ code: `C${i}`, text: 'ñ'.repeat(i % 90) }))
    const found = await whole(collection(features))
    assert.deepEqual(
      found.map(({ code, text }) => [code, text?.length]),
      features.map((_, i) => [`C${i}`, i % 90]),
    )
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
    assert.deepEqual(
      refused.map(({ code }) => code),
      ['UNAVAILABLE'],
    )
  })
})

describe('an archive', () => {
  it('gives its table and its pictures, those of one name in two folders and of other formats too', async () => {
    const known = await table(
      await zipped({
        'filas.csv': 'label\nD1',
        'fotos/D1.JPG': 'b',
        'otras/D1.JPG': 'c',
        '__MACOSX/._D1.JPG': 'x',
        'leeme.pdf': 'd',
        'notas.docx': 'x',
      }),
    )
    assert.deepEqual(await rowsOf(known), [{ label: 'D1' }])
    assert.deepEqual(
      known.pictures.map(({ entry, accepted }) => [entry, accepted]),
      [
        ['fotos/D1.JPG', true],
        ['otras/D1.JPG', true],
        ['leeme.pdf', false],
      ],
    )
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
