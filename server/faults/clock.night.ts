/** A server clock that jumps, for example when it is corrected late. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it, mock } from 'node:test'
import { columnOf } from '../test/answers.ts'
import { closedAfter } from '../test/closed-after.ts'
import { makeSession, makeTechnician } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { makeEvent } from '../test/plant-factories.ts'

const hour = 3_600_000
const day = 24 * hour
const jumps = [hour, -hour, day, -day, 5 * 365 * day, -5 * 365 * day]

/** Runs work while the process's clock is off. */
async function jumped<T>(byMs: number, work: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() + byMs })
  try {
    return await work()
  } finally {
    mock.timers.reset()
  }
}

describe('a clock that jumps', async () => {
  const server = closedAfter(await startTestServer())

  it('F9 an hour, a day or years, either way: sessions last, times and order are the database’s, nothing happens twice', async () => {
    const technician = await makeTechnician(server.db)
    const session = await makeSession(server.db, technician)
    const event = await makeEvent(server.db, { technician })
    const made: number[] = []
    for (const jump of jumps) {
      const query = { event_id: event.id, text: `Reloj ${jump}`, client_request_id: randomUUID() }
      const create = () => server.done('admin_vno/notes/create', query, session)
      const [first, again] = await jumped(jump, () => Promise.all([create(), create()]))
      assert.deepEqual(first, again)
      made.push(first.record.id)
    }
    const { records } = await server.done('admin_vno/notes/get', { filter: { event_id: event.id } }, session)
    assert.deepEqual(columnOf(records, 'id'), made.toReversed())
    for (const { created_at } of records) assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 10 * 60_000)
  })

  it('F9 a session’s age is by the database’s clock', async () => {
    const technician = await makeTechnician(server.db)
    const [living, ended] = await Promise.all([
      makeSession(server.db, technician),
      makeSession(server.db, technician, { expires_at: new Date(Date.now() - 1000) }),
    ])
    for (const jump of jumps) {
      const ask = async (session: { cookie: string }) =>
        (await server.call('admin_vno/orders/get', {}, { session })).status
      const statuses = await jumped(jump, async () => [await ask(living), await ask(ended)])
      assert.deepEqual(statuses, [200, 401], String(jump))
    }
  })
})
