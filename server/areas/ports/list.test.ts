import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type Account } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeNeighbours } from '../../test/watched-box.ts'

describe('ports of a line', async () => {
  const server = closedAfter(await startTestServer())

  it('an access’s port is found by its operator and by the neutral one only', async () => {
    const { db } = server
    const owner = await makeVno(db)
    const box = await makeNeighbours(db, { owner, count: 2 })
    const [access, other] = box.accesses
    const ids = async (account: Account, access_id: unknown) => {
      const session = await makeSession(db, account)
      return columnOf((await server.done('admin_vno/ports/get', { filter: { access_id } }, session)).records, 'id')
    }
    const [own, neutral, stranger] = [await makeAdmin(db, { vno: owner }), await makeOperator(db), await makeAdmin(db)]
    for (const account of [own, neutral]) {
      assert.deepEqual(await ids(account, access?.id), [box.ports[0]?.id])
      assert.equal((await ids(account, [access?.id, other?.id])).length, 2)
      assert.equal((await ids(account, { gte: access?.id, lte: access?.id })).length, 1)
    }
    assert.deepEqual(await ids(stranger, access?.id), [])
  })
})
