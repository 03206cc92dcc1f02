const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/network.ts') : null
/** What the device itself said last; a web view may not hear of a network that came back. */
let said: boolean | null = null
const listeners = new Set<() => void>()

void device?.().then(({ follow }) =>
  follow((connected) => {
    if (said === connected) return
    said = connected
    for (const listener of listeners) listener()
  }),
)

/** False while the device itself says that it has no network; true says no more than that there may be one. */
export const online = (): boolean => said ?? navigator.onLine

/** Calls back when the device gains or loses the network. */
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener)
  if (device === null) {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
  }
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
