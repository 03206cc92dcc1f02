/** Budget of database round trips per call, independent of time. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { contract, type Path } from '@hilo/contract/index.ts'
import { makeAdmin, makeOperator, makeSession, makeVno } from '../../test/factories.ts'
import { budgetOf, callInputs, endsSession, neutralOnly } from '../../test/inputs/index.ts'
import { startTestServer } from '../../test/harness.ts'
import { untilTrue } from '../../test/poll.ts'

describe('round trips per call', async () => {
  let trips = 0
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const server = await startTestServer()
  const vno = await makeVno(server.db)
  const admin = await makeAdmin(server.db, { vno })
  const operator = await makeOperator(server.db)
  const made = await callInputs(server, vno)
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    trips += 1
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  after(async () => {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
    await server.close()
  })

  for (const [path, spec] of Object.entries(contract) as [Path, (typeof contract)[Path]][]) {
    if (spec.privilege === 'none') continue
    it(path, async () => {
      const budget = budgetOf(path)
      const known = neutralOnly.has(path) ? operator : admin
      const account = endsSession.has(path) ? await makeAdmin(server.db, { vno }) : known
      // A new session: the use of one is noted once a minute, here by the call before.
      const as = await makeSession(server.db, account)
      await server.call('admin_vno/uiconfig/get', {}, { session: as })
      const { app } = server.db
      await untilTrue(async () => app.idleCount === app.totalCount && app.waitingCount === 0)
      trips = 0
      const answer = await server.call(path, budget.query ?? made.inputs[path], {
        session: as,
        files: made.files[path],
      })
      assert.equal(answer.status, 200, answer.text)
      assert.ok(trips <= budget.trips, `${trips} round trips, ${budget.trips} allowed`)
    })
  }
})
