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
  /** The row that has the focus, and the first in view; null while the list stands at its beginning. */
  focus: number
  top: number | null
  onFocus: (row: number) => void
  /** So many rows came above what is in view, or went. */
  onMove: (rows: number) => void
}

const nowhere: Anchor = { row: -1, id: null }

/** The record of before in the same row, for as long as it is not known which one stands there now. */
const anchorAt = (store: RowStore, row: number, before: Anchor): Anchor => ({
  row,
  id: store.row(row)?.id ?? (before.row === row ? before.id : null),
})

/** Where the anchor's record stands now that another has its place; null where it stays or is gone. */
function movedTo(store: RowStore, { row, id }: Anchor): number | null {
  const there = store.row(row)?.id
  if (id === null || there === undefined || there === id) return null
  return store.indexOf(id)
}

/**
 * What somebody looks at stays in its place while rows come and go above it: the focus stays with its record, and a list
 * that was scrolled with the rows in view. A list at its beginning shows what is new.
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
