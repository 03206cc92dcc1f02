import { useSyncExternalStore } from 'react'
import { pack, type Pack } from './pack.ts'

/** The technician's offline pack, kept up to date. */
export function usePack(): Pack {
  return useSyncExternalStore(pack.subscribe, pack.get)
}
