/** Which ONT belongs to the work: known by the OLT, or only by the technician. */
import type { Event } from '@hilo/contract/events/events.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { unique } from '../../test/factories.ts'
import { act, checkOf, dropData, inState, makeField, stepOf, until } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'

describe('the ONT of a work', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  async function begin() {
    const field = await makeField(server)
    const { session, cto } = field
    const { id } = await act(server, 'admin_vno/events/create', { cto_id: cto.id, work_kind: 'alta' }, session)
    await until(server, id, session, inState(8))
    const save = (step: FieldStep, status: string, data?: object) =>
      act(server, 'admin_vno/events/step/save', { event_id: id, step, status, data }, session)
    return { ...field, id, save }
  }

  it('light at a free port is unknown to the OLT: no claim is made', async () => {
    const { save: put, free, id, cto, session } = await begin()
    await server.plant.act(cto.id, { action: 'register_ont', port: free[0].number, serial: 'ZTEGAAAA0001' })
    await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    const seen = await until(
      server,
      id,
      session,
      (event) => checkOf(event, 'port_available', 'port_state') !== undefined,
    )
    assert.equal(checkOf(seen, 'port_available', 'port_light'), undefined)
  })

  it('of several new ONTs the technician picks one, and then that one is detected', async () => {
    const { save: put, free, id, cto, session } = await begin()
    await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    const [mine, other] = ['ZTEGAAAA0004', 'ZTEGAAAA0005'] as const
    await server.plant.act(cto.id, { action: 'register_ont', port: free[0].number, serial: mine })
    await server.plant.act(cto.id, { action: 'register_ont', port: free[1].number, serial: other })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await put('drop_enrollment', 'done', dropData(`D28-${unique()}`, free[0].number))
    const choice = (event: Event) => checkOf(event, 'drop_enrollment', 'ont_choice')
    const detected = (event: Event) => checkOf(event, 'drop_enrollment', 'ont_detected')
    const asked = await until(server, id, session, (event) => choice(event) !== undefined)
    assert.deepEqual(choice(asked)?.value, `${mine}, ${other}`)
    assert.equal(stepOf(asked, 'final_report').data['ont_serial'], undefined)
    await put('final_report', 'paused', { ont_serial: mine })
    await server.done('demo/plant/clock', { advance_s: 11 }, session)
    const seen = await until(server, id, session, (event) => detected(event)?.level === 'ok')
    assert.equal(detected(seen)?.value, mine)
    assert.equal(choice(seen), undefined)
  })
})
