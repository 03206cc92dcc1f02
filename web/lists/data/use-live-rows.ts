import { useEffect } from 'react'
import { serverNow } from '../../api/clock.ts'
import { touches } from '../../api/change.ts'
import { onChange } from '../../api/stream.ts'
import type { ListPath } from '../define.ts'
import type { RowStore } from './row-store.ts'

/** However much happens, rows are asked for anew this often at most, ms; the figures of the views less often. */
const every = { rows: 2_000, counts: 20_000 } as const
/** Where nobody says what changed, rows of this age may be wrong, ms. */
const old = 15_000

/** Rows follow what happens elsewhere, in their place: nothing scrolls, and what is open or chosen stays so. */
export function useLiveRows(path: ListPath, store: RowStore, countAgain: () => void): void {
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
      countAgain()
    }
    const soon = () => (timer ??= setTimeout(follow, Math.max(0, last.rows + every.rows - Date.now())))
    const stop = onChange((changes) => {
      const stale = store.updatedAt !== null && serverNow() - store.updatedAt > old
      if (changes === null ? stale : changes.some((one) => touches(one, path, {}))) soon()
    })
    const shown = () => void (missed && soon())
    document.addEventListener('visibilitychange', shown)
    return () => {
      stop()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [path, store, countAgain])
}
