import { useEffect, useSyncExternalStore } from 'react'

/** How many forms hold something that is not sent yet. */
let open = 0
const listeners = new Set<() => void>()

function count(by: 1 | -1) {
  open += by
  for (const listener of listeners) listener()
}

/** Says that somebody is writing, for as long as `dirty` lasts. */
export function useHoldWriting(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    count(1)
    return () => count(-1)
  }, [dirty])
}

/** True while somebody is writing anywhere: what can wait does not come between. */
export function useWriting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open > 0,
  )
}
