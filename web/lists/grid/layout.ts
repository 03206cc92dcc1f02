import type { ShownColumn } from '../columns/config.ts'
import type { ComponentName } from '../registry/names.ts'

/** Extra width of the first column, in pixels, so that its text aligns with the page margin. */
export const pagePadding = 12

/** Width of the checkbox column in pixels: the page margin and the box. */
export const chooseWidth = 36

/** Grid tracks, minimum row width, and offsets of pinned columns. All in pixels. */
export interface Layout {
  tracks: string
  width: number
  /** Left offset of each pinned column, in order. */
  sticky: readonly number[]
}

/**
 * Columns that fit beside an open panel: the last ones are left out first, which the panel shows. The pinned ones, those
 * of the order and those whose width the user set stay. `room`: width of the table, in pixels.
 */
export function fitting(
  columns: readonly ShownColumn[],
  room: number,
  { sorted, lead = 0 }: { sorted: readonly string[]; lead?: number },
): readonly ShownColumn[] {
  let width = layoutOf(columns, {}, lead).width
  const left = new Set<ShownColumn>()
  for (const one of columns.toReversed()) {
    if (width <= room) break
    const { sort } = one.column
    if (one.pinned || one.fixed || (sort !== undefined && sorted.includes(sort))) continue
    left.add(one)
    width -= ownWidth(one)
  }
  return columns.filter((one) => !left.has(one))
}

/** Components whose text gets truncated take more of the spare room; figures and badges always fit. */
const greedy: ReadonlySet<ComponentName> = new Set(['text', 'person'])

/** Least width of a date-time on two lines, "de 2026, 12:30 p. m." with the cell's margins, in pixels. */
const dateTimeWidth = 140
const leastWidth = ({ column }: ShownColumn): number =>
  column.component === 'date' && column.props?.['style'] !== 'day' ? dateTimeWidth : 0

/** Room for the widest figures: the declared width is that of an average code, and an ellipsis would take its end. */
const codeRoom = 10
const ownWidth = (one: ShownColumn): number =>
  Math.max(one.width, leastWidth(one)) + (one.component === 'code' && !one.fixed ? codeRoom : 0)

/**
 * Columns with a user-set width keep it; the others share the spare room. `lead` is the width before the first column.
 * The last track is the right page margin: it shrinks to zero and never causes scrolling.
 */
export function layoutOf(
  columns: readonly ShownColumn[],
  widths: Readonly<Partial<Record<string, number>>> = {},
  lead = 0,
): Layout {
  const sticky: number[] = []
  let width = lead
  const tracks = columns.map((one, place) => {
    const own = (widths[one.column.id] ?? ownWidth(one)) + (place === 0 && lead === 0 ? pagePadding : 0)
    if (one.pinned) sticky.push(width)
    width += own
    const exact = one.pinned || one.fixed || widths[one.column.id] !== undefined
    return exact ? `${own}px` : `minmax(${own}px, ${greedy.has(one.column.component) ? own * 2 : own}fr)`
  })
  const filler = tracks.every((track) => track.endsWith('px')) ? 'minmax(0, 1fr)' : `minmax(0, ${pagePadding}px)`
  return { tracks: [...(lead > 0 ? [`${lead}px`] : []), ...tracks, filler].join(' '), width, sticky }
}
