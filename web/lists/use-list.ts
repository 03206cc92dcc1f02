import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../api/clock.ts'
import { toast } from '../ui/toasts.tsx'
import { configKeys } from './columns/config-keys.ts'
import { isDefault, mergeColumns, storeColumns, type SavedView, type Shown } from './columns/config.ts'
import { saveConfig, useConfig, useShared } from './columns/ui-config.ts'
import { useRows } from './data/use-rows.ts'
import { useLiveRows } from './data/use-live-rows.ts'
import type { RowQuery } from './data/row-store.ts'
import type { List } from './define.ts'
import { listFilters } from './state/filter-text.ts'
import { sameFilter, type ListState } from './state/url-state.ts'
import { useSelection } from './select/use-selection.ts'
import { useListState, type ChangeState } from './state/use-list-state.ts'
import { text } from '../ui/text.ts'
import { ownId, toSavedView, useViewCounts, useViews, type Keeping, type ShownView } from './views/use-views.ts'

export interface ListOptions {
  /** Filter that the screen itself sets, as it travels: `{ cto_id: 12 }`. */
  fixed?: Record<string, unknown> | undefined
}

/** What the list asks for; `turn` grows with every refresh, since "hoy" may be another day by then. */
function useQuery(list: List, state: ListState, fixed: ListOptions['fixed'], turn: number): RowQuery {
  const { filter, search, sort } = state
  return useMemo(() => {
    void turn
    const wanted = { ...listFilters(list, filter, serverNow()), ...fixed }
    return { filter: wanted, search, sort: [sort ?? list.sort] }
  }, [list, filter, search, sort, fixed, turn])
}

interface Stored {
  config: ReturnType<typeof useConfig>
  state: ListState
}

/** A person who changed no column gets those that are added later. */
const listColumns = (list: List, shown: readonly Shown[]) => (isDefault(list.columns, shown) ? [] : storeColumns(shown))

/** Keeps columns and views of this person; a failure is told, and the browser keeps what could not be sent. */
function useKeeping(list: List, stored: Stored, views: readonly ShownView[], change: ChangeState) {
  const latest = useRef(stored)
  useEffect(() => {
    latest.current = stored
  })
  const save = useCallback(
    async (part: { columns?: readonly Shown[]; views?: SavedView[]; home?: string | null }) => {
      if (list.embedded) return
      const { config } = latest.current
      const home = part.home === undefined ? config?.default_view : part.home
      const kept = await saveConfig(configKeys[list.name], {
        columns: part.columns ? listColumns(list, part.columns) : (config?.columns ?? []),
        ...(config?.density && { density: config.density }),
        views: part.views ?? config?.views ?? [],
        ...(home && { default_view: home }),
      })
      if (!kept) toast.error(text('list.config.local'))
    },
    [list],
  )
  const [made, setMade] = useState<string | null>(null)
  // Once it is there it is what is shown: an address can name no view before.
  useEffect(() => {
    if (made === null || !views.some(({ id }) => id === made)) return
    change({ view: made }, 'replace')
    setMade(null)
  }, [made, views, change])
  const saveView = useCallback(
    (keeping: Keeping) => {
      const { config, state } = latest.current
      const others = (config?.views ?? []).filter((view) => view.name !== keeping.name)
      void save({ views: [...others, toSavedView(list, keeping, state)] })
      setMade(ownId(keeping.name))
    },
    [list, save],
  )
  const acts = useMemo(() => {
    const views = () => latest.current.config?.views ?? []
    return {
      saveViewColumns: (id: string, columns: readonly Shown[]) =>
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
  return { save, saveView, ...acts }
}

/**
 * The columns that are shown, and how they are changed: those of a view of one's own are kept with it, those of somebody
 * else's change for as long as this list is open, and all others are the list's.
 */
function useColumns(
  list: List,
  views: readonly ShownView[],
  { config, state }: Stored,
  { save, saveViewColumns }: ReturnType<typeof useKeeping>,
) {
  const view = views.find(({ id, columns }) => id === state.view && columns !== undefined)
  const [tried, setTried] = useState<{ view: string; columns: readonly Shown[] } | null>(null)
  const stored = view?.columns ?? config?.columns
  const merged = useMemo(() => mergeColumns(list.columns, stored), [list, stored])
  const saveColumns = useCallback(
    (columns: readonly Shown[]) => {
      if (view?.kind === 'own') saveViewColumns(view.id, columns)
      else if (view) setTried({ view: view.id, columns })
      else void save({ columns })
    },
    [view, save, saveViewColumns],
  )
  return { columns: view && tried?.view === view.id ? tried.columns : merged, saveColumns }
}

/** Everything a list screen knows and can do, drawn by the desk's table and the phone's cards alike. */
export function useList(list: List, { fixed }: ListOptions = {}) {
  const config = useConfig(list.embedded ? '' : configKeys[list.name])
  const shared = useShared(list.embedded ? '' : configKeys[list.name])
  const views = useViews(list, config?.views, shared)
  const [state, change] = useListState(list, views, config?.default_view)
  const [turn, setTurn] = useState(0)
  const query = useQuery(list, state, fixed, turn)
  const { store, waiting } = useRows(list.path, query)
  const countAgain = useCallback(() => setTurn((now) => now + 1), [])
  useLiveRows(list.path, store, countAgain)
  const known = store.total !== null
  const others = useViewCounts(list, views, fixed, known && !list.embedded, turn)
  const { view } = state
  const own = store.total === null || waiting ? null : { value: store.total, exact: store.exact }
  const counts = own && view !== null ? { ...others, [view]: own } : others
  const selection = useSelection(list, state, store)
  const keeping = useKeeping(list, { config, state }, views, change)
  const { columns, saveColumns } = useColumns(list, views, { config, state }, keeping)
  const setView = useCallback(
    ({ id, filter, search, sort }: ShownView) => change({ view: id, filter, search, sort }),
    [change],
  )
  const refresh = useCallback(() => {
    store.refresh()
    countAgain()
  }, [store, countAgain])
  const clear = useCallback(() => change({ filter: {}, search: '' }), [change])
  const filtered = Object.keys(state.filter).length > 0 || state.search !== ''
  // The view that is shown as it is: nothing added, nothing taken away.
  const pure = views.find(
    ({ id, filter, search }) => id === view && search === state.search && sameFilter(filter, state.filter),
  )
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
    ...keeping,
    saveColumns,
    setView,
    refresh,
    clear,
    filtered,
    pure,
  }
}
export type ListModel = ReturnType<typeof useList>
