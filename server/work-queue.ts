import { Problem } from '@hilo/domain/problem.ts'

type Line = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs work with limited concurrency, in order of arrival. Beyond the queue limit it throws UNAVAILABLE.
 * @param mostWaitMs longest wait, after which it throws as well
 */
export function workQueue(atOnce: number, mostWaiting: number, mostWaitMs?: number): Line {
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

/** One queue per key, for example per person; an empty queue is dropped. */
export function workQueues<K>(make: () => Line): <T>(key: K, work: () => Promise<T>) => Promise<T> {
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
