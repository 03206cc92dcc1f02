/** Whose turn it is at the database's connections: one operator's requests never hold them all. */
import { Problem } from '@hilo/domain/problem.ts'
import { availableParallelism } from 'node:os'
import type pg from 'pg'

interface Line<T> {
  held: number
  waiting: ((given: T | undefined) => void)[]
}
/** Whom a request is counted for: an operator, or the neutral one. */
export interface Party {
  vno: { id: number } | null
}

/** How long a request waits for its turn; then it is told to come back. */
const patienceMs = 5000

/** A turn: what the one before left for it, and how to end it, leaving that for the next one; whether anybody took it. */
interface Turn<T> {
  given: T | undefined
  leave(given?: T): boolean
}

/**
 * `all` turns at once, of which one party holds `each` at most. Where more is asked for, the parties that wait are served
 * one after the other, so that somebody's thousandth request waits behind everybody else's first.
 */
export class Turns<T> {
  readonly #each: number
  #free: number
  /** In the order in which they are served next. */
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
    let given: T | undefined
    if (this.#free > 0 && line.held < this.#each) this.#hold(line)
    else given = await this.#wait(line)
    const leave = (left?: T) => {
      line.held--
      this.#free++
      const taken = this.#next(left)
      if (line.held === 0 && line.waiting.length === 0) this.#lines.delete(party)
      return taken
    }
    return { given, leave }
  }

  #hold(line: Line<T>): void {
    line.held++
    this.#free--
  }

  #wait(line: Line<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const begin = (given: T | undefined) => {
        clearTimeout(patience)
        resolve(given)
      }
      const patience = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        reject(new Problem('UNAVAILABLE', { retryAfter: 1 }))
      }, patienceMs)
      line.waiting.push(begin)
    })
  }

  #next(given: T | undefined): boolean {
    if (this.#free === 0) return false
    for (const [party, line] of this.#lines) {
      if (line.held >= this.#each) continue
      const begin = line.waiting.shift()
      if (!begin) continue
      this.#lines.delete(party)
      this.#lines.set(party, line)
      this.#hold(line)
      begin(given)
      return true
    }
    return false
  }
}

/**
 * How many of `max` connections one party holds at most: four, or two for each processor where that is more, and never above
 * three of five. More statements at once of the same party only push each other out of the processors' caches.
 */
export function shareOf(max: number, processors = availableParallelism()): number {
  return Math.min(Math.ceil(max * 0.6), Math.max(4, 2 * processors))
}

const ofPools = new WeakMap<pg.Pool, Turns<pg.PoolClient>>()

export interface Connected {
  client: pg.PoolClient
  /** Gives it back after work that went well: to whoever waits for his turn, past the pool, unless somebody waits there too. */
  pass(): void
  /** Gives it back to the pool, which judges whether it is still of use; an error says that it is not. */
  release(broken?: Error): void
}

/** A connection of the pool when it is the party's turn. */
export async function connected(pool: pg.Pool, party: Party): Promise<Connected> {
  const { max } = pool.options
  const turns = ofPools.get(pool) ?? new Turns<pg.PoolClient>(max, shareOf(max))
  ofPools.set(pool, turns)
  const { given, leave } = await turns.take(party)
  try {
    const client = given ?? (await pool.connect())
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
