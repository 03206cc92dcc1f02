/** Faults of an answer to a file, by comparison with other readers. */
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { loadColumns, type LoadKind } from '@hilo/domain/load-columns.ts'
import { agrees } from './files-agree.ts'
import { cellKind } from './files-cells.ts'
import { broken, type TrueCell, type Truth } from './files-truth.ts'

type Loaded = LoadAnswer['record']

interface Judged {
  /** Cells whose shown value was compared. */
  compared: number
  faults: string[]
}

const isEmpty = (cell: TrueCell) => cell === null || (typeof cell === 'string' && cell.trim() === '')
const told = (cell: TrueCell) => (cell === broken ? 'no value' : JSON.stringify(cell))

/** True if the answer warns about a cell. */
function isWarned({ warnings }: Loaded, line: number, name: string): boolean {
  return warnings.some(
    ({ column, lines }) => (column === name || column === '') && (lines.length === 0 || lines.includes(line)),
  )
}

/** True if a preview's value of a cell equals the other reader's. */
function isRight(table: LoadKind, name: string, cell: TrueCell, shown: string): boolean {
  const column = loadColumns[table].find((one) => one.name === name)
  return agrees(cellKind(column ?? { name, head: '' }, table), cell, shown, column?.words)
}

/** Every cell that a preview accepts without a warning must equal the other reader's. */
export function judge(table: LoadKind, answer: Loaded, truth: Truth, reader: string): Judged {
  const judged: Judged = { compared: 0, faults: [] }
  const byHead = new Map(answer.columns.map(({ head, name }) => [head, name]))
  const byLine = new Map(answer.results.map((one) => [one.line, one]))
  for (const [line, cells] of truth.rows) {
    if (cells.every(isEmpty)) continue
    const result = byLine.get(line)
    if (!result) judged.faults.push(`${reader}: nothing is said of line ${line}`)
    if (!result?.ok) continue
    for (const [at, cell] of cells.entries()) {
      const head = truth.heads[at]?.trim() ?? ''
      const name = byHead.get(head)
      if (name === undefined) {
        const unread = !isEmpty(cell) && !isWarned(answer, line, head)
        if (unread) judged.faults.push(`${reader}: ${head || at} is left out in silence: ${told(cell)}`)
        continue
      }
      const shown = result.values?.[name]
      judged.compared += 1
      if (shown !== undefined && (isRight(table, name, cell, shown) || isWarned(answer, line, name))) continue
      judged.faults.push(`${reader}: ${table}.${name} says ${told(cell)} and shows ${JSON.stringify(shown)}`)
    }
  }
  return judged
}
