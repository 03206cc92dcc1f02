/** A label enrolled by an API key, completed despite a crash of the server. */
import type { EnrollmentRequest } from '@hilo/contract/enrollments/enrollment-actions.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import { processState } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Stage } from './crashing-server.ts'
import { makeLine } from './enrollment-factories.ts'
import { makeAdmin, makeSession, makeVno, unique } from './factories.ts'
import { untilReady } from './server-process.ts'
import { until } from './poll.ts'

const patienceMs = 90_000

/** Sends one request and waits; asserts that everything happened once. */
export async function leadRequest(stage: Stage): Promise<void> {
  const { db } = stage
  const vno = await makeVno(db)
  const { port } = await makeLine(db, vno)
  const { token } = await makeSession(db, await makeAdmin(db, { vno }), { channel: 'api' })
  await untilReady(stage.server)
  const label_read = `D46-${unique()}-1`
  const asked = { kind: 2, action: 'A', label_read, label_source: 'qr', port_id: port.id }
  const { record } = await stage.call<{ record: EnrollmentRequest }>(
    'admin_vno/enrollments/create',
    { ...asked, client_request_id: randomUUID() },
    token,
  )
  await until(
    async () => {
      const query = { id: record.id }
      return (await stage.call<{ records: Event[] }>('admin_vno/events/get', query, token)).records[0]?.process_state
    },
    (state) => state === processState.is.finalizedSync,
    patienceMs,
  )
  const [found] = await stage.rows(
    `select (select count(*)::int from event where type = 8) as requests,
       (select count(*)::int from enrollment where event_id = $1) as enrolments,
       (select count(*)::int from drop_cable where label = $2) as drops,
       (select count(*)::int from audit where call = 'process/enroll.close_clean' and entity_id = $1::text) as closed`,
    [record.id, label_read],
  )
  assert.deepEqual(found, { requests: 1, enrolments: 1, drops: 1, closed: 1 })
}
