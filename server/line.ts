import { Problem } from '@hilo/domain/problem.ts'

/** Work that is done a few at a time, in the order in which it came. Beyond those that may wait it is refused with UNAVAILABLE. */
export function line(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Problem('UNAVAILABLE', { retryAfter: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
