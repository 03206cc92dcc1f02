/** Two devices on one step: a draft from one does not reopen what the other has finished. */
import type { FieldStep } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { act, inState, makeField, readEvent, stepOf, until } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'

const server = closedAfter(await startTestServer({}, { jobs: true }))

it('a late draft changes nothing in a step that is done or abandoned; an explicit save reopens it', async () => {
  const { session, cto } = await makeField(server)
  const { id } = await act(server, 'admin_vno/events/create', { cto_id: cto.id, work_kind: 'alta' }, session)
  await until(server, id, session, inState(8))
  const put = async (step: FieldStep, status: string, more: object = {}) =>
    stepOf(await act(server, 'admin_vno/events/step/save', { event_id: id, step, status, ...more }, session), step)
  const typing = { draft: true, data: { power_dbm: -25 } }
  const typed = await put('power', 'started', typing)
  assert.deepEqual([typed.status, typed.data], ['started', { power_dbm: -25 }])

  const done = await put('power', 'done', { data: { power_dbm: -20, wavelength_nm: 1490 } })
  const { version } = await readEvent(server, id, session)
  // From the other device, a second too late: a draft, and the opening of the step.
  for (const late of [typing, { draft: true }]) assert.deepEqual(await put('power', 'started', late), done)
  assert.equal((await readEvent(server, id, session)).version, version)

  await put('cto_access', 'cancelled', { data: { no_access_reason: 'Sin llave' } })
  const given = await put('cto_access', 'started', { draft: true, data: { method: 'llave' } })
  assert.deepEqual([given.status, given.data], ['cancelled', { no_access_reason: 'Sin llave' }])
  assert.equal((await put('power', 'started')).status, 'started')
})
