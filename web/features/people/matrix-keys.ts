import type { KeyboardEvent } from 'react'
import { sections, type Grant } from './matrix.ts'

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

/** Checkbox of a row nearest to a column. */
function nearest(row: Element | undefined, column: number): HTMLInputElement | undefined {
  return boxes(row).toSorted((one, other) => Math.abs(columnOf(one) - column) - Math.abs(columnOf(other) - column))[0]
}

/** Target of a navigation key, as in the ARIA grid pattern. */
function target(event: KeyboardEvent, from: HTMLInputElement, table: HTMLTableElement): HTMLInputElement | undefined {
  const rows = [...table.rows].filter((row) => boxes(row).length > 0)
  const row = from.closest('tr')
  const at = rows.findIndex((one) => one === row)
  const { key } = event
  if (key === 'Home' || key === 'End') return boxes(rows[at]).at(key === 'Home' ? 0 : -1)
  const [down, right] = steps[key] ?? [0, 0]
  if (right !== 0) {
    const own = boxes(rows[at])
    return own[own.indexOf(from) + right]
  }
  if (down === 0) return undefined
  const next = Math.max(0, Math.min(rows.length - 1, at + down))
  return next === at ? undefined : nearest(rows[next], columnOf(from))
}

/** Runs `act` once a checkbox exists: distant sections render when they come near. */
function whenThere(find: () => HTMLInputElement | undefined | null, turns = 30): void {
  const box = find()
  if (box) {
    box.focus()
    box.scrollIntoView({ block: 'center' })
  } else if (turns > 0) requestAnimationFrame(() => whenThere(find, turns - 1))
}

/** Scrolls to a cell and focuses it. */
export function goToCell(grant: Grant): void {
  const section = sections.find(({ rows }) => rows.some(({ cells }) => Object.values(cells).includes(grant)))
  document.querySelector(`[data-section="${section?.key ?? ''}"]`)?.scrollIntoView({ block: 'nearest' })
  whenThere(() => document.querySelector<HTMLInputElement>(`[data-grant="${grant}"] > input`))
}

/** Moves the focus within the table. */
export function moveInGrid(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const { target: from } = event
  if (!table || !(from instanceof HTMLInputElement) || event.altKey) return
  if (event.key === 'Enter') {
    // Enter toggles a checkbox instead of submitting the form.
    event.preventDefault()
    from.click()
    return
  }
  if (!(event.key in steps) && event.key !== 'Home' && event.key !== 'End') return
  event.preventDefault()
  if ((event.ctrlKey || event.metaKey) && !(event.key in steps)) {
    const end = event.key === 'End' ? -1 : 0
    const body = [...table.tBodies].at(end)
    body?.scrollIntoView({ block: 'nearest' })
    whenThere(() => nearest([...(body?.rows ?? [])].filter((row) => boxes(row).length > 0).at(end), columnOf(from)))
    return
  }
  const to = target(event, from, table)
  to?.focus()
  to?.scrollIntoView({ block: 'nearest' })
}
