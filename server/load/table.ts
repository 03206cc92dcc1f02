import { Problem } from '@hilo/domain/problem.ts'
import { text } from '../http/texts.ts'

/** One row of a table as text; `line` is where it stands in its file, as a person counts. */
export interface TableRow {
  line: number
  /** By head; a cell that is empty or missing is ''. */
  values: Record<string, string>
  /** There were more cells than heads. */
  tooMany: boolean
}

/** A table of any format. Its rows can be gone through more than once, and are never all in memory. */
export interface Table {
  heads: string[]
  /** Heads that follow from a geometry: they may be of no use. */
  derived: readonly string[]
  rows: AsyncIterable<TableRow>
  /** Pictures that came in the same archive, by file name without folders. */
  pictures: ReadonlyMap<string, PackedFile>
}

export interface PackedFile {
  name: string
  bytes: number
  /** @throws Problem VALIDATION when the archive holds something else than it says */
  read(): Promise<Buffer>
}

export const tableLimits = {
  rows: 1_000_000,
  columns: 100,
  /** Characters of one row, or of one element of a GeoJSON. */
  rowChars: 256 * 1024,
  /** Unpacked bytes of the parts of a spreadsheet or archive. */
  sheetBytes: 600 << 20,
  sharedBytes: 100 << 20,
  pictureBytes: 10 << 20,
  entries: 5000,
} as const

export type TableFault =
  | 'format'
  | 'encoding'
  | 'empty'
  | 'heads'
  | 'rows'
  | 'columns'
  | 'too_large'
  | 'too_many_files'
  | 'no_table'
  | 'broken'
  | 'geometry'

/** A file that is no table, in a sentence that says what to do about it. */
export function badTable(fault: TableFault, values: Record<string, string | number> = {}): Problem {
  const message = text(`load.${fault}`, values)
  return new Problem('VALIDATION', { details: [{ field: 'file', code: fault, message }] })
}

/** Heads as they are compared: no accents, lower case, `_` between words. */
export function foldHead(head: string): string {
  return head
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '_')
    .replace(/^_|_$/g, '')
}

/**
 * Cells by their heads.
 * @throws Problem VALIDATION for heads that repeat, say nothing at all, or are too many
 */
export class Heads {
  readonly names: string[]
  readonly #at: number[]

  constructor(cells: readonly string[]) {
    const used = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ name: cell.trim(), at }]))
    if (used.length === 0) throw badTable('heads')
    if (used.length > tableLimits.columns) throw badTable('columns', { limit: tableLimits.columns })
    this.names = used.map(({ name }) => name)
    this.#at = used.map(({ at }) => at)
    if (new Set(this.names.map(foldHead)).size < this.names.length) throw badTable('heads')
  }

  row(line: number, cells: readonly string[]): TableRow {
    const values = Object.fromEntries(this.names.map((name, i) => [name, (cells[this.#at[i] ?? -1] ?? '').trim()]))
    return { line, values, tooMany: cells.some((cell, at) => cell.trim() !== '' && !this.#at.includes(at)) }
  }
}
