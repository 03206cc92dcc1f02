import { useEffect, useState } from 'react'
import { serverNow } from '../api/clock.ts'

/**
 * The server's time in ms since 1970, anew every `everyMs`: for ages and countdowns, which a device's own clock would get
 * wrong. Nothing ticks with null.
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
