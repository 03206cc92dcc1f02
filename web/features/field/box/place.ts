/** Position of a port in the box, for a spoken direction. Pure. */

const rowsOf = (total: number) => Math.max(1, Math.ceil(total / 8))
const columnsOf = (total: number) => Math.min(8, total)

/** Text key of the row, and number of positions from the nearer edge. */
export function placeOf(port: number, total: number): { row: string; edge: 'left' | 'right'; nth: number } {
  const columns = columnsOf(total)
  const rows = rowsOf(total)
  const row = Math.floor((port - 1) / columns)
  const column = (port - 1) % columns
  const left = column + 1
  const right = columns - column
  return { row: rowName(row, rows), edge: left <= right ? 'left' : 'right', nth: Math.min(left, right) }
}

function rowName(row: number, rows: number): string {
  if (rows === 1) return 'only'
  if (row === 0) return 'top'
  if (row === rows - 1) return 'bottom'
  return rows === 3 ? 'middle' : row === 1 ? 'second' : 'third'
}
