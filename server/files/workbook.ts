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
export interface SheetTable {
  title: string
  /** Spanish headings. */
  heads: readonly string[]
  /** One `<row>…</row>` per line. */
  rows: Readable
}

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Position of the n-th newline of a chunk, or -1, with the count before it. */
function cutAt(chunk: Buffer, lines: number): { at: number; seen: number } {
  let seen = 0
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) {
    seen += 1
    if (seen === lines) return { at, seen }
  }
  return { at: -1, seen }
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

/** Letters of a column, counted from 0. */
function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`
}

/** Begin of a sheet: printed one page wide, frozen heading, widths and the heading's row. */
function opening(heads: readonly string[], widths: readonly number[]): string {
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  const cells = heads.map((one) => `<c t="inlineStr" s="${cellStyle.head}"><is><t>${escape(one)}</t></is></c>`)
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>
<row>${cells.join('')}</row>\n`
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
    const chunks = rows[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    let next = await chunks.next()
    const start = opening(heads, widthsOf(heads, next.done === true ? Buffer.alloc(0) : next.value))
    let sheet = this.#open(title, start)
    let room = rowsPerSheet
    for (; next.done !== true; next = await chunks.next()) {
      let rest: Buffer = next.value
      for (;;) {
        const { at, seen } = cutAt(rest, room)
        if (at === -1 || at === rest.length - 1) {
          room -= seen
          if (rest.length > 0 && !sheet.write(rest)) await once(sheet, 'drain')
          break
        }
        sheet.end(Buffer.concat([rest.subarray(0, at + 1), Buffer.from(ending(heads.length, rowsPerSheet))]))
        rest = rest.subarray(at + 1)
        sheet = this.#open(title, start)
        room = rowsPerSheet
      }
    }
    sheet.end(ending(heads.length, rowsPerSheet - room))
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
