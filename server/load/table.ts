import { Problem } from '@hilo/domain/problem.ts'
import { text } from '../kernel/texts.ts'

/** Type of a cell in the file. Text cells, and all cells of untyped formats, have none. */
export type CellType = 'number' | 'date' | 'datetime' | 'boolean'

/** A faulty cell that looks empty: its row is refused. */
export interface CellFault {
  head: string
  /** Cell reference in its sheet: `C7`. */
  cell: string
  /**
   * `error`: an error value. `no_value`: an uncalculated formula. `merged`: part of cells merged across columns.
   * `unreadable`: a missing shared string, or an invalid boolean or date.
   */
  code: 'error' | 'no_value' | 'merged' | 'unreadable'
  /** Content: `#N/A`, the formula, the merged range `B7:D7`, or the raw value. */
  text: string
}

/** One row of a table as text; `line`: line number in its file, from 1. */
export interface TableRow {
  line: number
  /** By heading; '' for an empty or missing cell. */
  values: Record<string, string>
  /** More cells than headings. */
  tooMany: boolean
  /** The cells without a heading, if there are any. */
  extra?: string[]
  /** By heading, only for typed cells. */
  types?: Record<string, CellType>
  faults?: CellFault[]
  /** Why the row is unreadable, as a Spanish sentence; its values are the readable part. */
  refusal?: string
}

/** A note on how a file was read. */
export interface TableNote {
  code: string
  /** Spanish sentence. */
  message: string
  lines?: number[]
}

/** A table from the reader of one format. */
export interface ReadTable {
  heads: string[]
  /** Can be iterated more than once. */
  rows: AsyncIterable<TableRow>
  /** Headings derived from a geometry. */
  derived?: readonly string[]
  /** Headings that the format may have cut short. */
  cut?: readonly string[]
  /** Complete after the rows were iterated. */
  notes?: TableNote[]
}

/** A table of any format. Its rows can be iterated repeatedly, and are never all in memory. */
export interface Table {
  heads: string[]
  /** Headings derived from a geometry, which may be unused. */
  derived: readonly string[]
  /** Headings that the format may have cut short: each stands for the only column that begins with it. */
  cut: readonly string[]
  rows: AsyncIterable<TableRow>
  notes: readonly TableNote[]
  /** Pictures of the same archive, in its order. */
  pictures: readonly PackedFile[]
}

export interface PackedFile {
  /** With its folders. */
  entry: string
  name: string
  /** False for a format that is not accepted. */
  accepted: boolean
  bytes: number
  /** @throws Problem VALIDATION if the content differs from the archive's metadata */
  read(): Promise<Buffer>
}

/** Every limit of reading a file. Characters are UTF-16 units. */
export const tableLimits = {
  rows: 1_000_000,
  columns: 100,
  /** Characters of one cell, or of one shared string. */
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
  /** Parts of a workbook held in memory. */
  sharedTexts: 4_000_000,
  styles: 65_536,
  merges: 100_000,
  /** Maximum expansion factor of an archive entry, from `ratioFromBytes` on. */
  ratio: 250,
  ratioFromBytes: 8 << 20,
  /** Heap of the process that reads one file, MB. */
  heapMb: 256,
  /** Processor time for one file: a base, and more for each of its megabytes. */
  readCpuMs: 20_000,
  readCpuMsPerMb: 3000,
  /** After which a reader that uses no processor time stands still; a starved one gets a little every few seconds. */
  readStillMs: 60_000,
  /** What a busy machine may take by the clock, as a multiple, where processor time cannot be read. */
  readWallTimes: 5,
} as const

type TableFault =
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
  | 'links'
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
  | 'wal'

/** A file that is no table, with a sentence on the remedy. */
export function badTable(fault: TableFault, values: Record<string, string | number> = {}): Problem {
  const message = text(`load.${fault}`, values)
  return new Problem('VALIDATION', { details: [{ field: 'file', code: fault, message }] })
}

/** Refuses a file with several layers, of which it names the first. */
export const severalLayers = (names: readonly string[]): Problem =>
  badTable('layers', { names: names.join(', ').slice(0, 200) })

/** Normalizes headings for comparison: no accents, lower case, `_` between words. */
export function foldHead(head: string): string {
  return head
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '_')
    .replace(/^_|_$/g, '')
}

/** Headings of the columns that a file of results has in front of those that were loaded: what became of a row, and why. */
export const resultColumns = [text('load.outcome'), text('load.message')] as const
const foldedResults = resultColumns.map(foldHead)
export const isResultHead = (head: string): boolean => foldedResults.includes(foldHead(head))

/** Headings that a file of results has added, if it is one: both are there. */
export function resultHeads(heads: readonly string[]): string[] {
  const own = heads.filter(isResultHead)
  return own.length === resultColumns.length ? own : []
}

/** Also one that was encoded twice: a program took the file for Windows-1252. */
const byteOrderMark = /^(?:\uFEFF|ï»¿)+/

/** `Notes`, as far as a row needs it. */
interface LineNotes {
  line(code: string, line: number): void
}

/**
 * Assigns cells to headings.
 * @throws Problem VALIDATION for duplicate, empty or too many headings
 */
export class Heads {
  readonly names: string[]
  readonly #at: number[]
  readonly #byColumn: ReadonlyMap<number, string>

  /** @param cells repaired by `checked` where the format has no encoding of its own */
  constructor(cells: readonly string[]) {
    const used = cells
      .map((cell) => cell.replace(byteOrderMark, ''))
      .flatMap((cell, at) => (cell.trim() === '' ? [] : [{ name: cell.trim(), at }]))
    if (used.length === 0) throw badTable('heads')
    const own = resultHeads(used.map(({ name }) => name))
    if (used.length - own.length > tableLimits.columns) throw badTable('columns', { limit: tableLimits.columns })
    this.names = used.map(({ name }) => name)
    this.#at = used.map(({ at }) => at)
    this.#byColumn = new Map(used.map(({ name, at }) => [at, name]))
    if (new Set(this.names.map(foldHead)).size < this.names.length) throw badTable('heads')
  }

  /** The heading of a column, counted from 0. */
  at(column: number): string | undefined {
    return this.#byColumn.get(column)
  }

  /** Cells before the first heading (row numbers of other programs) are ignored. @param notes gets a note of each such line */
  row(line: number, cells: readonly string[], notes?: LineNotes): TableRow {
    const values = Object.fromEntries(this.names.map((name, i) => [name, (cells[this.#at[i] ?? -1] ?? '').trim()]))
    const [first = 0] = this.#at
    const extra = cells.filter((cell, at) => at > first && cell.trim() !== '' && !this.#byColumn.has(at))
    if (cells.slice(0, first).some((cell) => cell.trim() !== '')) notes?.line('no_head', line)
    return { line, values, tooMany: extra.length > 0, ...(extra.length > 0 && { extra }) }
  }
}
