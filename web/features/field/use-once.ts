import { useRef, useState } from 'react'

/** Action without concurrent runs: calls during a run are ignored. */
export function useOnce<A extends unknown[]>(act: (...args: A) => Promise<unknown>) {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = async (...args: A): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await act(...args)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
