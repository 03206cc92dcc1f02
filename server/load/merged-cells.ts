/** Cells that are merged in a sheet: a column's value goes down over its merged rows; what is merged across columns is a fault. */
import type yauzl from 'yauzl'
import type { CellValue } from './cell-text.ts'
import { columnOf } from './cell-text.ts'
import { badTable, tableLimits } from './table.ts'
import { partBytes, walkSheet } from './workbook-parts.ts'
import { textPieces } from './xml-stream.ts'
import type { Archive } from './zip.ts'

export interface Merge {
  range: string
  top: number
  bottom: number
  left: number
  right: number
}

const word = 'mergeCell'

/** Whether the word stands anywhere in the sheet. The ranges come after all rows, and most sheets have none. */
async function mentionsMerges(archive: Archive, sheet: yauzl.Entry): Promise<boolean> {
  let rest = ''
  for await (const piece of textPieces(partBytes(archive, sheet, tableLimits.sheetBytes))) {
    const text = rest + piece
    if (text.includes(word)) return true
    rest = text.slice(-word.length)
  }
  return false
}

function mergeOf(range: string): Merge | undefined {
  const [, from = '', top = '', to = '', bottom = ''] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(range) ?? []
  if (bottom === '') return undefined
  // What lies beyond the columns that are read does not matter.
  const right = Math.min(columnOf(to), tableLimits.columns * 2)
  return { range, top: Number(top), bottom: Number(bottom), left: columnOf(from), right }
}

/** Merged ranges of a sheet by their first row. */
export async function mergesOf(archive: Archive, sheet: yauzl.Entry): Promise<Merge[]> {
  const merges: Merge[] = []
  if (!(await mentionsMerges(archive, sheet))) return merges
  const steps = walkSheet(archive, sheet, {
    open: (name, { ref = '' }) => {
      const merge = name === word ? mergeOf(ref.replaceAll('$', '')) : undefined
      if (!merge) return
      if (merges.length >= tableLimits.merges) throw badTable('too_large')
      merges.push(merge)
    },
  })
  for await (const _ of steps);
  return merges.toSorted((a, b) => a.top - b.top)
}

/** What a merge makes of one cell of a row. */
export interface MergedCell {
  column: number
  /** The value that comes down; without it the cell is part of a merge across columns. */
  value?: CellValue
  range: string
}

/** Goes through the merges with the rows of a sheet, from the top down. */
export class MergeWalk {
  readonly #merges: readonly Merge[]
  #next = 0
  /** By column: the merge that covers it now, with the value of its first cell. */
  readonly #active = new Map<number, { merge: Merge; value: CellValue }>()

  constructor(merges: readonly Merge[]) {
    this.#merges = merges
  }

  /** @param at the row's own value of a column; '' where there is none */
  cellsOf(line: number, at: (column: number) => CellValue): MergedCell[] {
    for (; (this.#merges[this.#next]?.top ?? Infinity) <= line; this.#next += 1) {
      const merge = this.#merges[this.#next]
      if (!merge) continue
      const value = merge.top === line ? at(merge.left) : { text: '' }
      for (let column = merge.left; column <= merge.right; column += 1) this.#active.set(column, { merge, value })
    }
    const cells: MergedCell[] = []
    for (const [column, { merge, value }] of this.#active) {
      if (merge.bottom < line) this.#active.delete(column)
      else if (value.text.trim() !== '' && (column > merge.left || line > merge.top))
        cells.push({ column, range: merge.range, ...(column === merge.left && { value }) })
    }
    return cells
  }
}
