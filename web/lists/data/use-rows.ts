import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ListPath } from '../define.ts'
import { RowStore, type RowQuery } from './row-store.ts'

/** How long the rows of before stay while those of a new query are on their way. */
const patience = 400

/**
 * The store of a query. While a changed query waits for its first rows the former ones stay shown (up to 400 ms), so
 * that nothing blinks; `waiting` says so.
 */
export function useRows(path: ListPath, query: RowQuery): { store: RowStore; waiting: boolean } {
  // An equal query is the same list, whatever object says it.
  const key = JSON.stringify([path, query])
  const [held, setHeld] = useState(() => ({ key, store: new RowStore(path, query) }))
  if (held.key !== key) setHeld({ key, store: new RowStore(path, query) })
  const current = held.store
  const [shown, setShown] = useState(current)
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
