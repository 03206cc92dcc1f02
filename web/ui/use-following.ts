import { useEffect } from 'react'

const pollMs = 5000

/** Polls at the standard interval while something changes that no notification announces. */
export function useFollowing(doing: boolean, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!doing) return
    const timer = setInterval(() => void refresh(), pollMs)
    return () => clearInterval(timer)
  }, [doing, refresh])
}
