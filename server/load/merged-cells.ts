/** Merged cells of a sheet: a value is repeated down its merged rows; a merge across columns is a fault. */
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

/** True if the sheet mentions merges. The ranges come after all rows, and most sheets have none. */
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
  // Columns beyond the limit are ignored.
  const right = Math.min(columnOf(to), tableLimits.columns * 2)
  return { range, top: Number(top), bottom: Number(bottom), left: columnOf(from), right }
}

/** Merged ranges of a sheet by first row. */
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

/** Effect of a merge on one cell of a row. */
interface MergedCell {
  column: number
  /** The repeated value; absent for a merge across columns. */
  value?: CellValue
  range: string
}

/** Applies the merges while iterating the rows of a sheet from the top. */
export class MergeWalk {
  readonly #merges: readonly Merge[]
  #next = 0
  /** Active merge by column, with the value of its first cell. */
  readonly #active = new Map<number, { merge: Merge; value: CellValue }>()

  constructor(merges: readonly Merge[]) {
    this.#merges = merges
  }

  /** @param at the row's own value of a column; '' without one */
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
