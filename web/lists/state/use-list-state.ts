import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { List } from '../define.ts'
import { namesView, readState, rulesOf, writeState, type ListState, type StateRules } from './url-state.ts'

export type ChangeState = (change: Partial<ListState>, how?: 'push' | 'replace') => void

/**
 * List state kept in the URL, so that it can be shared and the back button works; an embedded list keeps it in memory.
 * Bypasses the router's search parser: the text of the URL is the state, see url-state.ts.
 */
export function useListState(
  list: List,
  saved: StateRules['views'],
  home: string | undefined,
): [ListState, ChangeState] {
  const router = useRouter()
  const [own, setOwn] = useState('')
  const address = useRouterState({ select: (state) => state.location.searchStr })
  const search = list.embedded ? own : address
  const rules = useMemo<StateRules>(
    () => ({ ...rulesOf(list), views: saved, home: saved.find(({ id }) => id === home)?.id }),
    [list, saved, home],
  )
  const state = useMemo(() => readState(search, rules), [search, rules])
  // Base of the next change: several changes may come before the router re-renders.
  const latest = useRef({ state, rules, search })
  useEffect(() => {
    latest.current = { state, rules, search }
  }, [state, rules, search])
  const change = useCallback<ChangeState>(
    (part, how = 'push') => {
      const { state, rules, search } = latest.current
      const next = { ...state, ...part }
      latest.current = { ...latest.current, state: next }
      const query = writeState(next, rules, search)
      const { pathname } = router.state.location
      if (list.embedded) setOwn(query)
      else router.history[how](query === '' ? pathname : `${pathname}?${query}`)
    },
    [router, list],
  )
  // A URL without a view is completed with the shown one, so that its recipient sees the same.
  useEffect(() => {
    if (rules.home === undefined || list.embedded || state.view !== rules.home || namesView(search)) return
    change({}, 'replace')
  }, [rules, state.view, search, list, change])
  return [state, change]
}
