import { useState } from 'react'
import { problemText } from '../api/problem-text.ts'
import { CallProblem } from '../api/problem.ts'
import { toast } from '../kit/toasts.tsx'
import { text } from './text.ts'

/** Turns the notices of this browser on or off, and says what went wrong. */
export function usePushTurn() {
  const [busy, setBusy] = useState(false)
  const turn = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      toast.error(error instanceof CallProblem ? problemText(error) : text('tech.push.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, turn }
}
