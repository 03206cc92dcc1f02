import type { Shown } from '../columns/config.ts'
import type { ComponentName } from '../registry/names.ts'

/** What the first column is wider than the others, so that its text begins at the page's margin. */
export const pagePadding = 12

/** Width of the column of boxes, where rows can be chosen: the page's margin and the box. */
export const chooseWidth = 36

/** Tracks of the grid, least width of a row, and where pinned columns stick. Widths in pixels. */
export interface Layout {
  tracks: string
  width: number
  /** Distance from the left edge of each pinned column, in order. */
  sticky: readonly number[]
}

/** What is cut short in a narrow column takes more of the spare room than figures and badges, which have what they need. */
const greedy: ReadonlySet<ComponentName> = new Set(['text', 'person', 'date'])

/**
 * Columns with a width of their own keep it; the others share the spare room. `lead` is the width of what stands before
 * them. The last track is the page's margin at the right: it is there while there is room, and makes nothing scroll.
 */
export function layoutOf(
  columns: readonly Shown[],
  widths: Readonly<Partial<Record<string, number>>> = {},
  lead = 0,
): Layout {
  const sticky: number[] = []
  let width = lead
  const tracks = columns.map((one, place) => {
    const own = (widths[one.column.id] ?? one.width) + (place === 0 && lead === 0 ? pagePadding : 0)
    if (one.pinned) sticky.push(width)
    width += own
    const exact = one.pinned || one.fixed || widths[one.column.id] !== undefined
    return exact ? `${own}px` : `minmax(${own}px, ${greedy.has(one.column.component) ? own * 2 : own}fr)`
  })
  const filler = tracks.every((track) => track.endsWith('px')) ? 'minmax(0, 1fr)' : `minmax(0, ${pagePadding}px)`
  return { tracks: [...(lead > 0 ? [`${lead}px`] : []), ...tracks, filler].join(' '), width, sticky }
}
