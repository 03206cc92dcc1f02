/** Leases where their three seconds count; `lease.test.ts` has the rest. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedAfter } from '../../test/closed-after.ts'
import { OltLeases } from '../../test/olt-leases.ts'
import { until } from '../../test/poll.ts'
import { fenced, leaseCursor, LeaseLost, moveCursor, releaseLease, renewLeases, takeLease } from './lease.ts'

describe('leases of OLTs, and their times', async () => {
  const leases = closedAfter(await OltLeases.open())

  it('it runs out after three seconds without renewal, by the database’s clock', async () => {
    const oltId = await leases.olt()
    const lease = await leases.taken(oltId, 'a')
    await leases.pass(oltId, 2000)
    assert.deepEqual(await renewLeases(leases.db, 'a', [lease]), [lease])
    await leases.pass(oltId, 2000)
    assert.equal(await takeLease(leases.db, oltId, 'b'), null)
    await leases.pass(oltId, 1200)
    assert.deepEqual(await renewLeases(leases.db, 'a', [lease]), [])
    const next = await leases.taken(oltId, 'b')
    assert.equal(next.fence, lease.fence + 1)
  })

  it('business time moves no lease', async () => {
    const oltId = await leases.olt()
    const lease = await leases.taken(oltId, 'a')
    await leases.db.owner.query('update demo_clock set offset_s = offset_s + 86400')
    assert.equal(await takeLease(leases.db, oltId, 'b'), null)
    assert.deepEqual(await renewLeases(leases.db, 'a', [lease]), [lease])
  })

  it('an owner whose lease was taken writes nothing, even after taking it back', async () => {
    const oltId = await leases.olt()
    const old = await leases.taken(oltId, 'a')
    await leases.write(old, 7)
    await leases.expire(oltId)
    const next = await leases.taken(oltId, 'b')
    await assert.rejects(leases.write(old, 8), LeaseLost)
    await leases.expire(oltId)
    const again = await leases.taken(oltId, 'a')
    await assert.rejects(leases.write(old, 9), LeaseLost)
    await assert.rejects(leases.write(next, 10), LeaseLost)
    await leases.write(again, 11)
    assert.equal(await leaseCursor(leases.db, again), 11)
  })

  it('it cannot be taken during a write, and a stalled write is aborted', async () => {
    const oltId = await leases.olt()
    const lease = await leases.taken(oltId, 'a')
    let go: () => void = () => undefined
    const standing = new Promise<void>((resolve) => (go = resolve))
    const { promise: written, resolve: begun } = Promise.withResolvers<void>()
    const writing = fenced(leases.db, lease, async (sql) => {
      await moveCursor(sql, lease, 99)
      begun()
      await standing
      await moveCursor(sql, lease, 100)
    })
    writing.catch(() => undefined)
    await written
    assert.equal(await takeLease(leases.db, oltId, 'b'), null)
    const next = await until(
      () => takeLease(leases.db, oltId, 'b'),
      (one) => one !== null,
    )
    assert.ok(next, 'the lease comes free')
    go()
    await assert.rejects(writing)
    assert.equal(await leaseCursor(leases.db, next), 0)
  })

  it('given back, it is free at once', async () => {
    const oltId = await leases.olt()
    await releaseLease(leases.db, await leases.taken(oltId, 'a'))
    await sleep(5)
    await leases.taken(oltId, 'b')
  })

  it('renewing returns only leases still held', async () => {
    const [one, two] = [await leases.olt(), await leases.olt()]
    const held = [await leases.taken(one, 'z'), await leases.taken(two, 'z')]
    await leases.expire(one)
    assert.deepEqual(await renewLeases(leases.db, 'z', held), [held[1]])
  })
})
