import type { RowDoubt } from './cell.ts'

const withoutZeros = (code: string) => code.replace(/^0+(?=\d)/, '')

/**
 * Keeps the stored value, with a warning, where the row's differs only by what programs change in digits: leading zeros that
 * spreadsheets drop, and a decimal that others add (`7.0`).
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
