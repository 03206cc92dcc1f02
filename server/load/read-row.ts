/** A row by its columns: its values, or why it cannot be taken. */
import type { Usual } from '@hilo/domain/load-columns.ts'
import * as z from 'zod/mini'
import { text } from '../http/texts.ts'
import { validationDetails } from '../http/validation.ts'
import { FormFinder, noForms, type NumberForms } from './cell-number.ts'
import { refusedCell, type Cell, type Doubt, type RowDoubt } from './cell.ts'
import type { Columns, ValuesOf } from './column.ts'
import type { Matching } from './columns.ts'
import type { TableRow } from './table.ts'
import { writtenText } from './written.ts'

/** How the rows of one table are read. */
export interface RowReading<C extends Columns> {
  columns: C
  matching: Matching
  /** Heads that hold nothing that is loaded, with the doubt that says why. */
  spare?: ReadonlyMap<string, 'ignored' | 'not_loaded'>
  /** Cells of any other column are nobody's concern here. */
  loose?: boolean
  forms?: NumberForms
  /** Range outside of which a number of a column is doubted, by wire name. */
  usual?: Readonly<Record<string, Usual | undefined>>
}

export type ReadRow<C extends Columns> =
  | {
      values: ValuesOf<C>
      /** What is kept of each column that the file has, as the lists show it. */
      shown: Record<string, string>
      doubts: RowDoubt[]
    }
  | { fault: string; shown: Record<string, string> }

const cellAt = ({ values, types }: TableRow, head: string): Cell => ({
  text: writtenText(values[head] ?? ''),
  type: types?.[head],
})

/** What of the row stands in no column; a refusal, or a doubt for each cell that is left out. */
function leftOver<C extends Columns>(reading: RowReading<C>, { values }: TableRow): RowDoubt[] | { fault: string } {
  const { matching, spare, loose } = reading
  if (loose) return []
  const heads = Object.keys(values).filter((head) => values[head] !== '' && !matching.has(head))
  const foreign = heads.filter((head) => !spare?.has(head))
  if (foreign.length > 0) return { fault: `${foreign.join(', ')}: ${text('validation.unknown')}` }
  return heads.map((head) => ({ column: head, code: spare?.get(head) ?? 'ignored' }))
}

const limitDoubt = (value: unknown, usual: Usual | undefined): Doubt[] => {
  if (typeof value !== 'number' || usual === undefined) return []
  if (value < usual.min) return [{ code: 'low', values: { limit: String(usual.min).replace('.', ',') } }]
  return value > usual.max ? [{ code: 'high', values: { limit: String(usual.max).replace('.', ',') } }] : []
}

const faultText = (issues: readonly z.core.$ZodIssue[], name: string) =>
  validationDetails(issues, name).map((one) => `${one.field}: ${text(one.message)}`)

/** Reads one row; every fault of its cells is told at once. */
export function readRow<C extends Columns>(reading: RowReading<C>, row: TableRow): ReadRow<C> {
  const { columns, matching, forms = noForms, usual = {} } = reading
  const asWritten = Object.fromEntries([...matching].map(([head, name]) => [name, row.values[head] ?? '']))
  const refused = (fault: string) => ({ fault, shown: asWritten })
  if (row.refusal !== undefined) return refused(row.refusal)
  if (row.tooMany) return refused(text('load.too_many_cells'))
  const left = leftOver(reading, row)
  if ('fault' in left) return refused(left.fault)
  const faults: string[] = []
  const doubts: RowDoubt[] = left
  const raw = new Map<string, unknown>()
  const broken = new Set<string>()
  const refuse = (name: string, fault: string) => {
    broken.add(name)
    faults.push(`${name}: ${fault}`)
  }
  for (const { head, cell, code, text: value } of row.faults ?? []) {
    const name = matching.get(head)
    if (name !== undefined) refuse(name, text(`load.cell.${code}`, { cell, value }))
  }
  for (const [head, name] of matching) {
    const cell = cellAt(row, head)
    const column = columns[name]
    if (cell.text === '' || broken.has(name) || !column) continue
    const said = refusedCell(cell) ?? column.read(cell, { name, head, forms })
    if ('fault' in said) refuse(name, said.fault)
    else if (said.value !== '') {
      raw.set(name, said.value)
      doubts.push(...(said.doubts ?? []).map((doubt) => ({ ...doubt, column: name })))
    }
  }
  const read: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(columns)) {
    if (broken.has(name)) continue
    const parsed = z.safeParse(schema, raw.get(name), { reportInput: true })
    if (!parsed.success) faults.push(...faultText(parsed.error.issues, name))
    else {
      read[name] = parsed.data
      doubts.push(...limitDoubt(parsed.data, usual[name]).map((doubt) => ({ ...doubt, column: name })))
    }
  }
  if (faults.length > 0) return refused(faults.join(' '))
  return { values: read as ValuesOf<C>, shown: shownOf(columns, matching, read), doubts }
}

function shownOf(columns: Columns, matching: Matching, read: Record<string, unknown>): Record<string, string> {
  const names = [...matching.values()]
  return Object.fromEntries(
    names.map((name) => [name, read[name] == null ? '' : (columns[name]?.show(read[name]) ?? '')]),
  )
}

/** How the file writes its numbers: all its rows are looked at, because the first ones may not show it. */
export async function numberForms(
  rows: AsyncIterable<TableRow>,
  sets: readonly { columns: Columns; matching: Matching }[],
): Promise<NumberForms> {
  const kinds = new Map(
    sets.flatMap(({ columns, matching }) =>
      [...matching].flatMap(([head, name]) => {
        const kind = columns[name]?.number?.(name)
        return kind ? [[head, kind] as const] : []
      }),
    ),
  )
  if (kinds.size === 0) return noForms
  const finder = new FormFinder()
  for await (const row of rows) for (const [head, kind] of kinds) finder.look(head, cellAt(row, head), kind)
  return finder.forms
}
