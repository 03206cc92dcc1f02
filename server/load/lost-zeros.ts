import type { RowDoubt } from './cell.ts'

const withoutZeros = (code: string) => code.replace(/^0+(?=\d)/, '')

/**
 * Values of a row that repeat the stored ones without their leading zeros, which spreadsheets drop from a table that is opened
 * and saved, or with a decimal that programs add (`7.0`): the stored ones stay, and it is told.
 * @param stored by column
 */
export function withStoredZeros<V extends object>(
  values: V,
  stored: { [K in keyof V]?: unknown },
): { values: V; doubts: RowDoubt[] } {
  const doubts: RowDoubt[] = []
  const kept: Partial<V> = {}
  for (const column of Object.keys(stored) as (keyof V & string)[]) {
    const [cell, value] = [values[column], stored[column]]
    if (typeof cell !== 'string' || typeof value !== 'string' || cell === value) continue
    if (!/^\d+(?:\.0)?$/.test(cell) || withoutZeros(value) !== withoutZeros(cell.replace(/\.0$/, ''))) continue
    kept[column] = value as V[typeof column & string]
    doubts.push({ column, code: 'zeros', values: { cell, value } })
  }
  return { values: { ...values, ...kept }, doubts }
}
