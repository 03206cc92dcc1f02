/** A server clock that jumps, for example when it is corrected late. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it, mock } from 'node:test'
import type { Note } from '@hilo/contract/notes.ts'
import { makeSession, makeTechnician } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { makeEvent } from '../test/plant-factories.ts'

const hour = 3_600_000
const day = 24 * hour
const jumps = [hour, -hour, day, -day, 5 * 365 * day, -5 * 365 * day]

describe('a clock that jumps', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  it('F9 an hour, a day or years, either way: sessions last, times and order are the database’s, nothing happens twice', async () => {
    const technician = await makeTechnician(server.db)
    const session = await makeSession(server.db, technician)
    const event = await makeEvent(server.db, { technician })
    const made: number[] = []
    for (const jump of jumps) {
      const query = { event_id: event.id, text: `Reloj ${jump}`, client_request_id: randomUUID() }
      mock.timers.enable({ apis: ['Date'], now: Date.now() + jump })
      try {
        const [first, again] = [0, 1].map(() => server.call('admin_vno/notes/create', query, { session }))
        const answers = await Promise.all([first, again])
        for (const answer of answers) assert.equal(answer?.status, 200, `${jump}: ${answer?.text}`)
        assert.deepEqual(answers[0]?.body, answers[1]?.body)
        made.push((answers[0]?.body as { record: Note }).record.id)
      } finally {
        mock.timers.reset()
      }
    }
    const { body } = await server.call('admin_vno/notes/get', { filter: { event_id: event.id } }, { session })
    const { records } = body as { records: Note[] }
    assert.deepEqual(
      records.map(({ id }) => id),
      made.toReversed(),
    )
    for (const { created_at } of records) assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 10 * 60_000)
  })

  it('F9 a session’s age is by the database’s clock', async () => {
    const technician = await makeTechnician(server.db)
    const [living, ended] = await Promise.all([
      makeSession(server.db, technician),
      makeSession(server.db, technician, { expires_at: new Date(Date.now() - 1000) }),
    ])
    for (const jump of jumps) {
      mock.timers.enable({ apis: ['Date'], now: Date.now() + jump })
      try {
        const ask = async (session: { cookie: string }) =>
          (await server.call('admin_vno/orders/get', {}, { session })).status
        assert.deepEqual([await ask(living), await ask(ended)], [200, 401], String(jump))
      } finally {
        mock.timers.reset()
      }
    }
  })
})
