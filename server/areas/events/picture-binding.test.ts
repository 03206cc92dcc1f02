/** A picture proves one figure at one port of one step, whatever changes afterwards. */
import type { Output } from '@hilo/contract/index.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { columnOf, detailsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { nextSeed } from '../../test/evidence.ts'
import { unique } from '../../test/factories.ts'
import { act, dropData, inState, makeField, readEvent, stepOf, until } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { drawing } from '../../test/pictures.ts'
import type { Cto } from '../../test/plant-factories.ts'

const save = 'admin_vno/events/step/save'
const upload = 'admin_vno/enrollments/pictures/upload'
const stale = [422, 'EVIDENCE_MISSING']

describe('a picture proves one figure at one port', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  const photo = () => drawing({ seed: nextSeed(), width: 320, height: 240 }).jpeg().toBuffer()

  async function begin(work_kind = 'alta') {
    const field = await makeField(server)
    const { session, cto } = field
    const { id } = await act(server, 'admin_vno/events/create', { cto_id: cto.id, work_kind }, session)
    await until(server, id, session, inState(8))
    const put = (step: FieldStep, status: string, data: object = {}) =>
      server.call(save, { event_id: id, step, status, data }, { session })
    const saved = (step: FieldStep, status: string, data: object = {}) =>
      act(server, save, { event_id: id, step, status, data }, session)
    return {
      ...field,
      id,
      /** The step is not done with these data for want of a picture that proves them. */
      refuses: async (step: FieldStep, data: object) => {
        const answer = await put(step, 'done', data)
        assert.deepEqual(refusalOf(answer), stale)
        return answer
      },
      put,
      done: (step: FieldStep, data: object) => saved(step, 'done', data),
      open: (step: FieldStep) => saved(step, 'started'),
      send: async (query: object, picture?: Buffer) => {
        const files = { picture: picture ?? (await photo()) }
        return await server.call(upload, { event_id: id, ...query }, { session, files })
      },
    }
  }
  const meter = (value?: number | null, port?: number) => ({
    step: 'power',
    label_kind: 1,
    ...(value !== undefined && { bound: { figure: 'power_dbm', value, ...(port && { port }) } }),
  })
  const report = { box: 'cerrada', tidy: 4, free_ports_seen: 1, loose_fibres: false }
  const start = ({ code }: Cto) => ({ prl: { altura: true, tension: true }, cto_code_read: code, read_by: 'qr' })
  const power = (power_dbm: number) => ({ power_dbm, wavelength_nm: 1490 })

  it('a step is not done with a picture of another figure, and is with one of its own', async () => {
    const { refuses, send, done } = await begin()
    assert.equal((await send(meter(-25.5))).status, 200)
    const message = 'La fotografía es de otra medida o de otro puerto. Repítela.'
    const details = [{ field: 'pictures.meter', code: 'EVIDENCE_MISSING', message }]
    assert.deepEqual(detailsOf(await refuses('power', power(-20))), details)
    await send(meter(-20))
    const { pictures } = stepOf(await done('power', power(-20)), 'power')
    const bound = [-25.5, -20].map((value) => ({ figure: 'power_dbm', value, port: null }))
    assert.deepEqual(columnOf(pictures, 'bound'), bound)
  })

  it('a picture without a figure is bound to the step’s figure, or to the first one that it is done with', async () => {
    const held = await begin()
    await held.put('power', 'started', power(-25.5))
    await held.send(meter())
    await held.refuses('power', power(-20))
    const first = await begin()
    await first.send(meter(null))
    await first.done('power', power(-20))
    await first.open('power')
    await first.refuses('power', power(-25))
    await first.done('power', power(-20))
  })

  it('a picture of the socket does not prove the power at the port', async () => {
    const { refuses, send } = await begin()
    await send({ ...meter(), bound: { figure: 'roseta_dbm', value: -20 } })
    await refuses('power', { ...power(-20), roseta_dbm: -20 })
  })

  it('another port has to be measured and photographed again', async () => {
    const { refuses, send, done, open, free, id, session } = await begin()
    await done('port_available', { port_number: free[0].number, found: 'libre' })
    await send(meter(-20, free[0].number))
    await done('power', power(-20))
    await open('port_available')
    const moved = await done('port_available', { port_number: free[1].number, found: 'libre' })
    const step = stepOf(moved, 'power')
    assert.deepEqual([step.status, step.data['power_dbm'], moved.power_dbm], ['paused', null, null])
    await refuses('power', power(-20))
    await send(meter(-20, free[1].number))
    await done('power', power(-20))
    assert.equal((await readEvent(server, id, session)).power_dbm, -20)
  })

  it('a drop that is moved to another port or gets another label is shown again', async () => {
    const { refuses, send, done, free } = await begin()
    await done('port_available', { port_number: free[0].number, found: 'libre' })
    const label = `D28-${unique()}`
    const drop = dropData(label, free[0].number)
    const bound = { figure: 'label', value: label, port: free[0].number }
    await send({ step: 'drop_enrollment', label_kind: 3, bound })
    await refuses('drop_enrollment', { ...drop, port_number: free[1].number })
    await refuses('drop_enrollment', { ...drop, drop_label_read: `D28-${unique()}` })
    await done('drop_enrollment', { ...drop, drop_label_read: ` ${label.toLowerCase()}` })
  })

  it('the label of a box belongs to its picture', async () => {
    const { refuses, send, cto } = await begin('mantenimiento')
    await send({ step: 'cto_enrollment', label_kind: 2, bound: { figure: 'label', value: 'OTRA-CAJA-1' } })
    await refuses('cto_enrollment', { label_read: cto.code, label_source: 'qr', action: 'M' })
  })

  it('the same bytes stay bound to what they were sent for, whatever is claimed later', async () => {
    const { refuses, send } = await begin()
    const picture = await photo()
    assert.equal((await send(meter(-25.5), picture)).status, 200)
    const again = await send(meter(-20), picture)
    assert.deepEqual(refusalOf(again), [422, 'EVIDENCE_REJECTED'])
    assert.match(again.text, /Haz una nueva/)
    assert.equal((await send(meter(-25.5), picture)).status, 200)
    await refuses('power', power(-20))
  })

  it('the same bytes prove nothing in another step, another intervention or for another operator', async () => {
    const first = await begin()
    const picture = await photo()
    await first.send({ step: 'report' }, picture)
    await first.done('report', report)
    const reused = await first.send(meter(-20), picture)
    assert.ok((reused.body as Output<typeof upload>).record.flags.includes('reused'))
    assert.match((await first.refuses('power', power(-20))).text, /ya se usó en otro paso o trabajo/)
    const other = await begin('alta')
    await other.send({ step: 'report' }, picture)
    await other.refuses('report', report)
    await other.send({ step: 'report' })
    await other.done('report', report)
  })

  it('offline work is judged in its own order', async () => {
    const { id, session, send, cto, free } = await begin()
    await send(meter(-25.5, free[1].number))
    const operations = [
      { step: 'initial', status: 'done', data: start(cto) },
      { step: 'power', status: 'started', data: power(-25.5) },
      { step: 'power', status: 'done', data: power(-20) },
    ].map((query) => ({ path: save, client_request_id: randomUUID(), query: { event_id: id, ...query } }))
    const { results } = await server.done('admin_vno/sync/push', { operations }, session)
    assert.deepEqual(results.map(refusalOf), [[200, undefined], [200, undefined], stale])
  })

  it('a picture bound to another figure stops finalizing', async () => {
    const { id, session, send, done, refuses, cto, free } = await begin('averia')
    await done('initial', start(cto))
    await send({ step: 'report' })
    await done('report', report)
    await send({ step: 'final_report' })
    const end = { ont_serial: 'HWTC12345678', rx_dbm: -21, speed_ok: true, customer_present: true, minutes: 9 }
    await done('final_report', end)
    // A picture may arrive after its step was done without one; it does not help here.
    await done('power', power(-20))
    await send(meter(-25.5, free[1].number))
    const answer = await server.call('admin_vno/events/finalize', { event_id: id }, { session })
    assert.deepEqual(refusalOf(answer), stale)
    assert.match(answer.text, /steps\.power\.pictures/)
    await refuses('power', {})
  })
})
