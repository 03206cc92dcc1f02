/** Round trips to the database per call: a budget, whatever the clock says. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { contract, type Path } from '@hilo/contract/index.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type TestSession, type Vno } from '../test/factories.ts'
import { budgets, callInputs, endsSession, neutralOnly } from '../test/inputs/index.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'

describe('round trips per call', () => {
  let server: TestServer
  let session: TestSession
  let neutral: TestSession
  let made: Awaited<ReturnType<typeof callInputs>>
  let vno: Vno
  let trips = 0
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  before(async () => {
    server = await startTestServer()
    vno = await makeVno(server.db)
    session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    neutral = await makeSession(server.db, await makeOperator(server.db))
    made = await callInputs(server, vno)
    pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
      trips += 1
      return query.apply(this, args)
    } as typeof pg.Client.prototype.query
  })
  after(async () => {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
    await server.close()
  })

  for (const [path, spec] of Object.entries(contract) as [Path, (typeof contract)[Path]][]) {
    if (spec.privilege === 'none') continue
    it(path, async () => {
      const budget = budgets[path]
      assert.ok(budget, 'declare the budget of this call')
      const known = neutralOnly.has(path) ? neutral : session
      const as = endsSession.has(path) ? await makeSession(server.db, await makeAdmin(server.db, { vno })) : known
      await server.call('admin_vno/uiconfig/get', {}, { session: as })
      await new Promise((resolve) => setTimeout(resolve, 20))
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
