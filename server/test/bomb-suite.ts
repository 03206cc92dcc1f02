/** Sends decompression bombs to the calls that take files, while other requests are served by the same process. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Path } from '@hilo/contract/index.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'
import { place } from './crashing-server.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type TestSession, type Vno } from './factories.ts'
import { multipart } from './harness.ts'
import { spawnServer, untilReady, type ServerProcess } from './server-process.ts'
import { untilTrue } from './poll.ts'

/** Calls that take a table file. `kind`: session to use; `asks`: additional fields. */
export const fileDoors = {
  'admin_vno/orders/load': { kind: 'vno' },
  'admin_vno/accesses/load': { kind: 'neutral', asks: 'vno_id' },
  'admin_vno/technicals/load': { kind: 'vno' },
  'admin_vno/inventory/load': { kind: 'neutral' },
  'admin_vno/enrollments/upload': { kind: 'vno' },
  'admin_vno/neighbors/queryStateVNO': { kind: 'vno' },
} as const satisfies Partial<Record<Path, { kind: 'vno' | 'neutral'; asks?: 'vno_id' }>>
export type FileDoor = keyof typeof fileDoors

interface Answered {
  status: number
  body: { code?: string; details?: { message: string }[] }
}

/** Maximum slowdown of other requests beside a bomb, ms. */
const mostLongerMs = 1000
/** Resident memory that a process may retain after bodies of 50 MB. */
const slackMb = 150

export class BombRange {
  readonly #db: TestDatabase
  readonly #folder: string
  readonly #server: ServerProcess
  readonly #vno: Vno
  readonly #sessions: { vno: TestSession; neutral: TestSession; reader: TestSession }

  private constructor(db: TestDatabase, folder: string, server: ServerProcess, vno: Vno, sessions: never) {
    this.#db = db
    this.#folder = folder
    this.#server = server
    this.#vno = vno
    this.#sessions = sessions
  }

  static async open(): Promise<BombRange> {
    const db = await startTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'hilo-bombs-'))
    const server = spawnServer(await place(folder, db))
    await untilReady(server)
    const vno = await makeVno(db)
    const sessions = {
      vno: await makeSession(db, await makeAdmin(db, { vno })),
      neutral: await makeSession(db, await makeOperator(db)),
      reader: await makeSession(db, await makeAdmin(db)),
    }
    const range = new BombRange(db, folder, server, vno, sessions as never)
    try {
      // A server that has just started on a busy machine may ask for patience.
      await untilTrue(async () => (await range.#readOrders()).status === 200)
      await range.#times(50)
      return range
    } catch (error) {
      await range.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#server.kill('SIGKILL')
    await this.#db.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #call(path: Path, query: object, { token }: TestSession, file?: Buffer): Promise<Answered> {
    const form = multipart([['query', JSON.stringify(query)], ...(file ? [['file', file] as const] : [])])
    const answer = await fetch(`${this.#server.address}/api/v1/${path}.json`, {
      method: 'POST',
      headers: { ...form.headers, authorization: `Bearer ${token}` },
      body: new Uint8Array(form.payload),
    })
    return { status: answer.status, body: (await answer.json()) as Answered['body'] }
  }

  #readOrders(): Promise<Answered> {
    return this.#call('admin_vno/orders/get', { limit: 10 }, this.#sessions.reader)
  }

  /** Durations of other people's requests, five at once, ms. */
  async #times(count: number, on: () => boolean = () => true): Promise<number[]> {
    const times: number[] = []
    const one = async () => {
      while (times.length < count || (count === 0 && on())) {
        const began = performance.now()
        const { status } = await this.#readOrders()
        times.push(performance.now() - began)
        assert.equal(status, 200)
        await sleep(5)
      }
    }
    await Promise.all(Array.from({ length: 5 }, one))
    return times
  }

  /** Longest question to the database while bombs fly, ms: then the machine itself stood still. */
  async #stalled(on: () => boolean): Promise<number> {
    let longest = 0
    while (on()) {
      const began = performance.now()
      await sleep(5)
      await this.#db.owner.query('select 1')
      longest = Math.max(longest, performance.now() - began)
    }
    return longest
  }

  /** Resident memory of the server, MB. */
  async #residentMb(): Promise<number> {
    const text = await readFile(`/proc/${this.#server.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024
  }

  /**
   * One bomb at one call: refused with a message, without slowing others more than the machine does. Repeated once, since a
   * pause of the server alone does not repeat.
   */
  async throwAt(door: FileDoor, bomb: Buffer): Promise<void> {
    const before = await this.#residentMb()
    const longer = await this.#longerBeside(door, bomb)
    if (longer > mostLongerMs) assert.ok((await this.#longerBeside(door, bomb)) <= mostLongerMs, `${longer} ms longer`)
    await untilTrue(async () => (await this.#residentMb()) < before + slackMb)
  }

  /** Slowdown of the slowest other request beside the bomb, ms, without what the machine stood still. */
  async #longerBeside(door: FileDoor, bomb: Buffer): Promise<number> {
    const { kind, ...more } = fileDoors[door]
    const query = 'asks' in more ? { vno_id: this.#vno.id } : {}
    const without = Math.max(...(await this.#times(50)))
    let open = true
    const thrown = this.#call(door, query, this.#sessions[kind], bomb).finally(() => (open = false))
    const [beside, stalled] = await Promise.all([this.#times(0, () => open), this.#stalled(() => open)])
    const { status, body } = await thrown
    // A call for small files refuses a larger one before reading it.
    if (status === 413) assert.ok(bomb.length > 1 << 20 && door === 'admin_vno/neighbors/queryStateVNO', door)
    else {
      assert.equal(status, 422, JSON.stringify(body))
      assert.match(body.details?.[0]?.message ?? '', /\p{L}{2}.*\./u)
    }
    return Math.max(...beside) - without - stalled
  }
}
