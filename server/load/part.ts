/** A kind of rows of a load: columns, and the function that applies a batch. */
import type { LoadKind } from '@hilo/domain/load-columns.ts'
import type { Problem, ProblemCode } from '@hilo/domain/problem.ts'
import { text } from '../kernel/texts.ts'
import type { RowDoubt } from './cell.ts'
import type { Columns, ValuesOf } from './column.ts'
import type { Downloaded } from './columns.ts'
import { faultsText, type RowFault } from './row-fault.ts'
import type { TableRow } from './table.ts'

export interface Refusal {
  ok: false
  code: ProblemCode
  message: string
  /** The faults behind the message, if they are known one by one. */
  faults?: readonly RowFault[]
}
/** Result of one row. */
export type Outcome =
  | { ok: true; done: 'created' | 'updated' | 'unchanged'; id: number; doubts?: readonly RowDoubt[]; warning?: string }
  | Refusal

export interface LoadedRow<V> {
  line: number
  values: V
}

/** A row with faulty cells: the values of the others, and the faulty columns. */
export interface BrokenRow<V> {
  values: Partial<V>
  broken: ReadonlySet<string>
}

interface PartOf<V> {
  /** Kind in the help texts, which define the usual ranges and the headings. */
  kind?: LoadKind
  columns: Columns
  /** Entity in the audit, and the audited fields: no personal data. */
  entity?: string
  kept?: (values: V) => object
  /** The list whose download can be loaded. */
  list?: Downloaded
  /** Selects the rows of this kind; all by default. */
  of?: (row: TableRow) => boolean
  /** Ignores cells of other columns. */
  loose?: true
  /** Rows per batch, which is one savepoint; fewer if one row writes many. */
  batch?: number
  /** Key that must be unique in a table. */
  key?: (values: V) => string | undefined
  apply(rows: readonly LoadedRow<V>[]): Promise<Outcome[]>
  /** Further faults of rows that are refused already: what their good cells name in vain, or lack. Changes nothing. */
  check?(rows: readonly BrokenRow<V>[]): Promise<RowFault[][]>
}

/** Loader of one kind of rows. */
export type Part = PartOf<never>

/** Defines a loader with consistent types: `apply` returns one outcome per row, `check` one list, in order. */
export function part<C extends Columns>(made: PartOf<ValuesOf<C>> & { columns: C }): Part {
  return made
}

export function refused(code: ProblemCode, message = text(`problem.${code}`)): Refusal {
  return { ok: false, code, message }
}

/** Refuses a row for its cells. */
export function refusedCells(
  faults: readonly RowFault[],
  code: ProblemCode = faults.some((one) => one.code === 'not_found') ? 'NOT_FOUND' : 'VALIDATION',
): Refusal {
  return { ok: false, code, message: faultsText(faults), faults }
}

/** Refuses a row for what a call would answer. @param columnOf the column of a field that has another name */
export function refusedBy({ code, extra }: Problem, columnOf: Readonly<Record<string, string>> = {}): Refusal {
  const faults = (extra.details ?? []).map(({ field, code: why, message }) => ({
    column: field === 'query' ? '' : (columnOf[field] ?? field),
    code: why,
    message: text(message),
  }))
  return faults.length > 0 ? refusedCells(faults, code) : refused(code)
}
