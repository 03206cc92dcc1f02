/** Records the answers to clients during a fault, and checks them against the database afterwards. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Database } from '../db/open.ts'
import { makeAdmin, makeSession, makeVno, unique, type TestSession, type Vno } from './factories.ts'
import type { Answer, TestServer } from './harness.ts'

interface Entry {
  name: string
  /** Its client_request_id, if any. */
  key: string | undefined
  /** `unknown`: no answer, or 503: stored completely or not at all. */
  outcome: 'done' | 'refused' | 'unknown'
  status: number
  tookMs: number
}

/** Status for no answer. */
export const unheard = 0
const outcomes: Record<number, Entry['outcome']> = { 200: 'done', 503: 'unknown', [unheard]: 'unknown' }

/** Clients of one operator who write contractors: one row and its audit row each. */
export class Journal {
  readonly entries: Entry[] = []
  readonly #server: Pick<TestServer, 'call'>
  readonly #vno: Vno
  readonly session: TestSession

  private constructor(server: Pick<TestServer, 'call'>, vno: Vno, session: TestSession) {
    this.#server = server
    this.#vno = vno
    this.session = session
  }

  static async open(server: Pick<TestServer, 'call'> & { db: Pick<Database, 'owner'> }): Promise<Journal> {
    const vno = await makeVno(server.db)
    return new Journal(server, vno, await makeSession(server.db, await makeAdmin(server.db, { vno })))
  }

  /** One request, sent once. */
  async write(name = `J${unique()}`, key?: string): Promise<Entry> {
    const began = performance.now()
    const query = { name, ...(key && { client_request_id: key }) }
    const { status } = await this.#server.call('admin_vno/contractors/create', query, { session: this.session })
    const outcome = outcomes[status] ?? ('refused' as const)
    const entry = { name, key, outcome, status, tookMs: performance.now() - began }
    this.entries.push(entry)
    return entry
  }

  /** One request with its key, repeated until the answer is not 503. */
  async writeUntilAnswered(patienceMs: number): Promise<Entry> {
    const [name, key] = [`J${unique()}`, randomUUID()]
    for (const end = performance.now() + patienceMs; ;) {
      const entry = await this.write(name, key)
      if (entry.outcome !== 'unknown' || performance.now() > end) return entry
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  /** Repeats each unanswered request with its key: it is answered as done, whether it was or not. */
  async repeatUnheard(): Promise<number> {
    const open = this.entries.filter(({ outcome, key }) => outcome === 'unknown' && key !== undefined)
    const again = new Map(open.map(({ name, key }) => [name, key]))
    for (const [name, key] of again) assert.equal((await this.write(name, key)).status, 200, name)
    return again.size
  }

  async read(): Promise<Answer> {
    return await this.#server.call('admin_vno/contractors/get', { limit: 1 }, { session: this.session })
  }

  /** Nothing confirmed is lost, nothing refused is stored, nothing is duplicated or lacks its audit row and stored answer. */
  async holds({ owner }: Pick<Database, 'owner'>): Promise<void> {
    const { rows } = await owner.query<{ name: string; n: number; audited: number }>(
      `select c.name, count(*)::int as n,
         sum((select count(*) from audit a where a.entity = 'contractor' and a.entity_id = c.id::text))::int as audited
       from contractor c where c.vno_id = $1 group by c.name`,
      [this.#vno.id],
    )
    const found = new Map(rows.map((row) => [row.name, row]))
    for (const { name, n, audited } of rows) assert.deepEqual([n, audited], [1, 1], `${name} once, with its audit row`)
    const done = new Set(this.entries.filter(({ outcome }) => outcome === 'done').map(({ name }) => name))
    for (const name of done) assert.ok(found.has(name), `${name} was confirmed and is lost`)
    for (const { name, outcome } of this.entries)
      if (outcome === 'refused' && !done.has(name)) assert.ok(!found.has(name), `${name} was refused and is there`)
    const keys = new Set(this.entries.flatMap(({ outcome, key }) => (outcome === 'done' && key ? [key] : [])))
    const kept = await owner.query('select from idempotency where client_request_id = any($1) and status = 200', [
      [...keys],
    ])
    assert.equal(kept.rowCount, keys.size, 'the answer of each is kept for whoever asks again')
    const asked = new Set(this.entries.map(({ name }) => name))
    for (const name of found.keys()) assert.ok(asked.has(name), `${name} was never asked for`)
  }
}
