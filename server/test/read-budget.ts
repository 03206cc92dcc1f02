/** The readers of two processes on one database, before an OLT that is held, silenced and counted. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../db/open.ts'
import { silentLog } from '../log.ts'
import type { Timing } from '../plant/gate.ts'
import { openReader, type Reader } from '../plant/reader.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'
import { makeBox } from './plant-box.ts'
import { patienceMs } from './poll.ts'
import { patientReads, quickPlant } from './quick-plant.ts'
import { Turnstile } from './turnstile.ts'

/** Longer than a machine stands still: where a limit is reached, the test moves what it is measured by. */
export const timing: Timing = {
  ...patientReads,
  patienceMs: { process: patienceMs, demand: patienceMs },
  pollMs: 15,
  breakMs: 3_600_000,
}

type Box = Record<'id' | 'oltId' | 'ponId', number>

interface Gate {
  failures: number
  reads: number
  peak: number
  open: number
}

export class ReadBudget {
  readonly db: TestDatabase
  readonly #other: Database
  olt: Turnstile

  private constructor(db: TestDatabase, other: Database) {
    this.db = db
    this.#other = other
    this.olt = new Turnstile(db, quickPlant)
  }

  static async open(): Promise<ReadBudget> {
    const db = await startTestDatabase()
    return new ReadBudget(db, await openDatabase({ dataDir: '', databaseUrl: db.ownerUrl }, silentLog))
  }

  async close(): Promise<void> {
    await this.#other.close()
    await this.db.close()
  }

  /** What one test did to the OLT is over. */
  renew(): void {
    this.olt = new Turnstile(this.db, quickPlant)
  }

  readers(): [Reader, Reader] {
    return [this.db, this.#other].map((one) => openReader(this.olt, one, timing)) as [Reader, Reader]
  }

  async box(over: Record<string, unknown> = {}): Promise<Box> {
    const { cto, oltId, ponId } = await makeBox(this.db, 3, 1, over)
    return { id: cto.id, oltId, ponId }
  }

  /** The rest of an OLT is over. */
  async rested({ oltId }: Box): Promise<void> {
    const over = `update olt_gate set closed_until = clock_timestamp() - interval '1 second',
        power_closed_until = clock_timestamp() - interval '1 second' where olt_id = $1`
    await this.db.owner.query(over, [oltId])
  }

  /** The lease of a box's session is over. */
  async expire({ id }: Box): Promise<void> {
    await this.db.owner.query(
      "update olt_session set expires_at = clock_timestamp() - interval '1 second' where cto_id = $1",
      [id],
    )
  }

  async one<T>(text: string, id: number): Promise<T> {
    const { rows } = await this.db.owner.query(text, [id])
    return rows[0] as T
  }

  gateOf({ oltId }: Box): Promise<Gate> {
    return this.one<Gate>(
      `select failures, reads, peak, (select count(*)::int from olt_session s where s.olt_id = g.olt_id) as open
       from olt_gate g where olt_id = $1`,
      oltId,
    )
  }
}

/** True if work has not ended after some polls. */
export const waits = async (work: Promise<unknown>): Promise<boolean> =>
  await Promise.race([work.then(() => false), sleep(20 * timing.pollMs).then(() => true)])

/** What `assert.rejects` has to find: the code, and when to come back. */
export const fails =
  (code: string) =>
  (error: unknown): true => {
    assert.ok(error instanceof Error && 'code' in error, String(error))
    assert.equal(error.code, code)
    assert.ok(
      'extra' in error && Number((error.extra as { retryAfter?: number }).retryAfter) > 0,
      'says when to come back',
    )
    return true
  }

/** States of a reading, each with whether there is a power. */
export const lightOf = (readings: readonly { state: string; rxDbm: number | null }[]): (readonly [string, boolean])[] =>
  readings.map(({ state, rxDbm }) => [state, rxDbm !== null])
