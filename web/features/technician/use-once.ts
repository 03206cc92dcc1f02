import { useRef, useState } from 'react'

/** An act that runs once at a time: a second press while it runs changes nothing. */
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
