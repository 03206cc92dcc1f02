import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ListPath } from '../define.ts'
import { RowStore, type RowQuery } from './row-store.ts'

/** How long the previous rows stay visible while a new query loads, ms. */
const patience = 400

/**
 * The row store of a query. After a query change the previous rows stay visible (up to 400 ms) to avoid flicker;
 * `waiting` is true meanwhile.
 */
export function useRows(
  path: ListPath,
  query: RowQuery,
  fields: readonly string[],
): { store: RowStore; waiting: boolean } {
  // Compare by value: a new object with the same query must not refetch.
  const key = JSON.stringify([path, query])
  const [held, setHeld] = useState(() => ({ key, store: new RowStore(path, query, fields) }))
  if (held.key !== key) setHeld({ key, store: new RowStore(path, query, fields) })
  const current = held.store
  const [shown, setShown] = useState(current)
  useEffect(() => current.bring(fields), [current, fields])
  useEffect(() => {
    current.work()
    return () => current.stop()
  }, [current])
  useEffect(() => {
    const take = () => {
      if (current.total !== null || current.error !== null) setShown(current)
    }
    take()
    const stop = current.subscribe(take)
    const timer = setTimeout(() => setShown(current), patience)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [current])
  useSyncExternalStore(shown.subscribe, () => shown.version)
  const waiting = shown !== current
  return { store: waiting && !shown.total ? current : shown, waiting }
}
