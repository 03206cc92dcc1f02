/** Round trips to the database per call: a budget, whatever the clock says. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { contract, type Path } from '@hilo/contract/index.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type TestSession } from '../test/factories.ts'
import { callInputs } from '../test/call-inputs.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'

/** Round trips with a session already known. A list is one: scope and statement travel together. */
const budgets: Partial<Record<Path, { trips: number; query?: object }>> = {
  'admin_vno/ports/get': { trips: 1, query: { filter: { state: [1, 3] }, sort: [['label', 'desc']], count: true } },
  'admin_vno/ctos/get': { trips: 1, query: { search: 'VAL01', count: true } },
  'admin_vno/events/get': { trips: 1, query: { search: 'INT', count: true } },
  'admin_vno/events/cev/get': { trips: 1, query: { filter: { role: 'victima' }, count: true } },
  // The box is asked: its session with the OLT, the reading, and what it leaves behind.
  'admin_vno/neighbors/queryState': { trips: 20 },
  'admin_vno/neighbors/queryStateVNO': { trips: 1, query: { accesses: ['AC00-00000000-0'] } },
  'admin_vno/ports/download': { trips: 3, query: { format: 'csv' } },
  'admin_vno/ctos/download': { trips: 3, query: { format: 'csv' } },
  'admin_vno/events/download': { trips: 3, query: { format: 'csv' } },
  'admin_vno/events/cev/download': { trips: 3, query: { format: 'csv' } },
  'admin_vno/search/get': { trips: 1, query: { text: 'VAL' } },
  'admin_vno/uiconfig/get': { trips: 1 },
  'admin_vno/uiconfig/save': { trips: 3, query: { list: 'admin_vno/ports/get', config: null } },
  'admin_vno/sessions/get': { trips: 1 },
  'admin_vno/sessions/revoke': { trips: 3 },
  'admin_vno/neighbors/qualityReport': { trips: 20 },
  'admin_vno/neighbors/persistedqualityreport': { trips: 1 },
  'admin_vno/enrollments/pictures/upload': { trips: 11 },
  'admin_vno/enrollments/pictures/get': { trips: 1 },
  'admin_vno/reports/get': { trips: 1 },
  'files/view': { trips: 1 },
  'files/download': { trips: 1 },
  'demo/plant/act': { trips: 14 },
  'demo/plant/clock': { trips: 5 },
  'admin_vno/events/create': { trips: 5 },
  'admin_vno/events/step/save': { trips: 11 },
  'admin_vno/events/finalize': { trips: 10 },
  'admin_vno/events/cancel': { trips: 15 },
  'admin_vno/events/retry': { trips: 6 },
  'admin_vno/events/reopen': { trips: 7 },
  'admin_vno/events/reprocess': { trips: 6 },
  'admin_vno/events/override': { trips: 27 },
  'admin_vno/events/override/request': { trips: 12 },
}

describe('round trips per call', () => {
  let server: TestServer
  let session: TestSession
  let neutral: TestSession
  let made: Awaited<ReturnType<typeof callInputs>>
  let trips = 0
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  before(async () => {
    server = await startTestServer()
    const vno = await makeVno(server.db)
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
      const as = path === 'admin_vno/events/reprocess' ? neutral : session
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
