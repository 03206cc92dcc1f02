import { useEffect, useState } from 'react'
import { serverNow } from '../api/clock.ts'

const minute = () => Math.floor(serverNow() / 60_000)

/** A minute hand: what says "hace 4 min" or "hoy" is written anew when it moves. */
export function useMinute(): number {
  const [now, setNow] = useState(minute)
  useEffect(() => {
    const timer = setInterval(() => setNow(minute()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
