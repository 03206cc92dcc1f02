import type { AnyStepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import { useEffect, useRef, type RefObject } from 'react'
import { isNewer } from './draft.ts'
import { drafts } from './drafts.ts'

/**
 * Two tabs on one step: on returning to a tab, shows the draft typed in the other one.
 * @param typedAt server time of the last change in this tab, ms: its own draft, read late, must not undo later typing
 */
export function useNewerDraft(
  event: number,
  step: FieldStep,
  typedAt: RefObject<number>,
  take: (data: AnyStepData) => void,
): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    // Time of this tab's draft; null until the tab has been left once.
    let left: number | null = null
    const leave = () => void drafts.get(event, step).then((draft) => (left = draft?.at ?? 0))
    const come = () =>
      void drafts.get(event, step).then((draft) => {
        if (left !== null && isNewer(draft, Math.max(left, typedAt.current))) latest.current(draft.data)
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
  }, [event, step, typedAt])
}
