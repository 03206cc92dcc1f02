/** Sends files that are bombs to the calls that take files, while other people are served by the same process. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Path } from '@hilo/contract/index.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'
import { place } from './doomed.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type TestSession, type Vno } from './factories.ts'
import { multipart } from './harness.ts'
import { spawnServer, untilReady, type ServerProcess } from './server-process.ts'
import { untilTrue } from './waiting.ts'

/** Calls that take a file of rows. `kind`: whose session; `asks`: what else they are told. */
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

/** Most that a request takes longer beside a bomb than without. */
const mostLongerMs = 1000
/** Resident memory that a process keeps after bodies of 50 MB. */
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
    await range.#times(50)
    return range
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

  /** Milliseconds of each of some requests of somebody else, five at once. */
  async #times(count: number, on: () => boolean = () => true): Promise<number[]> {
    const times: number[] = []
    const one = async () => {
      while (times.length < count || (count === 0 && on())) {
        const began = performance.now()
        const { status } = await this.#call('admin_vno/orders/get', { limit: 10 }, this.#sessions.reader)
        times.push(performance.now() - began)
        assert.equal(status, 200)
        await sleep(5)
      }
    }
    await Promise.all(Array.from({ length: 5 }, one))
    return times
  }

  /** Resident megabytes of the server. */
  async #residentMb(): Promise<number> {
    const text = await readFile(`/proc/${this.#server.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024
  }

  /** One bomb at one door: refused with a sentence, and nobody else notices. A pause of the machine does not come twice. */
  async throwAt(door: FileDoor, bomb: Buffer): Promise<void> {
    const before = await this.#residentMb()
    const longer = await this.#longerBeside(door, bomb)
    if (longer > mostLongerMs) assert.ok((await this.#longerBeside(door, bomb)) <= mostLongerMs, `${longer} ms longer`)
    await untilTrue(async () => (await this.#residentMb()) < before + slackMb, 30_000)
  }

  /** How much longer the longest request of others takes beside the bomb, in milliseconds. */
  async #longerBeside(door: FileDoor, bomb: Buffer): Promise<number> {
    const { kind, ...more } = fileDoors[door]
    const query = 'asks' in more ? { vno_id: this.#vno.id } : {}
    const without = Math.max(...(await this.#times(50)))
    let open = true
    const thrown = this.#call(door, query, this.#sessions[kind], bomb).finally(() => (open = false))
    const beside = await this.#times(0, () => open)
    const { status, body } = await thrown
    // A door that takes small files alone refuses a larger one before it is read.
    if (status === 413) assert.ok(bomb.length > 1 << 20 && door === 'admin_vno/neighbors/queryStateVNO', door)
    else {
      assert.equal(status, 422, JSON.stringify(body))
      assert.match(body.details?.[0]?.message ?? '', /\p{L}{2}.*\./u)
    }
    return Math.max(...beside) - without
  }
}
