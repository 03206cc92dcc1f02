import { useEffect } from 'react'

const pollMs = 5000

/** Asks again, as often as the product asks for what takes a while, until it is settled. */
export function useFollowing(doing: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!doing) return
    const timer = setInterval(refresh, pollMs)
    return () => clearInterval(timer)
  }, [doing, refresh])
}
