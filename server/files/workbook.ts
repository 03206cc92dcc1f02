import { PassThrough, type Readable } from 'node:stream'
import { once } from 'node:events'
import { ZipFile } from 'yazl'
import {
  cellStyle,
  contentTypes,
  relations,
  rootRelations,
  sheetNames,
  styles,
  workbookPart,
} from './workbook-parts.ts'

/**
 * A spreadsheet around rows that already are XML: only the envelope is written here, in constant memory. A sheet holds
 * 1,048,576 rows (heading included); more rows go to further sheets.
 */
const rowsPerSheet = 1_048_575
const newline = 10

/** One table of a workbook. */
interface SheetTable {
  title: string
  /** Spanish headings. */
  heads: readonly string[]
  /** One `<row>…</row>` per line. */
  rows: Readable
}

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Chunks that end with a line. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline) + 1
    if (end > 0) yield Buffer.concat([...begun, chunk.subarray(0, end)])
    begun = end > 0 ? [chunk.subarray(end)] : [...begun, chunk]
  }
}

/** Letters of a column, counted from 0. */
function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`
}
const letters: string[] = []

/**
 * Writes on each row and cell where it is (`<row r="2"><c r="A2"/>`): the standard makes it optional, but several programs find
 * no cell without it. Each line is a row; takes `most` of them, numbered from `first`, and returns where the others begin.
 * @param lines in Latin-1, which preserves every byte
 */
function numbered(lines: string, first: number, most: number): { xml: string; rows: number; end: number } {
  let [xml, rows, end] = ['', 0, 0]
  let cell = lines.indexOf('<c')
  while (end < lines.length && rows < most) {
    const next = lines.indexOf('\n', end) + 1
    const row = first + rows
    xml += `<row r="${row}"`
    let from = end + '<row'.length
    for (let column = 0; cell !== -1 && cell < next; column += 1) {
      letters[column] ??= columnLetters(column)
      xml += `${lines.slice(from, cell)}<c r="${letters[column]}${row}"`
      from = cell + '<c'.length
      cell = lines.indexOf('<c', from)
    }
    xml += lines.slice(from, next)
    rows += 1
    end = next
  }
  return { xml, rows, end }
}

/** Widths in characters: what a heading needs beside its filter button, and the least and most of a column. */
const filterButton = 4
const narrowest = 8
const widest = 60
/** Characters of a value in the formats of dates, days and durations, and of a number. */
const widthOfStyle: Readonly<Record<string, number>> = {
  [cellStyle.time]: 34,
  [cellStyle.day]: 25,
  [cellStyle.duration]: 9,
  [cellStyle.wrapped]: widest,
}
const widthOfNumber = 11

const cellForm = /<c(?: t="\w+")?(?: s="(\d+)")?(?:\/>|>(?:<v>|<is><t>)?([^<]*))/g

/** Width of each column, from its heading and the first rows. */
function widthsOf(heads: readonly string[], sample: Buffer): number[] {
  const widths = heads.map((head) => Math.max(narrowest, head.length + filterButton))
  for (const row of sample.toString('utf8').split('\n')) {
    let column = 0
    for (const [, style, value = ''] of row.matchAll(cellForm)) {
      const known = style === undefined ? undefined : (widthOfStyle[style] ?? widthOfNumber)
      const wanted = value === '' ? 0 : (known ?? value.replaceAll(/&#?\w+;/g, '_').length + 2)
      widths[column] = Math.max(widths[column] ?? narrowest, Math.min(widest, wanted))
      column += 1
    }
  }
  return widths
}

/** Begin of a sheet: printed one page wide, frozen heading, widths and the heading's row. */
function opening(heads: readonly string[], widths: readonly number[]): string {
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  const cells = heads.map((one) => `<c t="str" s="${cellStyle.head}"><v>${escape(one)}</v></c>`)
  const row = numbered(`<row>${cells.join('')}</row>\n`, 1, 1).xml
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>
${row}`
}
/** End of a sheet: the filter over its heading and rows, and A4 on its side. */
const ending = (columns: number, rows: number) =>
  `</sheetData><autoFilter ref="A1:${columnLetters(Math.max(0, columns - 1))}${rows + 1}"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>`

// Level 1: the rows are repetitive, and a person is waiting.
const options = { compressionLevel: 1 }

/** Writes tables into the sheets of one archive. */
class SheetWriter {
  readonly #zip: ZipFile
  /** Titles of the sheets so far. */
  readonly titles: string[] = []

  constructor(zip: ZipFile) {
    this.#zip = zip
  }

  #open(title: string, start: string): PassThrough {
    this.titles.push(title)
    const sheet = new PassThrough({ highWaterMark: 1 << 20 })
    this.#zip.addReadStream(sheet, `xl/worksheets/sheet${this.titles.length}.xml`, options)
    sheet.write(start)
    return sheet
  }

  async write({ title, heads, rows }: SheetTable): Promise<void> {
    const chunks = wholeLines(rows)
    let next = await chunks.next()
    const start = opening(heads, widthsOf(heads, next.value ?? Buffer.alloc(0)))
    let sheet = this.#open(title, start)
    let full = 0
    for (; next.value; next = await chunks.next()) {
      for (let lines = next.value.toString('latin1'); lines !== '';) {
        if (full === rowsPerSheet) {
          sheet.end(ending(heads.length, full))
          sheet = this.#open(title, start)
          full = 0
        }
        const part = numbered(lines, full + 2, rowsPerSheet - full)
        if (!sheet.write(part.xml, 'latin1')) await once(sheet, 'drain')
        full += part.rows
        lines = lines.slice(part.end)
      }
    }
    sheet.end(ending(heads.length, full))
  }
}

/** Writes tables as a workbook, each on its own sheet. */
export function workbookStream(tables: readonly SheetTable[]): Readable {
  const zip = new ZipFile()
  const fill = async () => {
    const sheets = new SheetWriter(zip)
    for (const table of tables) await sheets.write(table)
    const names = sheetNames(sheets.titles)
    const parts: [string, string][] = [
      ['[Content_Types].xml', contentTypes(names.length)],
      ['_rels/.rels', rootRelations],
      ['xl/workbook.xml', workbookPart(names)],
      ['xl/_rels/workbook.xml.rels', relations(names.length)],
      ['xl/styles.xml', styles],
    ]
    for (const [name, body] of parts) zip.addBuffer(Buffer.from(body), name, options)
    zip.end()
  }
  const output = new PassThrough({ highWaterMark: 1 << 20 })
  zip.outputStream.pipe(output)
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('workbook')))
  return output
}
