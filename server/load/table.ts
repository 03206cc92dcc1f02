import { Problem } from '@hilo/domain/problem.ts'
import { text } from '../http/texts.ts'

/** What a file says a cell is. Text cells, and every cell of a format without types, have no type. */
export type CellType = 'number' | 'date' | 'datetime' | 'boolean'

/** A cell that looks empty and is not: its row cannot be taken. */
export interface CellFault {
  head: string
  /** Where the cell stands in its sheet: `C7`. */
  cell: string
  /**
   * `error`: an error value. `no_value`: a formula that no program has calculated. `merged`: part of cells merged across columns.
   * `unreadable`: a shared text that is not there, or a boolean or date that is none.
   */
  code: 'error' | 'no_value' | 'merged' | 'unreadable'
  /** What stands there: `#N/A`, the formula, the merged range `B7:D7`, or the raw value. */
  text: string
}

/** One row of a table as text; `line` is where it stands in its file, as a person counts. */
export interface TableRow {
  line: number
  /** By head; a cell that is empty or missing is ''. */
  values: Record<string, string>
  /** There were more cells than heads. */
  tooMany: boolean
  /** By head, only of cells whose file says a type. */
  types?: Record<string, CellType>
  faults?: CellFault[]
  /** Why nothing could be made of the row, as a Spanish sentence; its values are what could be read all the same. */
  refusal?: string
}

/** What people should know of how a file was read. */
export interface TableNote {
  code: string
  /** Spanish sentence. */
  message: string
  lines?: number[]
}

/** A table as a reader of one format gives it. */
export interface ReadTable {
  heads: string[]
  /** May be gone through more than once. */
  rows: AsyncIterable<TableRow>
  /** Heads that follow from a geometry. */
  derived?: readonly string[]
  /** Complete once the rows have been gone through. */
  notes?: TableNote[]
}

/** A table of any format. Its rows can be gone through more than once, and are never all in memory. */
export interface Table {
  heads: string[]
  /** Heads that follow from a geometry: they may be of no use. */
  derived: readonly string[]
  rows: AsyncIterable<TableRow>
  notes: readonly TableNote[]
  /** Pictures that came in the same archive, by file name without folders. */
  pictures: ReadonlyMap<string, PackedFile>
}

export interface PackedFile {
  name: string
  bytes: number
  /** @throws Problem VALIDATION when the archive holds something else than it says */
  read(): Promise<Buffer>
}

/** Every limit of reading a file. Characters are UTF-16 units. */
export const tableLimits = {
  rows: 1_000_000,
  columns: 100,
  /** Characters of one cell, or of one text that cells share. */
  cellChars: 4096,
  /** Characters of one row, or of one element of a GeoJSON. */
  rowChars: 256 * 1024,
  /** Characters of all cells together. */
  tableChars: 256 << 20,
  /** Unpacked bytes of the parts of a spreadsheet or archive. */
  sheetBytes: 600 << 20,
  sharedBytes: 100 << 20,
  pictureBytes: 10 << 20,
  entries: 5000,
  /** Parts of a workbook that stay in memory. */
  sharedTexts: 4_000_000,
  styles: 65_536,
  merges: 100_000,
  /** Times that a part of an archive may grow when it is unpacked, once it has `ratioFromBytes`. */
  ratio: 250,
  ratioFromBytes: 8 << 20,
  /** Old space of the process that reads one file. */
  heapMb: 256,
  /** Processor time for one file: a base, and more for each of its megabytes. A busy machine may take `readWallTimes` as long. */
  readCpuMs: 20_000,
  readCpuMsPerMb: 3000,
  readWallTimes: 5,
} as const

export type TableFault =
  | 'format'
  | 'encoding'
  | 'empty'
  | 'heads'
  | 'rows'
  | 'columns'
  | 'cell'
  | 'too_large'
  | 'too_many_files'
  | 'layers'
  | 'no_dbf'
  | 'no_properties'
  | 'no_table'
  | 'broken'
  | 'crs'
  | 'crs_metres'
  | 'stranger'
  | 'memory'
  | 'ratio'
  | 'xls'
  | 'xlsb'
  | 'ods'
  | 'numbers'
  | 'password'
  | 'time'

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
  readonly #byColumn: ReadonlyMap<number, string>

  constructor(cells: readonly string[]) {
    const used = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ name: cell.trim(), at }]))
    if (used.length === 0) throw badTable('heads')
    if (used.length > tableLimits.columns) throw badTable('columns', { limit: tableLimits.columns })
    this.names = used.map(({ name }) => name)
    this.#at = used.map(({ at }) => at)
    this.#byColumn = new Map(used.map(({ name, at }) => [at, name]))
    if (new Set(this.names.map(foldHead)).size < this.names.length) throw badTable('heads')
  }

  /** The head of a column, counted from 0. */
  at(column: number): string | undefined {
    return this.#byColumn.get(column)
  }

  row(line: number, cells: readonly string[]): TableRow {
    const values = Object.fromEntries(this.names.map((name, i) => [name, (cells[this.#at[i] ?? -1] ?? '').trim()]))
    return { line, values, tooMany: cells.some((cell, at) => cell.trim() !== '' && !this.#byColumn.has(at)) }
  }
}
