import { useEffect, useState } from 'react'
import { serverNow } from '../api/clock.ts'

/**
 * Server time in ms since 1970, refreshed every `everyMs` (never if null): for ages and countdowns, independent of the
 * device's clock.
 */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (everyMs === null) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
