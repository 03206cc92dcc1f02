import { useSyncExternalStore } from 'react'
import { onNetwork, online } from '../api/reach.ts'
import { device, type Trouble } from './device.ts'
import type { Operation } from './operation.ts'
import { fieldSession } from './field-session.ts'
import { outbox } from './outbox.ts'
import './sender.ts'

/** Every operation of the person on this device, in order, kept up to date. */
export function useOutbox(): readonly Operation[] {
  return useSyncExternalStore(outbox.subscribe, outbox.get)
}

/** False while the device itself says that it has no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onNetwork, online)
}

/** What keeps the device from keeping; null as long as all is well. */
export function useTrouble(): Trouble {
  return useSyncExternalStore(device.subscribe, device.trouble)
}

/** How much was waiting here that the device no longer has. */
export function useVanished(): number {
  return useSyncExternalStore(outbox.subscribe, outbox.vanished)
}

/** How much of colleagues waits on this device. */
export function useOfOthers(): number {
  return useSyncExternalStore(fieldSession.subscribe, fieldSession.ofOthers)
}
