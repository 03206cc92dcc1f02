import { useEffect, useRef } from 'react'

type Listener = (label: string) => void
const listeners = new Map<string, Set<Listener>>()
const keyOf = (work: number, step: string) => `${work}/${step}`

/** A label was read in a picture of this step. */
export const tellLabel = (work: number, step: string, label: string): void =>
  listeners.get(keyOf(work, step))?.forEach((listener) => listener(label))

/** Hears what is read in the pictures of a step, whichever button took them. */
export function useLabelRead(work: number, step: string, heard: Listener): void {
  const latest = useRef(heard)
  useEffect(() => {
    latest.current = heard
  })
  useEffect(() => {
    const key = keyOf(work, step)
    const listener: Listener = (label) => latest.current(label)
    const known = listeners.get(key) ?? new Set()
    listeners.set(key, known.add(listener))
    return () => void known.delete(listener)
  }, [work, step])
}
