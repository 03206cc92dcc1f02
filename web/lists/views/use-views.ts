import type { SharedView } from '@hilo/contract/uiconfig.ts'
import { useEffect, useMemo, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { callList } from '../data/call-list.ts'
import type { List } from '../define.ts'
import { storeColumns, type SavedView, type Shown, type StoredColumn } from '../columns/config.ts'
import { listFilters } from '../state/filter-text.ts'
import { readState, writeState, type ListState, type StateRules } from '../state/url-state.ts'
import { text } from '../../ui/text.ts'

export interface ShownView {
  id: string
  label: string
  filter: ListState['filter']
  search: string
  sort: ListState['sort']
  alarm: boolean
  /** Of the list itself, the person's own, or one that somebody else shares. */
  kind: 'list' | 'own' | 'other'
  /** Others see it. */
  shared: boolean
  /** Who shares it. */
  by?: string
  /** Its own, where it does not show the list's. */
  columns?: readonly StoredColumn[]
}

export const ownId = (name: string) => `@${name}`

function rulesOf(list: List): StateRules {
  const sorts = list.columns.flatMap((column) => column.sort ?? [])
  return { filters: Object.keys(list.filters), sorts: [...sorts, list.sort[0]], views: [] }
}

/** The list's views, those that the person keeps, and those that others share. */
export function useViews(
  list: List,
  own: readonly SavedView[] | undefined,
  others: readonly SharedView[] | undefined,
): ShownView[] {
  return useMemo(() => {
    const rules = rulesOf(list)
    const saved = (id: string, label: string, kept: string) => {
      const { filter, search, sort } = readState(kept, rules)
      return { id, label, filter, search, sort, alarm: false }
    }
    const ofList = list.views.map((view): ShownView => ({
      id: view.id,
      label: text(view.label),
      filter: view.filter,
      search: '',
      sort: null,
      alarm: view.alarm === true,
      kind: 'list',
      shared: false,
    }))
    const ofPerson = (own ?? []).map(({ name, search, shared = false, columns }): ShownView => ({
      ...saved(ownId(name), name, search),
      ...(columns && { columns }),
      kind: 'own',
      shared,
    }))
    const ofOthers = (others ?? []).map(({ name, search, by, by_id, columns }): ShownView => ({
      ...saved(`@${by_id}:${name}`, name, search),
      ...(columns && { columns }),
      kind: 'other',
      shared: true,
      by,
    }))
    return [...ofList, ...ofPerson, ...ofOthers]
  }, [list, own, others])
}

/** How a view is kept: under which name, for whom, and with columns of its own or with the list's. */
export interface Keeping {
  name: string
  shared?: boolean
  columns?: readonly Shown[] | undefined
}

/** What is shown now, as a view to save. */
export function toSavedView(list: List, { name, shared, columns }: Keeping, state: ListState): SavedView {
  const search = writeState({ ...state, view: null, open: null }, rulesOf(list))
  return { name, search, ...(shared && { shared }), ...(columns && { columns: storeColumns(columns) }) }
}

export interface Count {
  value: number
  exact: boolean
}

/**
 * How many rows each view has. Asked for one after another and only once the rows are there, since figures beside tabs
 * must never delay them; asked anew when `epoch` changes.
 */
export function useViewCounts(
  list: List,
  views: readonly ShownView[],
  fixed: Record<string, unknown> | undefined,
  ready: boolean,
  epoch: number,
) {
  const [counts, setCounts] = useState<Partial<Record<string, Count>>>({})
  useEffect(() => {
    if (!ready) return
    const asked = new AbortController()
    const count = async () => {
      for (const view of views) {
        const filter = { ...listFilters(list, view.filter, serverNow()), ...fixed }
        const query = { filter, limit: 1, count: true, ...(view.search && { search: view.search }) }
        const { total } = await callList(list.path, query, asked.signal)
        if (total) setCounts((now) => ({ ...now, [view.id]: total }))
      }
    }
    // A figure that cannot be had is left out.
    const timer = setTimeout(() => void count().catch(() => undefined), 150)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [list, views, fixed, ready, epoch])
  return counts
}
