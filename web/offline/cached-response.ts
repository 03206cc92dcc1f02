/** Cached server responses that are also shown offline. Stored with the pack, and deleted with it. */
import { useEffect, useState } from 'react'
import { session } from '../api/session.ts'
import { store } from '../native/store.ts'

/** The cached responses: recent history, and one day's shift. */
const names = ['history', 'shift'] as const
type Name = (typeof names)[number]

const keyOf = (owner: number, name: Name) => `${owner}/answer/${name}`
export const cachedResponseKeys = (owner: number): string[] => names.map((name) => keyOf(owner, name))

interface CachedResponse<T> {
  user_id: number
  kind: 'answer'
  value: T
}
const isKept = <T>(kept: unknown): kept is CachedResponse<T> =>
  typeof kept === 'object' && kept !== null && 'value' in kept

/** The response, cached on the device; before the first response, the cached one or undefined. */
export function useCachedResponse<T>(name: Name, told: T | undefined): T | undefined {
  const [kept, setKept] = useState<T>()
  const owner = session.get().info.user.id
  const known = told !== undefined
  useEffect(() => {
    let wanted = true
    if (!known)
      void store
        .get('pack', keyOf(owner, name))
        .then((value) => wanted && isKept<T>(value) && setKept(value.value))
        .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [owner, name, known])
  useEffect(() => {
    if (told === undefined || owner <= 0) return
    const value: CachedResponse<T> = { user_id: owner, kind: 'answer', value: told }
    // If it cannot be stored, it is requested again when online.
    void store.put('pack', keyOf(owner, name), value).catch(() => undefined)
  }, [owner, name, told])
  return told ?? kept
}
