/** What the server told last of a few questions that people ask without coverage too. It lies with the pack, and leaves with it. */
import { useEffect, useState } from 'react'
import { session } from '../api/session.ts'
import { store } from '../native/store.ts'

/** The questions: what somebody did lately, and on one day. */
const names = ['history', 'shift'] as const
type Name = (typeof names)[number]

const keyOf = (owner: number, name: Name) => `${owner}/answer/${name}`
export const answerKeys = (owner: number): string[] => names.map((name) => keyOf(owner, name))

interface Kept<T> {
  user_id: number
  kind: 'answer'
  value: T
}
const isKept = <T>(kept: unknown): kept is Kept<T> => typeof kept === 'object' && kept !== null && 'value' in kept

/** What the server tells, kept on the device; until it has told anything, what it told last, or undefined. */
export function useKept<T>(name: Name, told: T | undefined): T | undefined {
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
    const value: Kept<T> = { user_id: owner, kind: 'answer', value: told }
    // Without room for it, it is asked again when there is coverage.
    void store.put('pack', keyOf(owner, name), value).catch(() => undefined)
  }, [owner, name, told])
  return told ?? kept
}
