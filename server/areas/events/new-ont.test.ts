/** Which ONT belongs to the work: known by the OLT, or only by the technician. */
import type { Event } from '@hilo/contract/events/events.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unique } from '../../test/factories.ts'
import { act, inState, makeField, until } from '../../test/field.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

describe('the ONT of a work', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({}, { jobs: true })
  })
  after(() => server.close())

  async function begin() {
    const field = await makeField(server)
    const { session, cto } = field
    const { id } = await act(server, 'admin_vno/events/create', { cto_id: cto.id, work_kind: 'alta' }, session)
    await until(server, id, session, inState(8))
    const save = (step: FieldStep, status: string, data?: object) =>
      act(server, 'admin_vno/events/step/save', { event_id: id, step, status, data }, session)
    return { ...field, id, save }
  }
  const stepOf = (event: Event, step: FieldStep) => {
    const found = event.steps?.find((one) => one.step === step)
    assert.ok(found, step)
    return found
  }
  const check = (event: Event, step: FieldStep, code: string) =>
    stepOf(event, step).checks.find((one) => one.code === code)
  const drop = (label: string, port_number: number) => ({
    drop_label_read: label,
    label_source: 'qr',
    port_number,
    action: 'A',
    length_m: 40,
    drop_type: 'interior',
    connection_type: 1,
    fibre_no: 1,
  })

  it('light at a free port is unknown to the OLT: no claim is made', async () => {
    const { save: put, free, id, cto, session } = await begin()
    await server.plant.act(cto.id, { action: 'register_ont', port: free[0].number, serial: 'ZTEGAAAA0001' })
    await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    const seen = await until(server, id, session, (event) => check(event, 'port_available', 'port_state') !== undefined)
    assert.equal(check(seen, 'port_available', 'port_light'), undefined)
  })

  it('of several new ONTs the technician picks one, and then that one is detected', async () => {
    const { save: put, free, id, cto, session } = await begin()
    await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    const [mine, other] = ['ZTEGAAAA0004', 'ZTEGAAAA0005'] as const
    await server.plant.act(cto.id, { action: 'register_ont', port: free[0].number, serial: mine })
    await server.plant.act(cto.id, { action: 'register_ont', port: free[1].number, serial: other })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await put('drop_enrollment', 'done', drop(`D28-${unique()}`, free[0].number))
    const asked = await until(
      server,
      id,
      session,
      (event) => check(event, 'drop_enrollment', 'ont_choice') !== undefined,
    )
    assert.deepEqual(check(asked, 'drop_enrollment', 'ont_choice')?.value, `${mine}, ${other}`)
    assert.equal(stepOf(asked, 'final_report').data['ont_serial'], undefined)
    await put('final_report', 'paused', { ont_serial: mine })
    const clock = { advance_s: 11 }
    assert.equal((await server.call('demo/plant/clock', clock, { session })).status, 200)
    const seen = await until(
      server,
      id,
      session,
      (event) => check(event, 'drop_enrollment', 'ont_detected')?.level === 'ok',
    )
    assert.equal(check(seen, 'drop_enrollment', 'ont_detected')?.value, mine)
    assert.equal(check(seen, 'drop_enrollment', 'ont_choice'), undefined)
  })
})
