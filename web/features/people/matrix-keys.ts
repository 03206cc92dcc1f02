import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-8, 0],
  PageDown: [8, 0],
}
const boxes = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLInputElement>('td > input') ?? [])]
const columnOf = (box: HTMLInputElement) => (box.parentElement as HTMLTableCellElement).cellIndex

/** The box of a row that is nearest to a column. */
function nearest(row: Element | undefined, column: number): HTMLInputElement | undefined {
  return boxes(row).toSorted((one, other) => Math.abs(columnOf(one) - column) - Math.abs(columnOf(other) - column))[0]
}

/** Where a key leads to from a box of the table: as in any grid. */
function target(event: KeyboardEvent, from: HTMLInputElement, table: HTMLTableElement): HTMLInputElement | undefined {
  const rows = [...table.rows].filter((row) => boxes(row).length > 0)
  const row = from.closest('tr')
  const at = rows.findIndex((one) => one === row)
  const { key } = event
  if (key === 'Home' || key === 'End') {
    const whole = event.ctrlKey || event.metaKey
    const wanted = whole ? (key === 'Home' ? rows[0] : rows.at(-1)) : rows[at]
    return whole ? nearest(wanted, columnOf(from)) : boxes(wanted).at(key === 'Home' ? 0 : -1)
  }
  const [down, right] = steps[key] ?? [0, 0]
  if (right !== 0) {
    const own = boxes(rows[at])
    return own[own.indexOf(from) + right]
  }
  if (down === 0) return undefined
  const next = Math.max(0, Math.min(rows.length - 1, at + down))
  return next === at ? undefined : nearest(rows[next], columnOf(from))
}

/** Moves the focus within the table. */
export function moveInGrid(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const { target: from } = event
  if (!table || !(from instanceof HTMLInputElement) || event.altKey) return
  if (event.key === 'Enter') {
    // A press on a box, never the sending of the form around it.
    event.preventDefault()
    from.click()
    return
  }
  if (!(event.key in steps) && event.key !== 'Home' && event.key !== 'End') return
  event.preventDefault()
  const to = target(event, from, table)
  to?.focus()
  to?.scrollIntoView({ block: 'nearest' })
}
