import { useSyncExternalStore } from 'react'
import type { Operation } from './operation.ts'
import { outbox } from './outbox.ts'

/** Every operation of the person on this device, in order, kept up to date. */
export function useOutbox(): readonly Operation[] {
  return useSyncExternalStore(outbox.subscribe, outbox.get)
}

function watchNetwork(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False while the device itself says that it has no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchNetwork, () => navigator.onLine)
}
