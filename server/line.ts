import { Problem } from '@hilo/domain/problem.ts'

export type Line = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Work that is done a few at a time, in the order in which it came. Beyond those that may wait it is refused with UNAVAILABLE.
 * @param mostWaitMs after which whoever waits is refused too
 */
export function line(atOnce: number, mostWaiting: number, mostWaitMs?: number): Line {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const refuse = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(busy())
      }
      const timer = mostWaitMs === undefined ? undefined : setTimeout(refuse, mostWaitMs)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(begin)
    })
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw busy()
      await turn()
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

const busy = () => new Problem('UNAVAILABLE', { retryAfter: 5 })

/** A line for each key, for example each person; a line without work is forgotten. */
export function lines<K>(make: () => Line): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  const known = new Map<K, { line: Line; users: number }>()
  return async (key, work) => {
    const entry = known.get(key) ?? { line: make(), users: 0 }
    known.set(key, entry)
    entry.users += 1
    try {
      return await entry.line(work)
    } finally {
      entry.users -= 1
      if (entry.users === 0) known.delete(key)
    }
  }
}
