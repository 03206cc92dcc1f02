/** What clients were told while something failed, and whether the database agrees afterwards. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Database } from '../db/open.ts'
import { makeAdmin, makeSession, makeVno, unique, type TestSession, type Vno } from './factories.ts'
import type { Answer, TestServer } from './harness.ts'

export interface Entry {
  name: string
  /** Nobody heard, or 503: fully there or not at all. */
  outcome: 'done' | 'refused' | 'unknown'
  status: number
  tookMs: number
}

const outcomes: Record<number, Entry['outcome']> = { 200: 'done', 503: 'unknown' }

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
    const entry = { name, outcome: outcomes[status] ?? ('refused' as const), status, tookMs: performance.now() - began }
    this.entries.push(entry)
    return entry
  }

  /** One request with its key, sent until it is answered by anything but 503. */
  async writeUntilAnswered(patienceMs: number): Promise<Entry> {
    const [name, key] = [`J${unique()}`, randomUUID()]
    for (const end = performance.now() + patienceMs; ;) {
      const entry = await this.write(name, key)
      if (entry.outcome !== 'unknown' || performance.now() > end) return entry
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  async read(): Promise<Answer> {
    return await this.#server.call('admin_vno/contractors/get', { limit: 1 }, { session: this.session })
  }

  /** Nothing that was confirmed is lost, nothing that was refused is there, nothing is there twice or without its audit row. */
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
    const asked = new Set(this.entries.map(({ name }) => name))
    for (const name of found.keys()) assert.ok(asked.has(name), `${name} was never asked for`)
  }
}
