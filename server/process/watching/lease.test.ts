import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestDatabase, type TestDatabase } from '../../test/database.ts'
import { until } from '../../test/poll.ts'
import { makeNeighbours } from '../../test/watched-box.ts'
import {
  fenced,
  leaseCursor,
  LeaseLost,
  moveCursor,
  releaseLease,
  renewLeases,
  takeLease,
  type Lease,
} from './lease.ts'

describe('leases of OLTs', () => {
  let db: TestDatabase
  before(async () => {
    db = await startTestDatabase()
  })
  after(() => db.close())

  const olt = async () => (await makeNeighbours(db, { count: 1 })).oltId
  const expire = (oltId: number) =>
    db.owner.query(`update olt_lease set expires_at = clock_timestamp() - interval '1 s' where olt_id = $1`, [oltId])
  /** Simulates elapsed time. */
  const pass = (oltId: number, ms: number) =>
    db.owner.query(`update olt_lease set expires_at = expires_at - $2 * interval '1 ms' where olt_id = $1`, [oltId, ms])
  const taken = async (oltId: number, owner: string): Promise<Lease> => {
    const lease = await takeLease(db, oltId, owner)
    assert.ok(lease)
    return lease
  }
  const write = (lease: Lease, cursor: number) => fenced(db, lease, (sql) => moveCursor(sql, lease, cursor))

  it('one owner at a time among concurrent claims', async () => {
    const oltId = await olt()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => takeLease(db, oltId, owner)))
    assert.equal(answers.filter((one) => one !== null).length, 1)
    assert.equal(await takeLease(db, oltId, 'e'), null)
  })

  it('it runs out after three seconds without renewal, by the database’s clock', async () => {
    const oltId = await olt()
    const lease = await taken(oltId, 'a')
    await pass(oltId, 2000)
    assert.deepEqual(await renewLeases(db, 'a', [lease]), [lease])
    await pass(oltId, 2000)
    assert.equal(await takeLease(db, oltId, 'b'), null)
    await pass(oltId, 1200)
    assert.deepEqual(await renewLeases(db, 'a', [lease]), [])
    const next = await taken(oltId, 'b')
    assert.equal(next.fence, lease.fence + 1)
  })

  it('business time moves no lease', async () => {
    const oltId = await olt()
    const lease = await taken(oltId, 'a')
    await db.owner.query('update demo_clock set offset_s = offset_s + 86400')
    assert.equal(await takeLease(db, oltId, 'b'), null)
    assert.deepEqual(await renewLeases(db, 'a', [lease]), [lease])
  })

  it('an owner whose lease was taken writes nothing, even after taking it back', async () => {
    const oltId = await olt()
    const old = await taken(oltId, 'a')
    await write(old, 7)
    await expire(oltId)
    const next = await taken(oltId, 'b')
    await assert.rejects(write(old, 8), LeaseLost)
    await expire(oltId)
    const again = await taken(oltId, 'a')
    await assert.rejects(write(old, 9), LeaseLost)
    await assert.rejects(write(next, 10), LeaseLost)
    await write(again, 11)
    assert.equal(await leaseCursor(db, again), 11)
  })

  it('an owner whose lease has expired writes nothing, even though it is free', async () => {
    const oltId = await olt()
    const lease = await taken(oltId, 'a')
    await expire(oltId)
    await assert.rejects(write(lease, 5), LeaseLost)
    assert.equal(await leaseCursor(db, lease), 0)
  })

  it('it cannot be taken during a write, and a stalled write is aborted', async () => {
    const oltId = await olt()
    const lease = await taken(oltId, 'a')
    let go: () => void = () => undefined
    const standing = new Promise<void>((resolve) => (go = resolve))
    const { promise: written, resolve: begun } = Promise.withResolvers<void>()
    const writing = fenced(db, lease, async (sql) => {
      await moveCursor(sql, lease, 99)
      begun()
      await standing
      await moveCursor(sql, lease, 100)
    })
    writing.catch(() => undefined)
    await written
    assert.equal(await takeLease(db, oltId, 'b'), null)
    const next = await until(
      () => takeLease(db, oltId, 'b'),
      (one) => one !== null,
    )
    assert.ok(next, 'the lease comes free')
    go()
    await assert.rejects(writing)
    assert.equal(await leaseCursor(db, next), 0)
  })

  it('given back, it is free at once', async () => {
    const oltId = await olt()
    await releaseLease(db, await taken(oltId, 'a'))
    await sleep(5)
    await taken(oltId, 'b')
  })

  it('renewing returns only leases still held', async () => {
    const [one, two] = [await olt(), await olt()]
    const leases = [await taken(one, 'z'), await taken(two, 'z')]
    await expire(one)
    assert.deepEqual(await renewLeases(db, 'z', leases), [leases[1]])
  })
})
