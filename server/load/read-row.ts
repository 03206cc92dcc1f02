/** Parses a row by its columns: values, or faults. */
import type { Usual } from '@hilo/domain/load-columns.ts'
import * as z from 'zod/mini'
import { unmarkFormulas } from '@hilo/domain/formula.ts'
import { text } from '../kernel/texts.ts'
import { validationDetails } from '../kernel/validation.ts'
import { NumberFinder } from './cell-number.ts'
import { refusedCell, type Cell, type Doubt, type RowDoubt } from './cell.ts'
import type { Columns, ValuesOf } from './column.ts'
import type { Matching } from './columns.ts'
import { DateFinder } from './date-forms.ts'
import { noForms, type FileForms } from './forms.ts'
import { faultsText, type RowFault } from './row-fault.ts'
import type { TableRow } from './table.ts'

/** `="00123"`: so exporters of CSV save the zeros of a text. */
const asFormula = /^="((?:[^"]|"")*)"$/

/** Text of a cell without what a download, an exporter or a spreadsheet adds: marks of texts and formulas, `\r`. */
function writtenText(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return asFormula.exec(text)?.[1]?.replaceAll('""', '"') ?? unmarkFormulas(text)
}

/** Context for parsing the rows of one table. */
interface RowReading<C extends Columns> {
  columns: C
  matching: Matching
  /** Headings that are not loaded, with their warning. */
  spare?: ReadonlyMap<string, 'ignored' | 'not_loaded'>
  /** Ignores cells of other columns. */
  loose?: boolean
  forms?: FileForms
  /** Usual range of a number column, by wire name; values outside are warned about. */
  usual?: Readonly<Record<string, Usual | undefined>>
}

export type ReadRow<C extends Columns> =
  | {
      values: ValuesOf<C>
      /** Stored value of each column of the file, as the lists show it. */
      shown: Record<string, string>
      doubts: RowDoubt[]
    }
  | {
      /** All faults as one text. */
      fault: string
      faults: readonly RowFault[]
      /** Values of the good cells, unless the row could not be split into cells. */
      good?: Partial<ValuesOf<C>>
      shown: Record<string, string>
    }

const cellAt = ({ values, types }: TableRow, head: string): Cell => ({
  text: writtenText(values[head] ?? ''),
  type: types?.[head],
})

/** Cells of the row without a column: a fault for each, or a warning if the column is not loaded. */
function leftOver<C extends Columns>({ matching, spare, loose }: RowReading<C>, { values }: TableRow) {
  const found = { faults: [] as RowFault[], doubts: [] as RowDoubt[] }
  if (loose) return found
  for (const head of Object.keys(values)) {
    if (values[head] === '' || matching.has(head)) continue
    const code = spare?.get(head)
    if (code === undefined) found.faults.push({ column: head, code: 'unknown', message: text('load.foreign_cell') })
    else found.doubts.push({ column: head, code })
  }
  return found
}

const limitDoubt = (value: unknown, usual: Usual | undefined): Doubt[] => {
  if (typeof value !== 'number' || usual === undefined) return []
  if (value < usual.min) return [{ code: 'low', values: { limit: String(usual.min).replace('.', ',') } }]
  return value > usual.max ? [{ code: 'high', values: { limit: String(usual.max).replace('.', ',') } }] : []
}

const issueFaults = (issues: readonly z.core.$ZodIssue[], name: string): RowFault[] =>
  validationDetails(issues, name).map(({ field, code, message }) => ({ column: field, code, message: text(message) }))

/** Parses one row; reports every faulty cell at once. */
export function readRow<C extends Columns>(reading: RowReading<C>, row: TableRow): ReadRow<C> {
  const { columns, matching, forms = noForms, usual = {} } = reading
  const asWritten = Object.fromEntries([...matching].map(([head, name]) => [name, row.values[head] ?? '']))
  const unreadable = (code: string, message: string) => ({
    fault: message,
    faults: [{ column: '', code, message }],
    shown: asWritten,
  })
  if (row.refusal !== undefined) return unreadable('row', row.refusal)
  if (row.tooMany) return unreadable('cells', text('load.too_many_cells'))
  const { faults, doubts } = leftOver(reading, row)
  const raw = new Map<string, unknown>()
  const broken = new Set<string>()
  const refuse = (name: string, code: string, message: string) => {
    broken.add(name)
    faults.push({ column: name, code, message })
  }
  for (const { head, cell, code, text: value } of row.faults ?? []) {
    const name = matching.get(head)
    if (name !== undefined) refuse(name, code, text(`load.cell.${code}`, { cell, value }))
  }
  for (const [head, name] of matching) {
    const cell = cellAt(row, head)
    const column = columns[name]
    if (cell.text === '' || broken.has(name) || !column) continue
    const parsed = refusedCell(cell) ?? column.read(cell, { name, head, forms })
    if ('fault' in parsed) refuse(name, parsed.code, parsed.fault)
    else if (parsed.value !== '') {
      raw.set(name, parsed.value)
      doubts.push(...(parsed.doubts ?? []).map((doubt) => ({ ...doubt, column: name })))
    }
  }
  const read: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(columns)) {
    if (broken.has(name)) continue
    const parsed = z.safeParse(schema, raw.get(name), { reportInput: true })
    if (!parsed.success) faults.push(...issueFaults(parsed.error.issues, name))
    else {
      read[name] = parsed.data
      doubts.push(...limitDoubt(parsed.data, usual[name]).map((doubt) => ({ ...doubt, column: name })))
    }
  }
  if (faults.length > 0)
    return { fault: faultsText(faults), faults, good: read as Partial<ValuesOf<C>>, shown: asWritten }
  return { values: read as ValuesOf<C>, shown: shownOf(columns, matching, read), doubts }
}

function shownOf(columns: Columns, matching: Matching, read: Record<string, unknown>): Record<string, string> {
  const names = [...matching.values()]
  return Object.fromEntries(
    names.map((name) => [name, read[name] == null ? '' : (columns[name]?.show(read[name]) ?? '')]),
  )
}

/** How the file writes numbers and dates: scans all rows, because the first ones may be ambiguous. */
export async function fileForms(
  rows: AsyncIterable<TableRow>,
  sets: readonly { columns: Columns; matching: Matching }[],
): Promise<FileForms> {
  const [numbers, dates] = [new NumberFinder(), new DateFinder()]
  const looks = sets.flatMap(({ columns, matching }) =>
    [...matching].flatMap(([head, name]) => {
      const { number, date } = columns[name] ?? {}
      const kind = number?.(name)
      if (kind) return [{ head, look: (cell: Cell) => numbers.look(head, cell, kind) }]
      return date ? [{ head, look: (cell: Cell) => dates.look(head, cell, date) }] : []
    }),
  )
  if (looks.length === 0) return noForms
  const loaded = new Set(looks.map(({ head }) => head))
  for await (const row of rows) {
    for (const { head, look } of looks) look(cellAt(row, head))
    for (const head of Object.keys(row.values)) if (!loaded.has(head)) dates.lookBeside(head, cellAt(row, head))
  }
  return { numbers: numbers.forms, dates: dates.forms }
}
