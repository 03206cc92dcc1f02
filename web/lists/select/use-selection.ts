import { useMemo, useState } from 'react'
import { session } from '../../api/session.ts'
import type { RowStore } from '../data/row-store.ts'
import type { List } from '../define.ts'
import type { ListState } from '../state/url-state.ts'
import { most, nothing, reached, toggled, withMore, type Choice } from './choice.ts'

export interface Selection {
  ids: ReadonlySet<number>
  /** Chosen or no longer; `reach` takes everything since the last pressed row. */
  press: (index: number, reach: boolean) => void
  /** All rows that are held, or none when those are chosen already. */
  every: () => void
  /** From the first row on, as many as can be chosen. */
  first: () => Promise<void>
  clear: () => void
}

function actsOf(store: RowStore, change: (turn: (now: Choice) => Choice) => void): Omit<Selection, 'ids'> {
  const idAt = (index: number) => store.row(index)?.id
  return {
    press: (index, reach) => {
      const id = idAt(index)
      if (id !== undefined) change((now) => (reach ? reached(now, index, idAt) : toggled(now, index, id)))
    },
    every: () => change((now) => (allOf(store, now.ids) === 'all' ? nothing : withMore(now, store.ids()))),
    first: async () => {
      const rows = await store.head(most)
      change(() =>
        withMore(
          nothing,
          rows.map(({ id }) => id),
        ),
      )
    },
    clear: () => change(() => nothing),
  }
}

/** Whether the rows at hand are chosen: what the box in the head shows. */
export function allOf(store: RowStore, ids: ReadonlySet<number>): 'all' | 'some' | 'none' {
  if (ids.size === 0) return 'none'
  return ids.size === most || store.ids().every((id) => ids.has(id)) ? 'all' : 'some'
}

/**
 * The rows that a person has chosen, where the list has something to do with several: kept by id while rows come, go
 * and move; another filter begins anew. Null where nothing can be chosen.
 */
export function useSelection(list: List, { filter, search }: ListState, store: RowStore): Selection | null {
  const subject = JSON.stringify([list.path, filter, search])
  const [held, setHeld] = useState({ subject, choice: nothing })
  const { ids } = held.subject === subject ? held.choice : nothing
  const acts = useMemo(
    () =>
      actsOf(store, (turn) =>
        setHeld((now) => ({ subject, choice: turn(now.subject === subject ? now.choice : nothing) })),
      ),
    [store, subject],
  )
  const needed = list.bulk?.privilege
  const allowed = needed !== undefined && !list.embedded && (needed === 'any' || session.can(needed))
  return useMemo(() => (allowed ? { ids, ...acts } : null), [allowed, ids, acts])
}
