import { useSyncExternalStore } from 'react'

const phone = typeof window === 'undefined' ? null : window.matchMedia('(max-width: 767px)')

/** True below 768 px, where lists are cards. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      phone?.addEventListener('change', listener)
      return () => phone?.removeEventListener('change', listener)
    },
    () => phone?.matches ?? false,
  )
}
