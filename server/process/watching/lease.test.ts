/** Leases that last or run out in three seconds: `lease.night.ts`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { OltLeases } from '../../test/olt-leases.ts'
import { leaseCursor, LeaseLost, takeLease } from './lease.ts'

describe('leases of OLTs', async () => {
  const leases = closedAfter(await OltLeases.open())

  it('one owner at a time among concurrent claims', async () => {
    const oltId = await leases.olt()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => takeLease(leases.db, oltId, owner)))
    assert.equal(answers.filter((one) => one !== null).length, 1)
    // It lasts, however long the machine stands still.
    await leases.pass(oltId, -3_600_000)
    assert.equal(await takeLease(leases.db, oltId, 'e'), null)
  })

  it('an owner whose lease has expired writes nothing, even though it is free', async () => {
    const oltId = await leases.olt()
    const lease = await leases.taken(oltId, 'a')
    await leases.expire(oltId)
    await assert.rejects(leases.write(lease, 5), LeaseLost)
    assert.equal(await leaseCursor(leases.db, lease), 0)
  })
})
