import type { SharedView } from '@hilo/contract/settings/uiconfig.ts'
import { useEffect, useMemo, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { callList } from '../data/call-list.ts'
import type { List } from '../define.ts'
import { storeColumns, type SavedView, type ShownColumn, type StoredColumn } from '../columns/config.ts'
import { listFilters } from '../state/filter-text.ts'
import { readState, rulesOf, writeState, type ListState } from '../state/url-state.ts'
import { text } from '../../ui/text.ts'

export interface ShownView {
  id: string
  label: string
  filter: ListState['filter']
  search: string
  sort: ListState['sort']
  alarm: boolean
  /** Declared by the list, saved by the user, or shared by another user. */
  kind: 'list' | 'own' | 'other'
  /** Visible to other users. */
  shared: boolean
  /** Name of the user who shares it. */
  by?: string
  /** Columns of the view, if they differ from the list's. */
  columns?: readonly StoredColumn[]
}

export const ownId = (name: string) => `@${name}`

/** The list's declared views, the user's own, and those shared by others. */
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

/** How to save a view: name, visibility, and with or without its own columns. */
export interface ViewToSave {
  name: string
  shared?: boolean
  columns?: readonly ShownColumn[] | undefined
}

/** The current state as a view to save. */
export function toSavedView(list: List, { name, shared, columns }: ViewToSave, state: ListState): SavedView {
  const search = writeState({ ...state, view: null, open: null }, rulesOf(list))
  return { name, search, ...(shared && { shared }), ...(columns && { columns: storeColumns(columns) }) }
}

export interface Count {
  value: number
  exact: boolean
}

/**
 * Row count of each view. Requested one after another and only once the rows are loaded, so that counts never delay the
 * rows; requested again when `epoch` changes.
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
        const query = { filter, limit: 1, count: true, fields: ['id'], ...(view.search && { search: view.search }) }
        const { total } = await callList(list.path, query, asked.signal)
        if (total) setCounts((now) => ({ ...now, [view.id]: total }))
      }
    }
    // A count that fails to load is left out.
    const timer = setTimeout(() => void count().catch(() => undefined), 150)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [list, views, fixed, ready, epoch])
  return counts
}
