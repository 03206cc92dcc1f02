import { useEffect } from 'react'
import { serverNow } from '../../api/clock.ts'
import { touches } from '../../api/change.ts'
import { onChange } from '../../api/stream.ts'
import type { ListPath } from '../define.ts'
import type { RowStore } from './row-store.ts'

/** Minimum interval between automatic refreshes, ms; the view counts refresh less often. */
const every = { rows: 2_000, counts: 20_000 } as const
/** Age in ms after which rows are refreshed without a change notification, and interval of those that never get one. */
const old = 15_000

/**
 * Live refresh in place: nothing scrolls, the open panel and the selection stay. `unannounced`: the rows change without
 * notifications.
 */
export function useLiveRows(path: ListPath, store: RowStore, countRefresh: () => void, unannounced: boolean): void {
  useEffect(() => {
    const last = { rows: Date.now(), counts: Date.now() }
    let timer: ReturnType<typeof setTimeout> | undefined
    let missed = false
    const follow = () => {
      timer = undefined
      missed = document.hidden
      if (missed) return
      last.rows = Date.now()
      store.follow()
      if (last.rows - last.counts < every.counts) return
      last.counts = last.rows
      countRefresh()
    }
    const soon = () => (timer ??= setTimeout(follow, Math.max(0, last.rows + every.rows - Date.now())))
    const stop = onChange((changes) => {
      const stale = store.updatedAt !== null && serverNow() - store.updatedAt > old
      if (changes === null ? stale : changes.some((one) => touches(one, path, {}))) soon()
    })
    const again = unannounced ? setInterval(soon, old) : undefined
    const shown = () => void (missed && soon())
    document.addEventListener('visibilitychange', shown)
    return () => {
      stop()
      clearTimeout(timer)
      clearInterval(again)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [path, store, countRefresh, unannounced])
}
