/** Faults of a row: each names its column, so that all of them are reported at once. */
import { text } from '../kernel/texts.ts'

export interface RowFault {
  /** Wire name of the column, or its heading if it has none; '' for the row as a whole. */
  column: string
  code: string
  /** Spanish sentence without the column. */
  message: string
}

/** All faults as one text, each with its column. */
export const faultsText = (faults: readonly RowFault[]): string =>
  faults.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`)).join(' ')

/** Faults of the columns without which a record cannot be created. */
export const missingFaults = (columns: readonly string[]): RowFault[] =>
  columns.map((column) => ({ column, code: 'required', message: text('load.fields_missing') }))

/** Fault of a cell whose code or name belongs to nothing. */
export const unknownFault = (column: string, code: string): RowFault => ({
  column,
  code: 'not_found',
  message: text('load.unknown_code', { code }),
})
