/** A server that crashes and its successor, behind calls that are repeated until they are answered. */
import type { Path } from '@hilo/contract/index.ts'
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from './database.ts'
import { multipart } from './harness.ts'
import { freePort, spawnServer, untilReady, type ServerProcess } from './server-process.ts'

/** Confirmed requests, which must be stored. */
interface Confirmed {
  id: number
  steps: number
  pictures: number
  asked: boolean
}

export class Stage {
  readonly db: TestDatabase
  readonly folder: string
  readonly confirmed: Confirmed = { id: 0, steps: 0, pictures: 0, asked: false }
  deaths = 0
  #server: ServerProcess
  #dead = false
  #next: Promise<void> | undefined

  constructor(db: TestDatabase, folder: string, server: ServerProcess) {
    this.db = db
    this.folder = folder
    this.#server = server
    void server.ended.then(() => (this.#dead = true))
  }

  get server(): ServerProcess {
    return this.#server
  }

  async rows<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.db.owner.query(text, values)).rows as T[]
  }

  /** A call that is repeated until any process answers. */
  async call<T>(path: Path, asked: object, token: string, picture?: Buffer): Promise<T> {
    const query = JSON.stringify(asked)
    const form = multipart([['query', query], ...(picture ? [['picture', picture] as const] : [])])
    for (const end = performance.now() + 240_000; performance.now() < end; await sleep(50)) {
      await this.#serving()
      const answer = await fetch(`${this.#server.address}/api/v1/${path}.json`, {
        method: 'POST',
        headers: { ...form.headers, authorization: `Bearer ${token}` },
        body: new Uint8Array(form.payload),
      }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => null,
      )
      if (answer?.status === 200) return JSON.parse(answer.text) as T
      assert.ok(answer === null || answer.status === 503, `${path}: ${answer?.text}`)
    }
    throw new Error(`${path} is never answered`)
  }

  async stop(): Promise<void> {
    await this.#server.kill('SIGKILL')
    await this.db.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  async #serving(): Promise<void> {
    if (!this.#dead) return
    this.#next ??= this.#takeOver()
    await this.#next
  }

  async #takeOver(): Promise<void> {
    assert.equal((await this.#server.ended).code, null, this.#server.output())
    this.deaths += 1
    await this.#keptPromises()
    // A worker with a job is checked only after ten seconds.
    await this.db.jobs.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '10 seconds'`)
    this.#server = spawnServer(await place(this.folder, this.db))
    await untilReady(this.#server)
    this.#dead = false
  }

  /** Right after the crash: nothing confirmed is missing or duplicated, and the state is one of the twelve. */
  async #keptPromises(): Promise<void> {
    const { id, steps, pictures, asked } = this.confirmed
    const events = await this.rows<{ id: number; state: number; done: number; pictures: number; asked: number }>(
      `select e.id, e.process_state as state,
         (select count(*)::int from jsonb_array_elements(e.steps::jsonb) s where s->>'status' = 'done') as done,
         (select count(*)::int from picture p where p.event_id = e.id) as pictures,
         (select count(*)::int from event r where r.parent_id = e.id) as asked
       from event e where e.type = 1`,
    )
    assert.ok(events.length <= 1, 'one intervention')
    const [event] = events
    if (id === 0) return
    assert.equal(event?.id, id)
    assert.ok(event.state >= 1 && event.state <= 12)
    assert.ok(event.done >= steps && event.done <= steps + 1, `${event.done} steps of ${steps}`)
    assert.ok(event.pictures >= pictures && event.pictures <= pictures + 1)
    assert.ok(event.asked >= Number(asked) && event.asked <= 1)
  }
}

/** Place of both servers of a story. */
export async function place(folder: string, db: TestDatabase) {
  return { DATA_DIR: folder, PORT: await freePort(), DATABASE_URL: db.ownerUrl, HILO_SEED: 'none', HILO_DEMO: '1' }
}
