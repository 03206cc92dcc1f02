import { useState } from 'react'
import { text } from './text.ts'
import { toast } from './toasts.tsx'

/**
 * A part that arrives when somebody wants it. One that does not arrive, without coverage, is told and may be wanted
 * again; what is on the screen stays.
 */
export function usePart<T>(load: () => Promise<T>): [part: T | null, want: () => void] {
  const [part, setPart] = useState<{ arrived: T } | null>(null)
  const want = () => {
    load().then(
      (arrived) => setPart({ arrived }),
      () => toast.error(text('problem.UNAVAILABLE')),
    )
  }
  return [part === null ? null : part.arrived, want]
}
