const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/network.ts') : null
/** Last network state reported by the device; a web view may miss a reconnection. */
let said: boolean | null = null
const listeners = new Set<() => void>()

void device?.().then(({ follow }) =>
  follow((connected) => {
    if (said === connected) return
    said = connected
    for (const listener of listeners) listener()
  }),
)

/** False while the device reports no network; true means only that there may be one. */
export const online = (): boolean => said ?? navigator.onLine

/** Calls back when the device connects or disconnects. */
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
