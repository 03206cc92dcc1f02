/** Tables on PDF papers: columns as wide as their content needs, longer cells in several lines. */
import type { Color } from '@hilo/domain/status.ts'
import { bottom, inks, keepTogether, left, paperColor, top, width } from './paper.ts'
import { heightOf, widthOf, write, type Doc, type Style } from './paper-text.ts'

interface Column {
  key: string
  head: string
}
/** A row's colour names its state unless it is green. */
interface Row {
  cells: Readonly<Record<string, string>>
  color?: Color
}
interface Cell {
  words: string
  /** In one line, pt. */
  width: number
}
interface Line {
  style: Style
  cells: Cell[]
}

const headStyle: Style = { size: 8.5, bold: true, ink: inks.soft }
/** Space around the text of a cell, pt. */
const inner = { left: 4, right: 6, top: 4, bottom: 3 }
const sides = inner.left + inner.right

function rowStyle({ color = 'success' }: Row): Style {
  const plainly = color === 'success' || color === 'accent'
  return { size: 9, bold: color === 'danger', ink: plainly ? inks.ink : paperColor[color].ink }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/**
 * Widths of columns in `room`, all in pt: each what its longest cell takes; where that is too much, its longest word, which
 * may be a code, and a share of the rest; where that is too much, the longest words are broken and no others.
 */
export function columnWidths(cells: readonly number[], wordsOf: () => readonly number[], room: number): number[] {
  const spare = room - sum(cells)
  if (spare >= 0) return cells.map((cell) => cell + spare / cells.length)
  const words = wordsOf()
  const rest = room - sum(words)
  if (rest < 0) return atMost(words, room)
  return words.map((word, i) => word + (((cells[i] ?? word) - word) * rest) / (sum(cells) - sum(words)))
}

/** Numbers of a larger sum, the largest made equal so that the sum is `room`. */
function atMost(numbers: readonly number[], room: number): number[] {
  let [rest, count] = [room, numbers.length]
  for (const one of numbers.toSorted((a, b) => a - b)) {
    if (one > rest / count) break
    rest -= one
    count -= 1
  }
  return numbers.map((one) => Math.min(one, rest / count))
}

function drawLine(doc: Doc, { style, cells }: Line, widths: readonly number[], height: number): void {
  const y = doc.y + inner.top
  let x = left + inner.left
  for (const [i, { words }] of cells.entries()) {
    const [wide = 0, options] = [widths[i], { ...style, height, ellipsis: true }]
    if (words) write(doc, words, { x, y }, { ...options, width: wide - sides })
    x += wide
  }
  doc.y = y + height + inner.bottom
}

function underline(doc: Doc, [thickness, ink]: readonly [number, string]): void {
  doc
    .lineWidth(thickness)
    .strokeColor(ink)
    .moveTo(left, doc.y)
    .lineTo(left + width, doc.y)
    .stroke()
}

/** A table; its headings repeat on every page. */
export function drawTable(doc: Doc, columns: readonly Column[], rows: readonly Row[]): void {
  const widest = (pieces: string[], style: Style) =>
    Math.ceil(Math.max(...pieces.map((one) => widthOf(doc, one, style))))
  const lineOf = (style: Style, texts: string[]): Line => ({
    style,
    cells: texts.map((words) => ({ words, width: widest(words.split('\n'), style) })),
  })
  const heads = lineOf(headStyle, columns.map(({ head }) => head)) // prettier-ignore
  const lines = rows.map((row) => lineOf(rowStyle(row), columns.map(({ key }) => row.cells[key] ?? ''))) // prettier-ignore
  const longest = (of: (cell: Cell, style: Style) => number) =>
    columns.map((_, i) => {
      const column = [heads, ...lines].map(({ style, cells }) => of(cells[i] ?? { words: '', width: 0 }, style))
      return sides + column.reduce((a, b) => Math.max(a, b))
    })
  const widths = columnWidths(
    longest((cell) => cell.width),
    () => longest(({ words }, style) => widest(words.split(/[ \n]/), style)),
    width,
  )
  const heightOfLine = ({ style, cells }: Line) =>
    Math.max(...cells.map(({ words }, i) => heightOf(doc, words, { ...style, width: (widths[i] ?? 0) - sides })))
  const headHeight = heightOfLine(heads)
  const drawHeads = () => {
    drawLine(doc, heads, widths, headHeight)
    underline(doc, [0.8, inks.soft])
  }
  const most = bottom - top - headHeight - 2 * (inner.top + inner.bottom)
  const [first] = lines
  keepTogether(doc, headHeight + (first ? Math.min(heightOfLine(first), most) : 0) + 2 * (inner.top + inner.bottom))
  drawHeads()
  for (const line of lines) {
    const height = Math.min(heightOfLine(line), most)
    if (doc.y + inner.top + height + inner.bottom > bottom) {
      doc.addPage()
      drawHeads()
    }
    drawLine(doc, line, widths, height)
    underline(doc, [0.5, inks.line])
  }
  doc.x = left
}
