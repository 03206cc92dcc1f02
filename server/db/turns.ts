/** Whose turn it is at the database's connections: one operator's requests never hold them all. */
import { Problem } from '@hilo/domain/problem.ts'
import type pg from 'pg'

interface Line {
  held: number
  waiting: (() => void)[]
}
/** Whom a request is counted for: an operator, or the neutral one. */
export interface Party {
  vno: { id: number } | null
}

/** How long a request waits for its turn; then it is told to come back. */
const patienceMs = 5000

/**
 * `all` turns at once, of which one party holds `each` at most. Where more is asked for, the parties that wait are served
 * one after the other, so that somebody's thousandth request waits behind everybody else's first.
 */
export class Turns {
  readonly #each: number
  #free: number
  /** In the order in which they are served next. */
  readonly #lines = new Map<number, Line>()

  constructor(all: number, each: number) {
    this.#free = all
    this.#each = each
  }

  /**
   * Answers how to give the turn back.
   * @throws Problem UNAVAILABLE after five seconds of waiting
   */
  async take({ vno }: Party): Promise<() => void> {
    const party = vno?.id ?? 0
    const line = this.#lines.get(party) ?? { held: 0, waiting: [] }
    this.#lines.set(party, line)
    if (this.#free > 0 && line.held < this.#each) this.#hold(line)
    else await this.#wait(line)
    return () => {
      line.held--
      this.#free++
      this.#next()
      if (line.held === 0 && line.waiting.length === 0) this.#lines.delete(party)
    }
  }

  #hold(line: Line): void {
    line.held++
    this.#free--
  }

  #wait(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience)
        resolve()
      }
      const patience = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        reject(new Problem('UNAVAILABLE', { retryAfter: 1 }))
      }, patienceMs)
      line.waiting.push(begin)
    })
  }

  #next(): void {
    if (this.#free === 0) return
    for (const [party, line] of this.#lines) {
      if (line.held >= this.#each) continue
      const begin = line.waiting.shift()
      if (!begin) continue
      this.#lines.delete(party)
      this.#lines.set(party, line)
      this.#hold(line)
      begin()
      return
    }
  }
}

const ofPools = new WeakMap<pg.Pool, Turns>()

/** A connection of the pool when it is the party's turn, and how to give both back; an error says that it is of no use any more. */
export async function connected(
  pool: pg.Pool,
  party: Party,
): Promise<{ client: pg.PoolClient; release: (broken?: Error) => void }> {
  const { max } = pool.options
  const turns = ofPools.get(pool) ?? new Turns(max, Math.max(1, Math.ceil(max * 0.6)))
  ofPools.set(pool, turns)
  const leave = await turns.take(party)
  try {
    const client = await pool.connect()
    const release = (broken?: Error) => {
      client.release(broken)
      leave()
    }
    return { client, release }
  } catch (error) {
    leave()
    throw error
  }
}
