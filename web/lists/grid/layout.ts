import type { Shown } from '../columns/config.ts'

/** What the first column is wider than the others, so that its text begins at the page's margin. */
export const pagePadding = 12

/** Tracks of the grid, least width of a row, and where pinned columns stick. Widths in pixels. */
export interface Layout {
  tracks: string
  width: number
  /** Distance from the left edge of each pinned column, in order. */
  sticky: readonly number[]
}

/**
 * Columns with a width of their own keep it; the others share the spare room in proportion to theirs.
 */
export function layoutOf(columns: readonly Shown[], widths: Readonly<Partial<Record<string, number>>> = {}): Layout {
  const sticky: number[] = []
  let width = 0
  const tracks = columns.map((one, place) => {
    const own = (widths[one.column.id] ?? one.width) + (place === 0 ? pagePadding : 0)
    if (one.pinned) sticky.push(width)
    width += own
    const exact = one.pinned || one.fixed || widths[one.column.id] !== undefined
    return exact ? `${own}px` : `minmax(${own}px, ${own}fr)`
  })
  const filler = tracks.every((track) => track.endsWith('px')) ? ['minmax(0, 1fr)'] : []
  return { tracks: [...tracks, ...filler].join(' '), width, sticky }
}
