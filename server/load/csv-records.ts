import { tableLimits } from './table.ts'

/**
 * Records of a CSV from its lines. An unclosed quote refuses only its own line: the lines that it would have swallowed are
 * parsed again.
 */
export interface CsvRecord {
  line: number
  cells: string[]
  /** Why its cells could not be split. */
  fault?: 'quotes' | 'long'
}

interface TextLine {
  line: number
  text: string
  long: boolean
}

/** More cells than this are too many in any case. */
const mostCells = tableLimits.columns * 2

interface Cut {
  cells: string[]
  /** Text of a quoted cell that continues on the next line. */
  open: string | null
  faulty: boolean
  /** Separators before the end of a quoted cell that continues from the line before. */
  swallowed: number
}

const count = (text: string, what: string) => text.split(what).length - 1

/** Index of the closing quote: the first that is not doubled. */
function closing(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** Splits one line into cells; `before` is the text of an open quoted cell from the line before. */
function cut(text: string, separator: string, before: string | null): Cut {
  const made: Cut = { cells: [], open: null, faulty: false, swallowed: 0 }
  let at = 0
  let quoted = before
  for (;;) {
    if (quoted === null && made.cells.length === mostCells) return rest(made, text.slice(at), separator)
    if (quoted === null) {
      let start = at
      while (text[start] === ' ') start += 1
      if (text[start] === '"') {
        at = start + 1
        quoted = ''
      }
    }
    let next: number
    if (quoted === null) {
      const end = text.indexOf(separator, at)
      next = end === -1 ? text.length : end
      const cell = text.slice(at, next)
      if (cell.includes('"') && count(cell, '"') % 2 === 1) made.faulty = true
      made.cells.push(cell)
    } else {
      const end = closing(text, at)
      const inside = text.slice(at, end === -1 ? undefined : end)
      if (before !== null && made.cells.length === 0) made.swallowed = count(inside, separator)
      const value: string = quoted + inside.replaceAll('""', '"')
      if (end === -1) return { ...made, open: value }
      made.cells.push(value)
      quoted = null
      next = end + 1
      while (text[next] === ' ') next += 1
      if (next < text.length && text[next] !== separator) return { ...made, faulty: true }
    }
    if (next >= text.length) return made
    at = next + 1
  }
}

/** Excess cells count as one, unless they are empty. */
function rest(made: Cut, text: string, separator: string): Cut {
  const more = text.replaceAll(separator, '').trim()
  if (more !== '') made.cells.push(more)
  return made
}

/** Assembles lines into records. */
export class RecordCutter {
  readonly #separator: string
  readonly #width: number
  /** Lines of the record with an open quoted cell, their cells so far, and their characters. */
  #lines: TextLine[] = []
  #cells: string[] = []
  #open: string | null = null
  #chars = 0

  /** @param width columns of the table, 0 while unknown */
  constructor(separator: string, width: number) {
    this.#separator = separator
    this.#width = width
  }

  /** Whether the next line goes on with a quoted cell. */
  get isOpen(): boolean {
    return this.#open !== null
  }

  push(line: TextLine): CsvRecord[] {
    const records: CsvRecord[] = []
    // Lines are parsed from the end of the queue, because there may be many.
    const waiting = [line]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { record, again } = this.#take(next)
      if (record) records.push(record)
      for (const one of again.toReversed()) waiting.push(one)
    }
    return records
  }

  /** The open record at the end of the file. */
  rest(): CsvRecord[] {
    const records: CsvRecord[] = []
    while (this.#open !== null) {
      const { record, again } = this.#giveUp()
      if (record) records.push(record)
      for (const line of again) records.push(...this.push(line))
    }
    return records
  }

  #take(line: TextLine): { record?: CsvRecord; again: TextLine[] } {
    const fresh = this.#open === null
    this.#lines.push(line)
    this.#chars += line.text.length + 1
    if (line.long || this.#chars > tableLimits.rowChars) {
      if (!fresh) return this.#giveUp()
      return { record: this.#done({ line: line.line, cells: [], fault: 'long' }), again: [] }
    }
    const found = cut(line.text, this.#separator, this.#open === null ? null : `${this.#open}\n`)
    // The text inside the quoted cell looks like whole rows.
    const rows = !fresh && this.#width > 1 && found.swallowed >= this.#width - 1
    if (found.faulty || rows) {
      if (!fresh) return this.#giveUp()
      return { record: this.#done({ line: line.line, cells: [], fault: 'quotes' }), again: [] }
    }
    this.#cells.push(...found.cells)
    this.#open = found.open
    if (found.open !== null) return { again: [] }
    return { record: this.#done({ line: this.#lines[0]?.line ?? line.line, cells: this.#cells }), again: [] }
  }

  /** Only the line that opened the quote is faulty. */
  #giveUp(): { record?: CsvRecord; again: TextLine[] } {
    const [first, ...again] = this.#lines
    return { record: this.#done({ line: first?.line ?? 0, cells: [], fault: 'quotes' }), again }
  }

  #done(record: CsvRecord): CsvRecord {
    this.#lines = []
    this.#cells = []
    this.#open = null
    this.#chars = 0
    return record
  }
}
