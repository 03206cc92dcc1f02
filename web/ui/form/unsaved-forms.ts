import { useEffect, useSyncExternalStore } from 'react'

/** Number of forms with unsent changes. */
let open = 0
const listeners = new Set<() => void>()

function count(by: 1 | -1) {
  open += by
  for (const listener of listeners) listener()
}

/** Registers a form with unsent changes while `dirty`. */
export function useRegisterUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    count(1)
    return () => count(-1)
  }, [dirty])
}

/** True while any form has unsent changes: deferrable updates wait. */
export function useHasUnsavedForm(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open > 0,
  )
}
