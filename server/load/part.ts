/** A kind of rows of a load: its columns, and what is done with a batch of them. */
import type { LoadKind } from '@hilo/domain/load-columns.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import { text } from '../http/texts.ts'
import type { RowDoubt } from './cell.ts'
import type { Columns, ValuesOf } from './column.ts'
import type { Downloaded } from './columns.ts'
import type { TableRow } from './table.ts'

/** What became of one row. */
export type Outcome =
  | { ok: true; done: 'created' | 'updated' | 'unchanged'; id: number; doubts?: readonly RowDoubt[]; warning?: string }
  | { ok: false; code: ProblemCode; message: string }

export interface LoadedRow<V> {
  line: number
  values: V
}

/** Rows of one kind: how they are read and what is done with them. */
export interface Part {
  /** What people are told of its columns: usual ranges come from there. */
  kind?: LoadKind
  columns: Columns
  /** What its rows are in the audit, and what the audit keeps of one: nothing that has to be forgotten. */
  entity?: string
  kept?: (values: never) => object
  /** The list whose download may come back. */
  list?: Downloaded
  /** Which rows of the table are of this kind; without it all are. */
  of?: (row: TableRow) => boolean
  /** Its rows may hold anything in other columns. */
  loose?: true
  /** Rows that are in memory, and in one savepoint, at once; fewer where one row makes many. */
  batch?: number
  /** What must not come twice in a table. */
  key?: (values: never) => string | undefined
  apply(rows: readonly LoadedRow<never>[]): Promise<Outcome[]>
}

/** A kind of rows, its types kept together: `apply` answers one outcome per row, in their order. */
export function part<C extends Columns>(made: {
  kind?: LoadKind
  columns: C
  entity?: string
  kept?: (values: ValuesOf<C>) => object
  list?: Downloaded
  of?: (row: TableRow) => boolean
  loose?: true
  batch?: number
  key?: (values: ValuesOf<C>) => string | undefined
  apply(rows: readonly LoadedRow<ValuesOf<C>>[]): Promise<Outcome[]>
}): Part {
  return made
}

export function refused(code: ProblemCode, message = text(`problem.${code}`)): Outcome {
  return { ok: false, code, message }
}
