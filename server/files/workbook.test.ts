/** Rows of a workbook say where they are, because several programs find no cell without it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { changedSheet } from '../test/changed-sheet.ts'
import { workbookStream } from './workbook.ts'

async function sheetOf(heads: readonly string[], chunks: readonly Buffer[]): Promise<string> {
  let xml = ''
  const rows = Readable.from(chunks, { objectMode: true })
  await changedSheet(await buffer(workbookStream([{ title: 'Hoja', heads, rows }])), (found) => (xml = found))
  return xml
}
const heads = Array.from({ length: 28 }, (_, at) => `Año ${at}`)
const rowOf = (value: string) => `<row>${heads.map(() => `<c t="str"><v>${value}</v></c>`).join('')}<c/></row>\n`

test('every row and cell has its reference, heading and empty ones too, wherever the stream is cut', async () => {
  const all = Buffer.from(rowOf('ñ&lt;c') + rowOf('日本') + '<row></row>\n' + rowOf('fin'))
  const whole = await sheetOf(heads, [all])
  const numbers = [...whole.matchAll(/<row r="(\d+)"/g)].map(([, row]) => row)
  assert.deepEqual(numbers, ['1', '2', '3', '4', '5'])
  assert.doesNotMatch(whole, /<row>|<c>|<c [^r]|<c\/>/)
  assert.ok(whole.includes('<c r="AB1" t="str"'), whole)
  assert.ok(whole.includes('<c r="A2" t="str"><v>ñ&lt;c</v></c><c r="B2"'), whole)
  assert.ok(whole.includes('<c r="AB3" t="str"><v>日本</v></c><c r="AC3"/></row>\n<row r="4"></row>'), whole)
  const bytes = Array.from(all, (_, at) => all.subarray(at, at + 1))
  assert.equal((await sheetOf(heads, bytes)).replace(/<cols>.*<\/cols>/, ''), whole.replace(/<cols>.*<\/cols>/, ''))
})

test('a workbook without rows has its heading', async () => {
  assert.match(await sheetOf(['Uno'], []), /<row r="1"><c r="A1"[^\n]*\n<\/sheetData><autoFilter ref="A1:A1"\/>/)
})
