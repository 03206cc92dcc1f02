/** Marks on inconsistent evidence for the desk. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Event } from '@hilo/contract/events/events.ts'
import { processState, type FieldStep } from '@hilo/domain/status.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing } from '../../test/closing-scene.ts'
import { act, inState, makeField, until } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'

const save = 'admin_vno/events/step/save'
const checkOf = ({ steps }: Event, step: FieldStep, code: string) =>
  steps?.find((one) => one.step === step)?.checks.find((one) => one.code === code)

describe('marks for the desk', async () => {
  const closing = closedAfter(await startClosing())
  /** Its jobs run by themselves; those of the scenes of `closing` are run by hand, without a worker that takes them as well. */
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  it('figures three dB from the OLT’s reading are marked with both, and the enrolment is sent to verification', async () => {
    const scene = await closing.scene('alta')
    const { serial: ont_serial, dropLabel, own, event } = scene
    const started = { started_at: (await scene.row()).created_at }
    await scene.record('power', { power_dbm: -30 }, started)
    await scene.record('final_report', { ont_serial, rx_dbm: -9 }, started)
    const drop = { drop_label_read: dropLabel, label_source: 'qr', port_number: own?.number }
    await scene.record('drop_enrollment', drop, started)
    const refused = await scene.end()
    const reading = refused.neighbours.items?.find(({ port }) => port === own?.number)?.rx_dbm
    assert.equal(typeof reading, 'number')
    const rx = checkOf(refused, 'final_report', 'rx_olt')
    assert.deepEqual([rx?.level, rx?.value, rx?.limit], ['aviso', -9, reading])
    const gain = checkOf(refused, 'final_report', 'rx_gain')
    assert.deepEqual([checkOf(refused, 'power', 'power_olt')?.level, gain?.level], ['aviso', undefined])
    const decided = { event_id: event.id, reason: 'La medida se repetirá mañana' }
    await closing.server.done('admin_vno/events/override', decided, scene.admin)
    await scene.run()
    const query = { filter: { event_id: event.id } }
    const { records } = await closing.server.done('admin_vno/enrollments/get', query, scene.admin)
    assert.deepEqual(columnOf(records, 'verification_reasons'), [['figures']])
  })

  it('steps that went too fast by the device are marked, steps that only arrive together are not', async () => {
    const work = async (every: number) => {
      const { cto, session } = await makeField(server)
      const first = Date.now() - 3_600_000
      const at = (n: number) => new Date(first + n * every).toISOString()
      const asked = { cto_id: cto.id, work_kind: 'mantenimiento', done_at: at(0) }
      const { id } = await act(server, 'admin_vno/events/create', asked, session)
      await until(server, id, session, inState(processState.is.created))
      const steps: [FieldStep, object][] = [
        ['initial', { prl: { altura: true, tension: true }, cto_code_read: cto.code, read_by: 'qr' }],
        ['report', { box: 'cerrada', tidy: 4, free_ports_seen: 1, loose_fibres: false }],
        ['cto_enrollment', { label_read: cto.code, label_source: 'qr', action: 'M' }],
        ['final_report', { minutes: 9 }],
      ]
      let last: Event | undefined
      for (const [n, [step, data]] of steps.entries()) {
        const query = { event_id: id, step, status: 'done', data, done_at: at(n + 1) }
        last = await act(server, save, query, session)
      }
      assert.ok(last)
      return { last, id, session }
    }
    const fast = checkOf((await work(3000)).last, 'final_report', 'times_fast')
    assert.deepEqual([fast?.level, fast?.value, fast?.limit], ['aviso', 9, 4])
    assert.equal(fast?.text, '4 pasos seguidos en 9 s: esos tiempos no pueden ser verdad.')
    const slow = await work(300_000)
    assert.equal(checkOf(slow.last, 'final_report', 'times_fast'), undefined)
    const ahead = { event_id: slow.id, step: 'report', done_at: new Date(Date.now() + 3_600_000).toISOString() }
    await act(server, save, { ...ahead, status: 'started' }, slow.session)
    const wrong = await act(server, save, { ...ahead, status: 'done' }, slow.session)
    assert.equal(checkOf(wrong, 'report', 'times_clock')?.level, 'aviso')
  })
})
