/** Fair pool: one operator's requests never hold all database connections. */
import { Problem } from '@hilo/domain/problem.ts'
import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { patient } from '../patience.ts'

interface Line<T> {
  held: number
  waiting: ((resource: T | undefined) => void)[]
}
/** Party that a request is counted for: an operator, or the neutral one. */
export interface Party {
  vno: { id: number } | null
}

/** Longest wait of a request for its turn, ms; then UNAVAILABLE. */
const patienceMs = patient(5000)

/** A turn: the connection passed on by the one before, and functions to end it or pass it on; whether it was taken. */
interface Turn<T> {
  resource: T | undefined
  leave(resource?: T): boolean
}

/**
 * At most `all` concurrent turns, at most `each` per party. Waiting parties are served round-robin, so that one party's
 * thousandth request waits behind every other party's first.
 */
class Turns<T> {
  readonly #each: number
  #free: number
  /** In order of service. */
  readonly #lines = new Map<number, Line<T>>()

  constructor(all: number, each: number) {
    this.#free = all
    this.#each = each
  }

  /** @throws Problem UNAVAILABLE after five seconds of waiting */
  async take({ vno }: Party): Promise<Turn<T>> {
    const party = vno?.id ?? 0
    const line = this.#lines.get(party) ?? { held: 0, waiting: [] }
    this.#lines.set(party, line)
    let resource: T | undefined
    if (this.#free > 0 && line.held < this.#each) this.#hold(line)
    else resource = await this.#wait(line)
    const leave = (left?: T) => {
      line.held--
      this.#free++
      const taken = this.#next(left)
      if (line.held === 0 && line.waiting.length === 0) this.#lines.delete(party)
      return taken
    }
    return { resource, leave }
  }

  #hold(line: Line<T>): void {
    line.held++
    this.#free--
  }

  #wait(line: Line<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const begin = (resource: T | undefined) => {
        clearTimeout(patience)
        resolve(resource)
      }
      const patience = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        reject(new Problem('UNAVAILABLE', { retryAfter: 1 }))
      }, patienceMs)
      line.waiting.push(begin)
    })
  }

  #next(resource: T | undefined): boolean {
    if (this.#free === 0) return false
    for (const [party, line] of this.#lines) {
      if (line.held >= this.#each) continue
      const begin = line.waiting.shift()
      if (!begin) continue
      this.#lines.delete(party)
      this.#lines.set(party, line)
      this.#hold(line)
      begin(resource)
      return true
    }
    return false
  }
}

/**
 * Maximum of `max` connections per party: four, or two per processor if that is more, and never above three of five. More
 * concurrent statements of one party only compete for the processors' caches.
 */
export function shareOf(max: number, processors = availableParallelism()): number {
  return Math.min(Math.ceil(max * 0.6), Math.max(4, 2 * processors))
}

const ofPools = new WeakMap<pg.Pool, Turns<pg.PoolClient>>()

interface Connected {
  client: pg.PoolClient
  /** Releases it after success: directly to the next in this queue, unless the pool has its own waiters. */
  pass(): void
  /** Releases it to the pool, which checks it; an error marks it as broken. */
  release(broken?: Error): void
}

/** A connection of the pool when it is the party's turn. */
export async function connected(pool: pg.Pool, party: Party): Promise<Connected> {
  const { max } = pool.options
  const turns = ofPools.get(pool) ?? new Turns<pg.PoolClient>(max, shareOf(max))
  ofPools.set(pool, turns)
  const { resource, leave } = await turns.take(party)
  try {
    const client = resource ?? (await pool.connect())
    const release = (broken?: Error) => {
      client.release(broken)
      leave()
    }
    const pass = () => {
      if (pool.waitingCount > 0) release()
      else if (!leave(client)) client.release()
    }
    return { client, pass, release }
  } catch (error) {
    leave()
    throw error
  }
}
