import { useLayoutEffect, useRef } from 'react'
import type { RowStore } from '../data/row-store.ts'

interface Anchor {
  row: number
  id: number | null
}
interface Held {
  store: RowStore | null
  focus: Anchor
  top: Anchor
}
interface Options {
  store: RowStore
  /** Focused row and first visible row; null while the list is at its beginning. */
  focus: number
  top: number | null
  onFocus: (row: number) => void
  /** Called with the number of rows inserted (or, negative, removed) above the view. */
  onMove: (rows: number) => void
}

const nowhere: Anchor = { row: -1, id: null }

/** Keeps the previous record id for the row until the record now there is loaded. */
const anchorAt = (store: RowStore, row: number, before: Anchor): Anchor => ({
  row,
  id: store.row(row)?.id ?? (before.row === row ? before.id : null),
})

/** New index of the anchor's record when another record took its row; null if it stayed or is gone. */
function movedTo(store: RowStore, { row, id }: Anchor): number | null {
  const there = store.row(row)?.id
  if (id === null || there === undefined || there === id) return null
  return store.indexOf(id)
}

/**
 * Scroll anchoring: the focus stays with its record, and a scrolled list keeps its visible rows while rows are inserted
 * or removed above. A list at its beginning shows the new rows.
 */
export function useAnchor({ store, focus, top, onFocus, onMove }: Options): void {
  const held = useRef<Held>({ store: null, focus: nowhere, top: nowhere })
  useLayoutEffect(() => {
    const before = held.current.store === store ? held.current : { focus: nowhere, top: nowhere }
    const row = before.focus.row === focus ? movedTo(store, before.focus) : null
    const first = top !== null && before.top.row === top ? movedTo(store, before.top) : null
    if (row !== null) onFocus(row)
    if (first !== null) onMove(first - before.top.row)
    held.current = {
      store,
      focus: row === null ? anchorAt(store, focus, before.focus) : { row, id: before.focus.id },
      top: first === null ? anchorAt(store, top ?? -1, before.top) : { row: first, id: before.top.id },
    }
  })
}
