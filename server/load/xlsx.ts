import type yauzl from 'yauzl'
import { badTable, Heads, tableLimits, type TableRow } from './table.ts'
import { XmlReader, type XmlHandler } from './xml.ts'
import { asFault, openArchive, type Archive } from './zip.ts'

/** Rows of the first sheet of a workbook, read as they are unpacked. */

async function* pieces(archive: Archive, entry: yauzl.Entry, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of await archive.open(entry, limit)) yield decoder.decode(chunk as Buffer, { stream: true })
  } catch (error) {
    throw asFault(error)
  }
}

async function walk(archive: Archive, name: string, handler: Partial<XmlHandler>): Promise<boolean> {
  const entry = archive.entries.find(({ fileName }) => fileName === name)
  if (!entry) return false
  const whole: XmlHandler = { open: () => {}, close: () => {}, text: () => {}, ...handler }
  const reader = new XmlReader(whole)
  for await (const piece of pieces(archive, entry, tableLimits.sharedBytes)) push(reader, piece)
  return true
}

function push(reader: XmlReader, piece: string): void {
  try {
    reader.push(piece)
  } catch (error) {
    throw asFault(error)
  }
}

/** Where the first sheet is kept. */
async function firstSheet(archive: Archive): Promise<string> {
  let id: string | undefined
  let target: string | undefined
  await walk(archive, 'xl/workbook.xml', {
    open: (name, found) => {
      if (name === 'sheet') id ??= found['id']
    },
  })
  await walk(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, found) => {
      if (name === 'Relationship' && found['Id'] === id) target ??= found['Target']
    },
  })
  if (target === undefined) throw badTable('no_table')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Texts that several cells share; phonetic notes are left out. */
async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = []
  let [inside, note] = [false, false]
  let current = ''
  await walk(archive, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') current = ''
      if (name === 'rPh') note = true
      if (name === 't') inside = true
    },
    text: (value) => {
      if (inside && !note) current += value
    },
    close: (name) => {
      if (name === 't') inside = false
      if (name === 'rPh') note = false
      if (name === 'si') texts.push(current)
    },
  })
  return texts
}

const isDateFormat = (code: string) => /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** Which cell styles show a number as a date. */
async function dateStyles(archive: Archive): Promise<Set<number>> {
  const formats = new Set(builtInDates)
  const styles = new Set<number>()
  let [inCells, count] = [false, 0]
  await walk(archive, 'xl/styles.xml', {
    open: (name, found) => {
      if (name === 'numFmt' && isDateFormat(found['formatCode'] ?? '')) formats.add(Number(found['numFmtId']))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      if (formats.has(Number(found['numFmtId'] ?? 0))) styles.add(count)
      count += 1
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

const dayMs = 86_400_000
/** Days since 1899-12-30, as spreadsheets count, as civil date or date and time. */
function dateText(serial: number): string {
  const date = new Date(Math.round((serial - 25_569) * dayMs))
  if (Number.isNaN(date.getTime())) return String(serial)
  const text = date.toISOString().slice(0, 19)
  return Number.isInteger(serial) ? text.slice(0, 10) : text
}

/** `AB12` → 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const char of reference) {
    if (char < 'A' || char > 'Z') break
    column = column * 26 + char.charCodeAt(0) - 64
  }
  return column - 1
}

interface Cells {
  line: number
  cells: string[]
}

/** Collects whole rows from the tags of a sheet. */
class SheetRows implements XmlHandler {
  readonly #shared: readonly string[]
  readonly #dates: ReadonlySet<number>
  #row: Cells = { line: 0, cells: [] }
  #type = ''
  #style = 0
  #column = -1
  #value = ''
  #inside = false
  done: Cells[] = []

  constructor(shared: readonly string[], dates: ReadonlySet<number>) {
    this.#shared = shared
    this.#dates = dates
  }

  open(name: string, found: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#row = { line: Number(found['r'] ?? this.#row.line + 1), cells: [] }
      this.#column = -1
    } else if (name === 'c') {
      this.#column = found['r'] ? columnOf(found['r']) : this.#column + 1
      this.#type = found['t'] ?? 'n'
      this.#style = Number(found['s'] ?? 0)
      this.#value = ''
    } else if (name === 'v' || name === 't') this.#inside = true
  }

  text(value: string): void {
    if (!this.#inside) return
    this.#value += value
    if (this.#value.length > tableLimits.rowChars) throw badTable('too_large')
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inside = false
    else if (name === 'c') this.#put()
    else if (name === 'row') this.done.push(this.#row)
  }

  #put(): void {
    // A sheet may place a cell in its last column; what lies beyond the limit can only be too much.
    const column = Math.min(this.#column, tableLimits.columns * 2)
    while (this.#row.cells.length <= column) this.#row.cells.push('')
    this.#row.cells[column] = this.#shown()
  }

  #shown(): string {
    if (this.#type === 's') return this.#shared[Number(this.#value)] ?? ''
    if (this.#type === 'b') return this.#value === '1' ? 'true' : 'false'
    if (this.#type === 'e') return ''
    if (this.#type !== 'n' || this.#value === '') return this.#value
    return this.#dates.has(this.#style) ? dateText(Number(this.#value)) : this.#value
  }
}

async function* sheetRows(archive: Archive, sheet: string): AsyncGenerator<Cells> {
  const entry = archive.entries.find(({ fileName }) => fileName === sheet)
  if (!entry) throw badTable('no_table')
  const rows = new SheetRows(await sharedTexts(archive), await dateStyles(archive))
  const reader = new XmlReader(rows)
  for await (const piece of pieces(archive, entry, tableLimits.sheetBytes)) {
    push(reader, piece)
    const { done } = rows
    rows.done = []
    yield* done
  }
}

const filled = ({ cells }: Cells) => cells.some((cell) => cell.trim() !== '')

export async function readXlsx(path: string): Promise<{ heads: string[]; rows: AsyncIterable<TableRow> }> {
  const archive = await openArchive(path)
  const sheet = await firstSheet(archive)
  let heads: Heads | undefined
  for await (const row of sheetRows(archive, sheet)) {
    if (!filled(row)) continue
    heads = new Heads(row.cells)
    break
  }
  if (!heads) throw badTable('empty')
  const known = heads
  const rows = {
    async *[Symbol.asyncIterator]() {
      let count = -1
      for await (const row of sheetRows(archive, sheet)) {
        if (!filled(row)) continue
        count += 1
        if (count > tableLimits.rows) throw badTable('rows', { limit: tableLimits.rows })
        if (count > 0) yield known.row(row.line, row.cells)
      }
    },
  }
  return { heads: known.names, rows }
}
