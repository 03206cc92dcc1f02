import { useRef, useState } from 'react'
import { online } from '../api/reachability.ts'
import { text } from './text.ts'
import { toast } from '../kit/toasts.tsx'

/**
 * A lazily loaded part, preloaded when the user comes near it. A failed load (no coverage) is shown in a toast and the
 * screen stays. Some browsers cache a failed import permanently: the next attempt with coverage reloads the page, which
 * restores the draft.
 */
export function useLazyPart<T>(load: () => Promise<T>): [part: T | null, want: () => void, near: () => void] {
  const [part, setPart] = useState<{ arrived: T } | null>(null)
  const missing = useRef(false)
  const want = () => {
    load().then(
      (arrived) => setPart({ arrived }),
      () => {
        if (missing.current && online()) return window.location.reload()
        missing.current = true
        toast.error(text('problem.UNAVAILABLE'))
      },
    )
  }
  const near = () => {
    if (online()) void load().catch(() => undefined)
  }
  return [part === null ? null : part.arrived, want, near]
}
