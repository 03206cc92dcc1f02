import { useEffect, useState } from 'react'
import { serverNow } from '../api/clock.ts'

const minute = () => Math.floor(serverNow() / 60_000)

/** Timer that ticks every minute, to re-render relative times such as "hace 4 min" or "hoy". */
export function useMinute(): number {
  const [now, setNow] = useState(minute)
  useEffect(() => {
    const timer = setInterval(() => setNow(minute()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
