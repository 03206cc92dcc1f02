/**
 * Rows on their way from the process that reads a file to whoever takes them: one JSON array per line of a temporary file.
 * The file is read to its end before the first row is used, so that a transaction never waits for a reader.
 */
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { badTable, tableLimits, type TableRow } from './table.ts'

/** Line, 1 if there were too many cells, cells by the order of the heads, and what only some rows have. */
type SpooledRow = [number, 0 | 1, string[], Omit<TableRow, 'line' | 'tooMany' | 'values'>?]

const writeChars = 512 * 1024

/** Writes rows and holds them to the limits of a table. Its writes block: it belongs to the process that reads. */
export class SpoolWriter {
  readonly #heads: readonly string[]
  readonly #file: number
  #buffer = ''
  #rows = 0
  #chars = 0

  constructor(path: string, heads: readonly string[]) {
    this.#heads = heads
    this.#file = openSync(path, 'wx', 0o600)
  }

  /** @throws Problem VALIDATION for what is longer or more than a table may hold */
  add({ line, tooMany, values, ...more }: TableRow): void {
    this.#rows += 1
    if (this.#rows > tableLimits.rows) throw badTable('rows', { limit: tableLimits.rows })
    const cells = this.#heads.map((head) => values[head] ?? '')
    this.#measure(line, cells)
    const row: SpooledRow = [line, tooMany ? 1 : 0, cells]
    if (Object.keys(more).length > 0) row.push(more)
    this.#buffer += `${JSON.stringify(row)}\n`
    if (this.#buffer.length >= writeChars) this.#flush()
  }

  #measure(line: number, cells: readonly string[]): void {
    let chars = 0
    for (const cell of cells) {
      if (cell.length > tableLimits.cellChars) throw badTable('cell', { line, limit: tableLimits.cellChars })
      chars += cell.length
    }
    this.#chars += chars
    if (chars > tableLimits.rowChars || this.#chars > tableLimits.tableChars) throw badTable('too_large')
  }

  #flush(): void {
    writeSync(this.#file, this.#buffer)
    this.#buffer = ''
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }
}

async function* lines(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const parts = `${rest}${String(chunk)}`.split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}

/** The rows of a spool, as often as they are gone through. */
export function spooledRows(path: string, heads: readonly string[]): AsyncIterable<TableRow> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const text of lines(path)) {
        const [line, tooMany, cells, more] = JSON.parse(text) as SpooledRow
        const values = Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? '']))
        yield { line, values, tooMany: tooMany === 1, ...more }
      }
    },
  }
}
