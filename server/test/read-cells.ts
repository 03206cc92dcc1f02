/** A table with one column of each kind, parsed as by a load. */
import * as z from 'zod/mini'
import { column, type Columns } from '../load/column.ts'
import { fileForms, readRow } from '../load/read-row.ts'
import type { CellType, TableRow } from '../load/table.ts'

const text = z.optional(z.string().check(z.maxLength(300)))
export const cellColumns = {
  code: column.code(text, 'código'),
  id: column.id(text, 'orden'),
  note: column.text(text, 'nota'),
  postal: column.fiveDigits(z.optional(z.string().check(z.regex(/^\d{5}$/))), 'cp'),
  feeder_m: column.whole(z.optional(z.int().check(z.minimum(0), z.maximum(60_000))), 'metros'),
  lat: column.degrees(z.optional(z.number().check(z.minimum(-90), z.maximum(90))), 'latitud'),
  power_dbm: column.number(z.optional(z.number().check(z.minimum(-50), z.maximum(10))), 'potencia'),
  width: column.number(z.optional(z.number().check(z.maximum(100_000))), 'ancho'),
  day: column.date(z.optional(z.iso.date()), 'día'),
  from: column.moment(text, 'desde'),
  key: column.boolean(z.optional(z.boolean()), 'llave'),
} satisfies Columns
export type CellName = keyof typeof cellColumns
const matching = new Map(Object.keys(cellColumns).map((name) => [name, name]))
export const row = (
  values: Partial<Record<CellName, string>> & Record<string, string>,
  more: Partial<TableRow> = {},
): TableRow => ({
  line: 2,
  values,
  tooMany: false,
  ...more,
})

/** The rows of one file, parsed as by a load. */
export async function readAll(rows: TableRow[]) {
  async function* each() {
    for (const one of rows) yield await Promise.resolve(one)
  }
  const forms = await fileForms({ [Symbol.asyncIterator]: each }, [{ columns: cellColumns, matching }])
  return rows.map((one) => readRow({ columns: cellColumns, matching, forms, loose: true }, one))
}
type Read = Awaited<ReturnType<typeof readAll>>[number]
export const valueOf = (read: Read | undefined, name: CellName) =>
  read && 'values' in read ? read.values[name] : read?.fault
export const doubtsOf = (read: Read | undefined) =>
  read && 'values' in read ? read.doubts.map(({ code }) => code) : null
export const isRefused = (read: Read | undefined) => read !== undefined && 'fault' in read
export const columnOf = async (name: CellName, cells: string[]) =>
  await readAll(cells.map((cell) => row({ [name]: cell })))
export const one = async (name: CellName, cell: string, type?: CellType) =>
  (await readAll([row({ [name]: cell }, type ? { types: { [name]: type } } : {})]))[0]
