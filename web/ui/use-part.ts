import { useRef, useState } from 'react'
import { online } from '../api/reach.ts'
import { text } from './text.ts'
import { toast } from './toasts.tsx'

/**
 * A part that arrives when somebody wants it, or comes near it. One that does not arrive, without coverage, is told and what is on
 * the screen stays. Some browsers remember for good that it did not: wanted again with coverage, it comes with a new page,
 * which finds what was being written.
 */
export function usePart<T>(load: () => Promise<T>): [part: T | null, want: () => void, near: () => void] {
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
