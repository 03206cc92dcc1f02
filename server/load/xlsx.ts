/** Rows of the first visible sheet of a workbook, parsed while unpacking. */
import { BoundedText, columnName, columnOf, isoValue, numberValue, unescaped, type CellValue } from './cell-text.ts'
import { MergeWalk, mergesOf, type Merge } from './merged-cells.ts'
import { checked } from './mojibake.ts'
import { Notes } from './notes.ts'
import { badTable, Heads, tableLimits, type CellFault, type ReadTable, type TableRow } from './table.ts'
import { openWorkbook, walkSheet, type Workbook } from './workbook-parts.ts'
import type { Attributes, XmlHandler } from './xml-stream.ts'
import { openArchive, type Archive } from './zip.ts'

/** Cells further right are too many in any case. */
const lastColumn = tableLimits.columns * 2
const lastLine = 1 << 20

interface Cell extends CellValue {
  fault?: Pick<CellFault, 'code' | 'text'>
}
interface SheetRow {
  line: number
  cells: (Cell | undefined)[]
}

const filled = ({ cells }: SheetRow) => cells.some((cell) => cell !== undefined && cell.text.trim() !== '')

/** Assembles rows from the elements of a sheet. */
class SheetRows implements XmlHandler {
  readonly #book: Workbook
  readonly #merges: MergeWalk
  #row: SheetRow = { line: 0, cells: [] }
  #column = -1
  #type = ''
  #style = 0
  #hasValue = false
  #hasFormula = false
  readonly #value = new BoundedText()
  readonly #formula = new BoundedText()
  /** Target of text: the value, the formula, or none. */
  #sink: BoundedText | undefined
  #note = false
  #done: SheetRow[] = []

  constructor(book: Workbook, merges: readonly Merge[]) {
    this.#book = book
    this.#merges = new MergeWalk(merges)
  }

  /** Finished rows. */
  take(): SheetRow[] {
    const done = this.#done
    this.#done = []
    return done
  }

  open = (name: string, attributes: Attributes): void => {
    if (name === 'row') this.#beginRow(attributes['r'])
    else if (name === 'c') this.#beginCell(attributes)
    else if (name === 'rPh') this.#note = true
    else if (name === 'v' || (name === 't' && !this.#note)) {
      this.#hasValue = true
      this.#sink = this.#value
    } else if (name === 'f') {
      this.#hasFormula = true
      this.#sink = this.#formula
    }
  }

  text = (value: string): void => this.#sink?.add(value)

  close = (name: string): void => {
    if (name === 'v' || name === 't' || name === 'f') this.#sink = undefined
    else if (name === 'rPh') this.#note = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
  }

  #beginRow(numbered: string | undefined): void {
    const line = Number(numbered)
    const known = Number.isInteger(line) && line > 0 && line <= lastLine
    this.#row = { line: known ? line : this.#row.line + 1, cells: [] }
    this.#column = -1
  }

  #beginCell({ r: reference, t: type = 'n', s: style = '0' }: Attributes): void {
    const column = reference === undefined ? -1 : columnOf(reference)
    this.#column = column === -1 ? this.#column + 1 : column
    this.#type = type
    this.#style = Number(style)
    this.#hasValue = false
    this.#hasFormula = false
  }

  #endCell(): void {
    const cell = this.#cell(this.#value.take(), this.#formula.take())
    // A cell may be placed in the last column of a sheet.
    if (cell.text !== '') this.#row.cells[Math.min(this.#column, lastColumn)] = cell
  }

  #cell(raw: string, formula: string): Cell {
    const type = this.#type
    if (type === 'e') return faulty('error', raw.trim() || '#N/A')
    // An empty string may be a formula's result; an empty number was never calculated.
    const { isUncalculated } = this.#book
    const calculated = type === 'str' ? this.#hasValue : raw.trim() !== '' && !(isUncalculated && raw.trim() === '0')
    if (this.#hasFormula && !calculated) return faulty('no_value', `=${formula}`.slice(0, 200))
    if (raw.trim() === '' && (type === 's' || type === 'b')) return { text: '' }
    if (type === 's') return sharedText(this.#book, raw)
    if (type === 'b') return booleanValue(raw)
    if (type === 'd') return isoValue(raw)
    if (type !== 'n' || raw.trim() === '') return { text: unescaped(raw) }
    const { dateStyles, utcStyles, date1904 } = this.#book
    const asDate = dateStyles.has(this.#style)
    const value = numberValue(raw, { asDate, asUtc: utcStyles.has(this.#style), date1904 })
    // Outside of the first and last day programs show `####` instead of a date. Some write `Inf` for a number too large.
    return value === null || (asDate && value.type === 'number') ? faulty('unreadable', raw.slice(0, 200)) : value
  }

  /** A row without own cells stays empty, whatever is merged into it. */
  #endRow(): void {
    const row = this.#row
    const own = filled(row)
    const merged = this.#merges.cellsOf(row.line, (column) => row.cells[column] ?? { text: '' })
    if (!own) return
    for (const { column, value, range } of merged) row.cells[column] = value ?? faulty('merged', range)
    this.#done.push(row)
  }
}

/** A shared string by index. */
function sharedText({ shared }: Workbook, raw: string): Cell {
  const text = /^\s*\d+\s*$/.test(raw) ? shared[Number(raw)] : undefined
  return text === undefined ? faulty('unreadable', raw.slice(0, 200)) : { text }
}

function booleanValue(raw: string): Cell {
  const word = raw.trim()
  if (!/^(?:[01]|true|false)$/.test(word)) return faulty('unreadable', word.slice(0, 200))
  return { text: word === '1' || word === 'true' ? 'true' : 'false', type: 'boolean' }
}

/** The raw content is its value too, so that the cell does not count as empty. */
const faulty = (code: CellFault['code'], text: string): Cell => ({ text, fault: { code, text } })

async function* sheetRows(archive: Archive, book: Workbook, merges: readonly Merge[]): AsyncGenerator<SheetRow> {
  const rows = new SheetRows(book, merges)
  for await (const _ of walkSheet(archive, book.sheet, rows)) yield* rows.take()
}

function tableRow(heads: Heads, { line, cells }: SheetRow, notes: Notes): TableRow {
  const texts = Array.from(cells, (cell) => cell?.text ?? '')
  const row = heads.row(line, checked(texts, line, notes), notes)
  const types: Record<string, NonNullable<CellValue['type']>> = {}
  const faults: CellFault[] = []
  for (const [column, cell] of cells.entries()) {
    const head = cell && heads.at(column)
    if (!cell || head === undefined) continue
    if (cell.fault) faults.push({ head, cell: `${columnName(column)}${line}`, ...cell.fault })
    else if (cell.type) types[head] = cell.type
  }
  if (Object.keys(types).length > 0) row.types = types
  if (faults.length > 0) row.faults = faults
  return row
}

/** Maximum other sheets checked for content. */
const mostSheets = 20

/** True if another visible sheet has content. */
async function hasMoreSheets(archive: Archive, book: Workbook): Promise<boolean> {
  for (const sheet of book.others.slice(0, mostSheets))
    for await (const _ of sheetRows(archive, { ...book, sheet }, [])) return true
  return false
}

export async function readXlsx(path: string): Promise<ReadTable> {
  const archive = await openArchive(path)
  const book = await openWorkbook(archive)
  const merges = await mergesOf(archive, book.sheet)
  let heads: Heads | undefined
  for await (const { line, cells } of sheetRows(archive, book, merges)) {
    const texts = Array.from(cells, (cell) => cell?.text ?? '')
    heads = new Heads(checked(texts, line, new Notes()))
    break
  }
  if (!heads) throw badTable('empty')
  const known = heads
  const notes = new Notes()
  if (await hasMoreSheets(archive, book)) notes.file('sheets')
  const rows = {
    async *[Symbol.asyncIterator]() {
      let first = true
      notes.start()
      for await (const row of sheetRows(archive, book, merges)) {
        if (!first) yield tableRow(known, row, notes)
        first = false
      }
      notes.finish()
    },
  }
  return { heads: known.names, rows, notes: notes.list }
}
