import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeAdmin, makeOperator, makeSession, makeVno, type Account } from '../../test/factories.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeNeighbours } from '../../test/watched-box.ts'

describe('ports of a line', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  it('an access’s port is found by its operator and by the neutral one only', async () => {
    const { db } = server
    const owner = await makeVno(db)
    const box = await makeNeighbours(db, { owner, count: 2 })
    const [access, other] = box.accesses
    const ids = async (account: Account, access_id: unknown) => {
      const session = await makeSession(db, account)
      const answer = await server.call('admin_vno/ports/get', { filter: { access_id } }, { session })
      assert.equal(answer.status, 200, answer.text)
      return (answer.body as { records: { id: number }[] }).records.map(({ id }) => id)
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
