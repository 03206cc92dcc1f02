import type { AnyStepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import { useEffect, useRef } from 'react'
import { isNewer } from './draft.ts'
import { drafts } from './drafts.ts'

/** Two tabs on one step: whoever comes back to one of them finds what was typed in the other. */
export function useNewerDraft(event: number, step: FieldStep, take: (data: AnyStepData) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    // When what is on the screen was typed; null as long as this tab has not been left.
    let left: number | null = null
    const leave = () => void drafts.get(event, step).then((draft) => (left = draft?.at ?? 0))
    const come = () =>
      void drafts.get(event, step).then((draft) => {
        if (left !== null && isNewer(draft, left)) latest.current(draft.data)
      })
    const see = () => (document.hidden ? leave() : come())
    window.addEventListener('blur', leave)
    window.addEventListener('focus', come)
    document.addEventListener('visibilitychange', see)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', come)
      document.removeEventListener('visibilitychange', see)
    }
  }, [event, step])
}
