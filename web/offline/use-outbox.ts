import { useSyncExternalStore } from 'react'
import { onNetwork, online } from '../api/reachability.ts'
import { deviceStore, type StorageTrouble } from './device-store.ts'
import type { Operation } from './operation.ts'
import { fieldSession } from './field-session.ts'
import { outbox } from './outbox.ts'
import './sender.ts'

/** The user's operations on this device, in order, kept up to date. */
export function useOutbox(): readonly Operation[] {
  return useSyncExternalStore(outbox.subscribe, outbox.get)
}

/** False while the device reports no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onNetwork, online)
}

/** Why the device cannot store; null normally. */
export function useTrouble(): StorageTrouble {
  return useSyncExternalStore(deviceStore.subscribe, deviceStore.trouble)
}

/** Number of unsent operations lost with a vanished database. */
export function useLostOperations(): number {
  return useSyncExternalStore(outbox.subscribe, outbox.vanished)
}

/** Number of other users' unsent operations on this device. */
export function useOthersUnsent(): number {
  return useSyncExternalStore(fieldSession.subscribe, fieldSession.ofOthers)
}
