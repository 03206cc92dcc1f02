/** Workbooks of every program: readable content is read, unreadable content reported. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readSheet } from 'read-excel-file/node'
import { columnOf, columnsOf } from '../test/answers.ts'
import { allRows, faultOf } from '../test/read-file.ts'
import { relations, sheetXml, textRow, workbook, workbookXml, zipped } from '../test/workbook.ts'
import { readTable } from './read-table.ts'
import { openTable } from './readers.ts'
import type { TableRow } from './table.ts'

let count = 0
const folder = await mkdtemp(join(tmpdir(), 'hilo-xlsx-'))
after(() => rm(folder, { recursive: true, force: true }))

async function kept(content: Buffer): Promise<string> {
  const path = join(folder, String(count++))
  await writeFile(path, content)
  return path
}
const rowsOf = async (content: Buffer) => await allRows((await openTable(await kept(content), ['csv', 'xlsx'])).rows)
const valuesOf = async (content: Buffer) => (await rowsOf(content)).map(({ values }) => values)

const refusalOf = async (content: Buffer) => await faultOf(rowsOf(content))

/** The one data row under the headings `a`, `b` and `c`. */
async function rowOf(cells: string, more: Partial<Parameters<typeof workbook>[0]> = {}): Promise<TableRow> {
  const rows = `${textRow('a', 'b', 'c')}<row r="2">${cells}</row>`
  const [row, ...others] = await rowsOf(await workbook({ rows, ...more }))
  assert.ok(row && others.length === 0)
  return row
}
const cellsOf = async (...words: Parameters<typeof rowOf>) => Object.values((await rowOf(...words)).values)

describe('XML of other programs', () => {
  it('comments, CDATA, processing instructions and prefixes are read', async () => {
    const cells = '<c t="inlineStr"><is><t><![CDATA[C/ <Mayor> & más]]></t></is></c><?x <c>?><c><v>1<!-- x -->2</v></c>'
    const plain = sheetXml(`${textRow('a', 'b')}<!-- > <row> --><row>${cells}</row>`)
    const sheet = plain.replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
    const parts = { 'xl/worksheets/sheet1.xml': sheet }
    assert.deepEqual(await valuesOf(await workbook({ rows: '', parts })), [{ a: 'C/ <Mayor> & más', b: '12' }])
  })
  it('parts are found by their relationships: at the root, absolute, with dots, escapes and other case', async () => {
    const sheet = sheetXml(textRow('a') + textRow('1'))
    const book = workbookXml('<sheet name="x" sheetId="9" r:id="h"/>')
    for (const target of ['hoja 1.xml', '/hoja%201.xml', './x/../hoja 1.xml', 'Hoja 1.XML']) {
      const entries = {
        '[Content_Types].xml': '<Types/>',
        '_rels/.rels': relations(['r', 'officeDocument', '/libro.xml']),
        'libro.xml': book,
        '_rels/libro.xml.rels': relations(['h', 'worksheet', target]),
        'hoja 1.xml': sheet,
      }
      assert.deepEqual(await valuesOf(await zipped(entries)), [{ a: '1' }], target)
    }
  })
  it('UTF-16 and declared encodings are read', async () => {
    const xml = sheetXml(textRow('a') + textRow('Peñíscola')).replace('<?xml version="1.0" encoding="UTF-8"?>', '')
    const written = [
      Buffer.from(`\uFEFF${xml}`, 'utf16le'),
      Buffer.from(xml, 'utf16le'),
      Buffer.from(`\uFEFF${xml}`, 'utf16le').swap16(),
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, 'latin1'),
    ]
    for (const sheet of written) {
      const parts = { 'xl/worksheets/sheet1.xml': sheet }
      assert.deepEqual(await valuesOf(await workbook({ rows: '', parts })), [{ a: 'Peñíscola' }])
    }
  })
  it('the first sheet that is not hidden is read', async () => {
    const sheets = [
      '<sheet name="a" sheetId="1" state="hidden" r:id="rId1"/>',
      '<sheet name="b" sheetId="2" state="veryHidden" r:id="rId1"/>',
      '<sheet name="g" sheetId="3" r:id="g"/><sheet name="c" sheetId="4" r:id="c"/>',
    ]
    const first = ['rId1', 'worksheet', 'worksheets/sheet1.xml'] as const
    const chart = ['g', 'chartsheet', 'chartsheets/sheet1.xml'] as const
    const parts = {
      'xl/workbook.xml': workbookXml(sheets.join('')),
      'xl/_rels/workbook.xml.rels': relations(first, chart, ['c', 'worksheet', 'worksheets/sheet2.xml']),
      'xl/worksheets/sheet2.xml': sheetXml(textRow('a') + textRow('seen')),
    }
    assert.deepEqual(await valuesOf(await workbook({ rows: textRow('a') + textRow('hidden'), parts })), [{ a: 'seen' }])
  })
  it('a DTD, nesting without end and attributes without end are refused', async () => {
    const sheet = (xml: string) => workbook({ rows: '', parts: { 'xl/worksheets/sheet1.xml': xml } })
    assert.equal(await refusalOf(await sheet('<!DOCTYPE a [<!ENTITY b "bb">]><worksheet/>')), 'broken')
    assert.equal(await refusalOf(await sheet(`<worksheet>${'<a>'.repeat(100)}`)), 'broken')
    const many = Array.from({ length: 1000 }, (_, i) => ` a${i}="1"`).join('')
    assert.equal(await refusalOf(await sheet(`<worksheet${many}/>`)), 'broken')
    assert.equal(await refusalOf(await sheet('<worksheet>&unknown;</worksheet>')), 'broken')
  })
})

describe('cells of a workbook', () => {
  it('texts: shared, of several runs, without phonetic notes, escapes decoded', async () => {
    const shared = [
      '<t>Va</t>',
      '<r><rPr><b/></rPr><t>Va</t></r><r><t xml:space="preserve">lor </t></r><rPh><t>no</t></rPh>',
      '<t>uno_x000D_\ndos _x005F_x000D_ _xZZZZ_</t>',
    ]
    const cells = '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>'
    assert.deepEqual(await cellsOf(cells, { shared }), ['Va', 'Valor', 'uno\ndos _x000D_ _xZZZZ_'])
  })
  it('numbers have the shortest exact decimal text and their type', async () => {
    const written = {
      '2.38E3': '2380',
      '4711.0': '4711',
      '2.0260001E7': '20260001',
      '-5.0E-4': '-0.0005',
      '40.390000000000001': '40.39',
      '1e21': `1${'0'.repeat(21)}`,
      '1.5E-10': '0.00000000015',
      '-0': '0',
      '4857544312345678': '4857544312345678',
    }
    for (const [raw, text] of Object.entries(written)) {
      const { values, types } = await rowOf(`<c><v>${raw}</v></c>`)
      assert.deepEqual([values['a'], types], [text, { a: 'number' }], raw)
    }
    assert.deepEqual((await rowOf('<c><v>abc</v></c>')).types, undefined)
    assert.deepEqual((await rowOf('<c t="str"><v>12</v></c>')).types, undefined)
  })
  it('dates follow the style and the date system, with the days of 1900 that never were', async () => {
    const book = {
      formats: ['dd/mm/yyyy', '0.00&quot;días&quot;', '[h]:mm', 'Estándar', '[Red]0.0', 'yyyy\\-mm\\-dd;@'],
      styles: [0, 14, 200, 201, 202, 203, 204, 205],
    }
    const at = async (value: string, style: number, properties = '') => {
      const { values, types } = await rowOf(`<c s="${style}"><v>${value}</v></c>`, { ...book, properties })
      return [values['a'], types?.['a']]
    }
    assert.deepEqual(await at('46357', 1), ['2026-12-01', 'date'])
    assert.deepEqual(await at('46357.4166666667', 2), ['2026-12-01T10:00:00', 'datetime'])
    assert.deepEqual(await at('46357', 7), ['2026-12-01', 'date'])
    assert.deepEqual(await at('44895', 1, '<workbookPr date1904="1"/>'), ['2026-12-01', 'date'])
    assert.deepEqual(await at('44895.5', 1, '<workbookPr date1904="true"/>'), ['2026-12-01T12:00:00', 'datetime'])
    assert.deepEqual(await at('1', 1), ['1900-01-01', 'date'])
    assert.deepEqual(await at('60', 1), ['1900-02-29', 'date'])
    assert.deepEqual(await at('61', 1), ['1900-03-01', 'date'])
    assert.deepEqual(await at('0.4375', 4), ['10:30:00', 'datetime'])
    for (const style of [0, 3, 5, 6]) assert.deepEqual(await at('46357', style), ['46357', 'number'], String(style))
  })
  it('booleans and ISO dates have their type', async () => {
    const dates = '<c t="d"><v>2026-12-01T10:00:00.000</v></c><c t="d"><v>2026-12-01</v></c>'
    const { values, types } = await rowOf(`<c t="b"><v>1</v></c>${dates}`)
    assert.deepEqual(values, { a: 'true', b: '2026-12-01T10:00:00', c: '2026-12-01' })
    assert.deepEqual(types, { a: 'boolean', b: 'datetime', c: 'date' })
  })
  it('an error value and a formula that was never calculated are faults, not empty cells', async () => {
    const formulas = '<c r="B2"><f>Hoja2!B3</f></c><c r="C2"><f>TODAY()</f><v></v></c>'
    const { values, faults } = await rowOf(`<c r="A2" t="e"><v>#N/A</v></c>${formulas}`)
    assert.deepEqual(values, { a: '#N/A', b: '=Hoja2!B3', c: '=TODAY()' })
    assert.deepEqual(faults, [
      { head: 'a', cell: 'A2', code: 'error', text: '#N/A' },
      { head: 'b', cell: 'B2', code: 'no_value', text: '=Hoja2!B3' },
      { head: 'c', cell: 'C2', code: 'no_value', text: '=TODAY()' },
    ])
    const calculated = await rowOf('<c t="str"><f>IF(1,"","x")</f><v></v></c><c><f>1+1</f><v>2</v></c>')
    assert.deepEqual([Object.values(calculated.values), calculated.faults], [['', '2', ''], undefined])
  })
  it('a shared text that is not there, a boolean and a date that are none are faults; without a value the cell is empty', async () => {
    const unreadable = async (cell: string, text: string, more: Parameters<typeof rowOf>[1]) => {
      const { faults } = await rowOf(`<c ${cell}><v>${text}</v></c>`, more)
      assert.deepEqual(faults, [{ head: 'a', cell: 'A2', code: 'unreadable', text }])
    }
    for (const raw of ['9', '-1', '0.5', 'x']) await unreadable('t="s"', raw, { shared: ['<t>y</t>'] })
    await unreadable('t="b"', '2', {})
    for (const serial of ['-5', '99999999']) await unreadable('s="0"', serial, { styles: [14] })
    const empty = '<c t="s"><v></v></c><c t="b"><v></v></c><c><v>1</v></c>'
    const { values, faults } = await rowOf(empty, { shared: ['<t>y</t>'] })
    assert.deepEqual([values, faults], [{ a: '', b: '', c: '1' }, undefined])
  })
  it('a value goes down over merged rows; a merge across columns is a fault', async () => {
    const rows = `${textRow('a', 'b', 'c')}
      <row r="2"><c r="A2" t="str"><v>X</v></c><c r="C2"><v>1</v></c></row>
      <row r="3"><c r="A3"/><c r="C3"><v>2</v></c></row>
      <row r="4"><c r="A4"/></row>
      <row r="5"><c r="A5" t="str"><v>Y</v></c><c r="C5"><v>3</v></c></row>`
    const behind = '<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="$A$5:$B$5"/></mergeCells>'
    const found = await rowsOf(await workbook({ rows, behind }))
    assert.deepEqual(columnOf(found, 'line'), [2, 3, 5])
    const values = columnOf(found, 'values')
    assert.deepEqual(columnsOf(values, 'a', 'c').flat(), ['X', '1', 'X', '2', 'Y', '3'])
    const merged = [{ head: 'b', cell: 'B5', code: 'merged', text: 'A5:B5' }]
    assert.deepEqual(columnOf(found, 'faults'), [undefined, undefined, merged])
  })
  it('cells without a place follow each other; a place skips columns; far ones are too many', async () => {
    const { values, tooMany } = await rowOf('<c><v>1</v></c><c r="C2"><v>3</v></c>')
    assert.deepEqual([values, tooMany], [{ a: '1', b: '', c: '3' }, false])
    assert.equal((await rowOf('<c><v>1</v></c><c r="XFD2"><v>3</v></c>')).tooMany, true)
  })
  it('a too long string is refused where a cell uses it, and ignored elsewhere', async () => {
    const shared = [`<t>${'x'.repeat(5000)}</t>`, '<t>ok</t>']
    assert.deepEqual(await cellsOf('<c t="s"><v>1</v></c>', { shared }), ['ok', '', ''])
    const used = await workbook({ rows: `${textRow('a')}<row r="2"><c t="s"><v>0</v></c></row>`, shared })
    assert.equal(await faultOf(readTable({ path: await kept(used) }, ['xlsx'], 'job')), 'cell')
    const runs = [`<r><t/></r>`.repeat(100_000)]
    assert.deepEqual(await cellsOf('<c t="s"><v>0</v></c><c><v>1</v></c>', { shared: runs }), ['', '1', ''])
  })
  it('reads the same as another reader', async () => {
    const heads = ['A', 'B', 'C'].map((at) => `<c r="${at}1" t="str"><v>${at}</v></c>`).join('')
    const cells = '<c r="A2" t="s"><v>0</v></c><c r="B2"><v>2.38E3</v></c><c r="C2" s="1"><v>46357</v></c>'
    const rows = `<row r="1">${heads}</row><row r="2">${cells}</row>`
    const book = await workbook({ rows, shared: ['<r><t>Pe</t></r><r><t>ña</t></r>'], styles: [0, 14] })
    const [, other = []] = await readSheet(await kept(book))
    const [ours] = await valuesOf(book)
    const theirs = other.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)))
    assert.deepEqual(theirs, Object.values(ours ?? {}))
  })
})

describe('workbooks that are not read', () => {
  it('are named, with the remedy', async () => {
    const compound = (words: string) => {
      const file = Buffer.alloc(2048)
      Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
      file.writeUInt16LE(9, 30)
      file.write(words, 512, 'utf16le')
      return file
    }
    assert.equal(await refusalOf(compound('Workbook')), 'xls')
    assert.equal(await refusalOf(compound('EncryptedPackage')), 'password')
    const ods = { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }
    assert.equal(await refusalOf(await zipped(ods)), 'ods')
    assert.equal(await refusalOf(await zipped({ 'Index/Document.iwa': 'x' })), 'numbers')
    const binary = { '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' }
    const root = relations(['r', 'officeDocument', 'xl/workbook.bin'])
    assert.equal(await refusalOf(await zipped({ ...binary, '_rels/.rels': root })), 'xlsb')
  })
})
