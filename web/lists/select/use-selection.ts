import { useMemo, useState } from 'react'
import { session } from '../../api/session.ts'
import type { RowStore } from '../data/row-store.ts'
import type { List } from '../define.ts'
import type { ListState } from '../state/url-state.ts'
import { maxSelected, noRows, extendSelection, toggleRow, addRows, type SelectedRows } from './selected-rows.ts'

export interface Selection {
  ids: ReadonlySet<number>
  /** Toggles a row; with `reach`, selects the range since the last pressed row. */
  press: (index: number, reach: boolean) => void
  /** Selects all loaded rows, or clears the selection if all are selected. */
  every: () => void
  /** Selects from the first row on, up to the limit. */
  first: () => Promise<void>
  clear: () => void
}

function actsOf(store: RowStore, change: (turn: (now: SelectedRows) => SelectedRows) => void): Omit<Selection, 'ids'> {
  const idAt = (index: number) => store.row(index)?.id
  return {
    press: (index, reach) => {
      const id = idAt(index)
      if (id !== undefined) change((now) => (reach ? extendSelection(now, index, idAt) : toggleRow(now, index, id)))
    },
    every: () => change((now) => (allOf(store, now.ids) === 'all' ? noRows : addRows(now, store.ids()))),
    first: async () => {
      const ids = await store.head(maxSelected)
      change(() => addRows(noRows, ids))
    },
    clear: () => change(() => noRows),
  }
}

/** Selection state of the loaded rows, for the header's checkbox. */
export function allOf(store: RowStore, ids: ReadonlySet<number>): 'all' | 'some' | 'none' {
  if (ids.size === 0) return 'none'
  return ids.size === maxSelected || store.ids().every((id) => ids.has(id)) ? 'all' : 'some'
}

/**
 * Row selection of a list with bulk actions: kept by id while rows are inserted, removed or moved; cleared when the
 * filter changes. Null for a list without bulk actions.
 */
export function useSelection(list: List, { filter, search }: ListState, store: RowStore): Selection | null {
  const subject = JSON.stringify([list.path, filter, search])
  const [held, setHeld] = useState({ subject, choice: noRows })
  const { ids } = held.subject === subject ? held.choice : noRows
  const acts = useMemo(
    () =>
      actsOf(store, (turn) =>
        setHeld((now) => ({ subject, choice: turn(now.subject === subject ? now.choice : noRows) })),
      ),
    [store, subject],
  )
  const needed = list.bulk?.privilege
  const allowed = needed !== undefined && !list.embedded && (needed === 'any' || session.can(needed))
  return useMemo(() => (allowed ? { ids, ...acts } : null), [allowed, ids, acts])
}
