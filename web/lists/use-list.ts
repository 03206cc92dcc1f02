import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '../ui/toasts.tsx'
import { isDefault, mergeColumns, storeColumns, type SavedView, type Shown } from './columns/config.ts'
import { saveConfig, useConfig } from './columns/ui-config.ts'
import { useRows } from './data/use-rows.ts'
import { sortOf } from './data/wire-sort.ts'
import type { List } from './define.ts'
import { listFilters } from './state/filter-text.ts'
import { useListState } from './state/use-list-state.ts'
import { text } from '../ui/text.ts'
import { toSavedView, useViewCounts, useViews, type ShownView } from './views/use-views.ts'

export interface ListOptions {
  /** Filter that the screen itself sets, as it travels: `{ cto_id: 12 }`. */
  fixed?: Record<string, unknown> | undefined
}

/** Everything a list screen knows and can do, drawn by the desk's table and the phone's cards alike. */
export function useList(list: List, { fixed }: ListOptions = {}) {
  const config = useConfig(list.embedded ? '' : list.path)
  const views = useViews(list, config?.views)
  const [state, change] = useListState(list, views)
  const [turn, setTurn] = useState(0)
  const query = useMemo(
    () => ({
      filter: { ...listFilters(list, state.filter, Date.now()), ...fixed },
      search: state.search,
      sort: sortOf(list, state),
    }),
    // `turn`: after a refresh "hoy" may be another day.
    [list, state.filter, state.search, state.sort, fixed, turn],
  )
  const { store, waiting } = useRows(list.path, query)
  const columns = useMemo(() => mergeColumns(list.columns, config?.columns), [list, config?.columns])
  const counts = useViewCounts(list, views, fixed, store.total !== null && !list.embedded, turn)
  const active =
    state.view !== null && store.total !== null && !waiting ? { value: store.total, exact: store.exact } : null
  const shownCounts = active && state.view !== null ? { ...counts, [state.view]: active } : counts

  const keep = useRef({ config, columns, state })
  useEffect(() => {
    keep.current = { config, columns, state }
  })
  const save = useCallback(
    async (part: { columns?: readonly Shown[]; views?: SavedView[] }) => {
      if (list.embedded) return
      const { config, columns } = keep.current
      const shown = part.columns ?? columns
      const kept = await saveConfig(list.path, {
        // A person who changed no column gets those that are added later.
        columns: isDefault(list.columns, shown) ? [] : storeColumns(shown),
        ...(config?.density && { density: config.density }),
        views: part.views ?? config?.views ?? [],
      })
      if (!kept) toast.error(text('list.config.local'))
    },
    [list],
  )
  const setView = useCallback(
    (view: ShownView) => change({ view: view.id, filter: view.filter, search: view.search, sort: view.sort }),
    [change],
  )
  const saveView = useCallback(
    (name: string) => {
      const { config, state } = keep.current
      const others = (config?.views ?? []).filter((view) => view.name !== name)
      void save({ views: [...others, toSavedView(list, name, state)] })
      change({ view: `@${name}` }, 'replace')
    },
    [list, save, change],
  )
  const deleteView = useCallback(
    (view: ShownView) =>
      void save({ views: (keep.current.config?.views ?? []).filter(({ name }) => name !== view.label) }),
    [save],
  )
  const refresh = useCallback(() => {
    store.refresh()
    setTurn((now) => now + 1)
  }, [store])
  const clear = useCallback(() => change({ filter: {}, search: '' }), [change])
  return {
    list,
    state,
    change,
    views,
    counts: shownCounts,
    store,
    waiting,
    query,
    columns,
    config,
    save,
    setView,
    saveView,
    deleteView,
    refresh,
    clear,
    filtered: Object.keys(state.filter).length > 0 || state.search !== '',
  }
}
export type ListModel = ReturnType<typeof useList>
