import { useSyncExternalStore } from 'react'
import { pack, type Pack } from './pack.ts'

/** What the device knows of the technician's work, kept up to date. */
export function usePack(): Pack {
  return useSyncExternalStore(pack.subscribe, pack.get)
}
