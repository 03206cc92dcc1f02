import { sameLabel } from '@hilo/domain/same-label.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { useEffect, useRef } from 'react'
import type { StepForm } from './use-step.ts'

type Listener = (label: string) => void
const listeners = new Map<string, Set<Listener>>()
const keyOf = (work: number, step: string) => `${work}/${step}`

/** Publishes a label read in a picture of this step. */
export const publishLabel = (work: number, step: string, label: string): void =>
  listeners.get(keyOf(work, step))?.forEach((listener) => listener(label))

/** Expected labels of the picture: the typed one, else the names of the box. */
export function dueLabels({ step, data, facts }: Pick<StepForm, 'step' | 'data' | 'facts'>): readonly string[] {
  const written =
    step === 'cto_enrollment'
      ? (data as StepData['cto_enrollment']).label_read
      : (data as StepData['drop_enrollment']).drop_label_read
  if (written) return [written]
  return step === 'cto_enrollment' ? [facts.ctoLabel, ...(facts.ctoCodes ?? [])].filter((one) => one != null) : []
}

/** The expected label if another one was read; null if they match or none is expected. */
export function otherLabel(read: string, due: readonly string[]): string | null {
  return due.some((one) => sameLabel(one, read)) ? null : (due[0] ?? null)
}

/** Subscribes to labels read in the pictures of a step, from any of its buttons. */
export function useLabelRead(work: number, step: string, onLabel: Listener): void {
  const latest = useRef(onLabel)
  useEffect(() => {
    latest.current = onLabel
  })
  useEffect(() => {
    const key = keyOf(work, step)
    const listener: Listener = (label) => latest.current(label)
    const known = listeners.get(key) ?? new Set()
    listeners.set(key, known.add(listener))
    return () => void known.delete(listener)
  }, [work, step])
}
