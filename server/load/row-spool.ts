/**
 * Spool of rows from the reader process to the server: one JSON array per line of a temporary file. The file is parsed
 * completely before the first row is used, so that a transaction never waits for a reader.
 */
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { badTable, tableLimits, type TableRow } from './table.ts'

/** Line, 1 for too many cells, cells in order of the headings, and optional parts. */
type SpooledRow = [number, 0 | 1, string[], Omit<TableRow, 'line' | 'tooMany' | 'values'>?]

const writeChars = 512 * 1024

/** Writes rows and enforces the limits of a table. Writes synchronously: for the reader process only. */
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

  /** @throws Problem VALIDATION if a limit of tables is exceeded */
  add({ line, tooMany, values, ...more }: TableRow): void {
    this.#rows += 1
    if (this.#rows > tableLimits.rows) throw badTable('rows', { limit: tableLimits.rows })
    const cells = this.#heads.map((head) => values[head] ?? '')
    this.#measure(line, more.extra ? [...cells, ...more.extra] : cells)
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

/**
 * The rows of a spool; can be iterated repeatedly.
 * @param without headings whose cells are left out
 */
export function spooledRows(
  path: string,
  heads: readonly string[],
  without: readonly string[] = [],
): AsyncIterable<TableRow> {
  const columns = heads.flatMap((head, at) => (without.includes(head) ? [] : [{ head, at }]))
  return {
    async *[Symbol.asyncIterator]() {
      for await (const text of lines(path)) {
        const [line, tooMany, cells, more] = JSON.parse(text) as SpooledRow
        const values = Object.fromEntries(columns.map(({ head, at }) => [head, cells[at] ?? '']))
        yield { line, values, tooMany: tooMany === 1, ...more }
      }
    },
  }
}
