/** Leases of OLTs: taken by hand, and their time passed by hand. */
import assert from 'node:assert/strict'
import { fenced, moveCursor, takeLease, type Lease } from '../process/watching/lease.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'
import { makeNeighbours } from './watched-box.ts'

export class OltLeases {
  readonly db: TestDatabase

  private constructor(db: TestDatabase) {
    this.db = db
  }

  static async open(): Promise<OltLeases> {
    return new OltLeases(await startTestDatabase())
  }

  close(): Promise<void> {
    return this.db.close()
  }

  /** An OLT that nobody holds. */
  async olt(): Promise<number> {
    return (await makeNeighbours(this.db, { count: 1 })).oltId
  }

  async taken(oltId: number, owner: string): Promise<Lease> {
    const lease = await takeLease(this.db, oltId, owner)
    assert.ok(lease)
    return lease
  }

  async expire(oltId: number): Promise<void> {
    const expired = `update olt_lease set expires_at = clock_timestamp() - interval '1 s' where olt_id = $1`
    await this.db.owner.query(expired, [oltId])
  }

  /** Simulates elapsed time; below zero, the lease lasts longer. */
  async pass(oltId: number, ms: number): Promise<void> {
    const passed = `update olt_lease set expires_at = expires_at - $2 * interval '1 ms' where olt_id = $1`
    await this.db.owner.query(passed, [oltId, ms])
  }

  write(lease: Lease, cursor: number): Promise<void> {
    return fenced(this.db, lease, (sql) => moveCursor(sql, lease, cursor))
  }
}
