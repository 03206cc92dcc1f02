import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../api/clock.ts'
import { toast } from '../kit/toasts.tsx'
import { configKeys } from './columns/config-keys.ts'
import { wantedFields } from './fields.ts'
import { isDefault, mergeColumns, storeColumns, type SavedView, type ShownColumn } from './columns/config.ts'
import { saveConfig, useConfig, useShared } from './columns/ui-config.ts'
import { useRows } from './data/use-rows.ts'
import { useLiveRows } from './data/use-live-rows.ts'
import type { RowQuery } from './data/row-store.ts'
import type { List } from './define.ts'
import { listFilters } from './state/filter-text.ts'
import { sameFilter, type ListState } from './state/url-state.ts'
import { useSelection } from './select/use-selection.ts'
import { useListState, type ChangeState } from './state/use-list-state.ts'
import { usePhone } from './use-phone.ts'
import { text } from '../ui/text.ts'
import { ownId, toSavedView, useViewCounts, useViews, type ViewToSave, type ShownView } from './views/use-views.ts'

export interface ListOptions {
  /** Filter set by the screen itself, in API form: `{ cto_id: 12 }`. */
  fixed?: Record<string, unknown> | undefined
}

/** The list's query; `refreshCount` changes with every refresh, since relative dates such as "hoy" may have changed. */
function useQuery(list: List, state: ListState, fixed: ListOptions['fixed'], refreshCount: number): RowQuery {
  const { filter, search, sort } = state
  return useMemo(() => {
    void refreshCount
    const apiFilter = { ...listFilters(list, filter, serverNow()), ...fixed }
    return { filter: apiFilter, search, sort: [sort ?? list.sort] }
  }, [list, filter, search, sort, fixed, refreshCount])
}

interface Stored {
  config: ReturnType<typeof useConfig>
  state: ListState
}

/** A user with default columns also gets columns that are added to the declaration later. */
const listColumns = (list: List, shown: readonly ShownColumn[]) =>
  isDefault(list.columns, shown) ? [] : storeColumns(shown)

/** Saves the user's columns and views; a failure is shown in a toast and the browser keeps the unsaved part. */
function useSavedConfig(list: List, stored: Stored, views: readonly ShownView[], change: ChangeState) {
  const latest = useRef(stored)
  useEffect(() => {
    latest.current = stored
  })
  const save = useCallback(
    async (part: { columns?: readonly ShownColumn[]; views?: SavedView[]; home?: string | null }) => {
      if (list.embedded) return
      const { config } = latest.current
      const home = part.home === undefined ? config?.default_view : part.home
      const isStored = await saveConfig(configKeys[list.name], {
        columns: part.columns ? listColumns(list, part.columns) : (config?.columns ?? []),
        ...(config?.density && { density: config.density }),
        views: part.views ?? config?.views ?? [],
        ...(home && { default_view: home }),
      })
      if (!isStored) toast.error(text('list.config.local'))
    },
    [list],
  )
  const [newViewId, setNewViewId] = useState<string | null>(null)
  // Show the saved view only once it exists: a URL cannot name it before.
  useEffect(() => {
    if (newViewId === null || !views.some(({ id }) => id === newViewId)) return
    change({ view: newViewId }, 'replace')
    setNewViewId(null)
  }, [newViewId, views, change])
  const saveView = useCallback(
    (toSave: ViewToSave) => {
      const { config, state } = latest.current
      const others = (config?.views ?? []).filter((view) => view.name !== toSave.name)
      void save({ views: [...others, toSavedView(list, toSave, state)] })
      setNewViewId(ownId(toSave.name))
    },
    [list, save],
  )
  const viewActions = useMemo(() => {
    const views = () => latest.current.config?.views ?? []
    return {
      saveViewColumns: (id: string, columns: readonly ShownColumn[]) =>
        void save({
          views: views().map((view) => (ownId(view.name) === id ? { ...view, columns: storeColumns(columns) } : view)),
        }),
      deleteView: (view: ShownView) => {
        const home = latest.current.config?.default_view === view.id ? { home: null } : {}
        void save({ views: views().filter(({ name }) => name !== view.label), ...home })
      },
      shareView: ({ label }: ShownView, shared: boolean) =>
        void save({ views: views().map((view) => (view.name === label ? { ...view, shared } : view)) }),
      setHome: (view: ShownView | null) => void save({ home: view?.id ?? null }),
    }
  }, [save])
  return { save, saveView, ...viewActions }
}

/**
 * The shown columns and how they change: changes to the user's own view are saved with it, changes to another user's
 * view last while the list is open, all others are saved for the list.
 */
function useColumns(
  list: List,
  views: readonly ShownView[],
  { config, state }: Stored,
  { save, saveViewColumns }: ReturnType<typeof useSavedConfig>,
) {
  const view = views.find(({ id, columns }) => id === state.view && columns !== undefined)
  const [unsaved, setUnsaved] = useState<{ view: string; columns: readonly ShownColumn[] } | null>(null)
  const stored = view?.columns ?? config?.columns
  const merged = useMemo(() => mergeColumns(list.columns, stored), [list, stored])
  const saveColumns = useCallback(
    (columns: readonly ShownColumn[]) => {
      if (view?.kind === 'own') saveViewColumns(view.id, columns)
      else if (view) setUnsaved({ view: view.id, columns })
      else void save({ columns })
    },
    [view, save, saveViewColumns],
  )
  return { columns: view && unsaved?.view === view.id ? unsaved.columns : merged, saveColumns }
}

/** State and actions of a list screen, shared by the desktop table and the phone cards. */
export function useList(list: List, { fixed }: ListOptions = {}) {
  const config = useConfig(list.embedded ? '' : configKeys[list.name])
  const shared = useShared(list.embedded ? '' : configKeys[list.name])
  const views = useViews(list, config?.views, shared)
  const [state, change] = useListState(list, views, config?.default_view)
  const [refreshCount, setRefreshCount] = useState(0)
  const query = useQuery(list, state, fixed, refreshCount)
  const saved = useSavedConfig(list, { config, state }, views, change)
  const { columns, saveColumns } = useColumns(list, views, { config, state }, saved)
  const cards = usePhone()
  const fields = useMemo(() => wantedFields(list, columns, cards), [list, columns, cards])
  const { store, waiting } = useRows(list.path, query, fields)
  const countRefresh = useCallback(() => setRefreshCount((now) => now + 1), [])
  useLiveRows(list.path, store, countRefresh, list.unannounced ?? false)
  const isCounted = store.total !== null
  const { view } = state
  const filtered = Object.keys(state.filter).length > 0 || state.search !== ''
  // The active view, if its filters are unchanged.
  const unchangedView = views.find(
    ({ id, filter, search }) => id === view && search === state.search && sameFilter(filter, state.filter),
  )
  // With a search or filters of one's own only the open tab has a count: the others open without them
  // (docs/decisions/0093-counts-of-tabs.md).
  const isAsDeclared = unchangedView !== undefined || (view === null && !filtered)
  const viewCounts = useViewCounts(list, views, fixed, isCounted && !list.embedded && isAsDeclared, refreshCount)
  const currentCount = store.total === null || waiting ? null : { value: store.total, exact: store.exact }
  const counts = { ...(isAsDeclared && viewCounts), ...(currentCount && view !== null && { [view]: currentCount }) }
  const selection = useSelection(list, state, store)
  const setView = useCallback(
    ({ id, filter, search, sort }: ShownView) => change({ view: id, filter, search, sort }),
    [change],
  )
  const refresh = useCallback(() => {
    store.refresh()
    countRefresh()
  }, [store, countRefresh])
  const clear = useCallback(() => change({ filter: {}, search: '' }), [change])
  return {
    list,
    state,
    change,
    views,
    counts,
    store,
    waiting,
    query,
    columns,
    config,
    selection,
    ...saved,
    saveColumns,
    setView,
    refresh,
    clear,
    filtered,
    unchangedView,
  }
}
export type ListModel = ReturnType<typeof useList>
