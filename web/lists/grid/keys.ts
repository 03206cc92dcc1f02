/** Keyboard handling of the grid: key → new focus or action. Pure. */
export interface Focus {
  row: number
  /** Column within the row; -1 for the row itself. */
  column: number
}
interface GridSize {
  rows: number
  columns: number
  /** Rows per Page Up/Down. */
  page: number
}

const rowOf: Partial<Record<string, (row: number, size: GridSize) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row, size) => row + size.page,
  PageUp: (row, size) => row - size.page,
  Home: () => 0,
  End: (_, size) => size.rows - 1,
}
const columnOf: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** The next focus, or null when the key does not move it. */
export function moveFocus(key: string, at: Focus, size: GridSize): Focus | null {
  const row = rowOf[key]
  if (row) return { ...at, row: Math.min(size.rows - 1, Math.max(0, row(at.row, size))) }
  const step = columnOf[key]
  if (step === undefined) return null
  return { ...at, column: Math.min(size.columns - 1, Math.max(-1, at.column + step)) }
}
