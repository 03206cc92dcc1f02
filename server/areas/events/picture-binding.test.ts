/** A picture proves one figure at one port of one step, whatever changes afterwards. */
import type { Event } from '@hilo/contract/events/events.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { nextSeed } from '../../test/evidence.ts'
import { makeSession, makeTechnician, unique } from '../../test/factories.ts'
import { act, codeOf, inState, makeField, readEvent, until, type Field } from '../../test/field.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'
import { drawing } from '../../test/pictures.ts'

const save = 'admin_vno/events/step/save'
const upload = 'admin_vno/enrollments/pictures/upload'
const stale = [422, 'EVIDENCE_MISSING']

describe('a picture proves one figure at one port', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({}, { jobs: true })
  })
  after(() => server.close())

  const photo = () => drawing({ seed: nextSeed(), width: 320, height: 240 }).jpeg().toBuffer()
  const outcome = (answer: Answer) => [answer.status, codeOf(answer)]

  async function begin(work_kind = 'alta', over?: Field) {
    const field = over ?? (await makeField(server))
    const { session, cto } = field
    const { id } = await act(server, 'admin_vno/events/create', { cto_id: cto.id, work_kind }, session)
    await until(server, id, session, inState(8))
    const put = (step: FieldStep, status: string, data: object = {}) =>
      server.call(save, { event_id: id, step, status, data }, { session })
    return {
      ...field,
      id,
      put,
      done: async (step: FieldStep, data: object) => {
        const answer = await put(step, 'done', data)
        assert.equal(answer.status, 200, answer.text)
        return (answer.body as { record: Event }).record
      },
      open: async (step: FieldStep) => assert.equal((await put(step, 'started')).status, 200),
      send: async (query: object, picture?: Buffer) =>
        await server.call(
          upload,
          { event_id: id, ...query },
          { session, files: { picture: picture ?? (await photo()) } },
        ),
    }
  }
  const meter = (value?: number | null, port?: number) => ({
    step: 'power',
    label_kind: 1,
    ...(value !== undefined && { bound: { figure: 'power_dbm', value, ...(port && { port }) } }),
  })
  const power = (power_dbm: number) => ({ power_dbm, wavelength_nm: 1490 })

  it('a step is not done with a picture of another figure, and is with one of its own', async () => {
    const { put, send, done } = await begin()
    assert.equal((await send(meter(-25.5))).status, 200)
    const refused = await put('power', 'done', power(-20))
    assert.deepEqual(outcome(refused), stale)
    const { details } = refused.body as { details: { field: string; message: string }[] }
    assert.deepEqual(details, [
      {
        field: 'pictures.meter',
        code: 'EVIDENCE_MISSING',
        message: 'La fotografía es de otra medida o de otro puerto. Repítela.',
      },
    ])
    await send(meter(-20))
    const saved = await done('power', power(-20))
    const [old, own] = saved.steps?.find(({ step }) => step === 'power')?.pictures ?? []
    assert.deepEqual(
      [old?.['bound'], own?.['bound']],
      [
        { figure: 'power_dbm', value: -25.5, port: null },
        { figure: 'power_dbm', value: -20, port: null },
      ],
    )
  })

  it('a picture without a figure is bound to the step’s figure, or to the first one that it is done with', async () => {
    const held = await begin()
    await held.put('power', 'started', power(-25.5))
    await held.send(meter())
    assert.deepEqual(outcome(await held.put('power', 'done', power(-20))), stale)
    const first = await begin()
    await first.send(meter(null))
    await first.done('power', power(-20))
    await first.open('power')
    assert.deepEqual(outcome(await first.put('power', 'done', power(-25))), stale)
    await first.done('power', power(-20))
  })

  it('a picture of the socket does not prove the power at the port', async () => {
    const { put, send } = await begin()
    await send({ ...meter(), bound: { figure: 'roseta_dbm', value: -20 } })
    assert.deepEqual(outcome(await put('power', 'done', { ...power(-20), roseta_dbm: -20 })), stale)
  })

  it('another port has to be measured and photographed again', async () => {
    const { put, send, done, open, free, id, session } = await begin()
    await done('port_available', { port_number: free[0].number, found: 'libre' })
    await send(meter(-20, free[0].number))
    await done('power', power(-20))
    await open('port_available')
    const moved = await done('port_available', { port_number: free[1].number, found: 'libre' })
    const step = moved.steps?.find((one) => one.step === 'power')
    assert.deepEqual([step?.status, step?.data['power_dbm'], moved.power_dbm], ['paused', null, null])
    assert.deepEqual(outcome(await put('power', 'done', power(-20))), stale)
    await send(meter(-20, free[1].number))
    await done('power', power(-20))
    assert.equal((await readEvent(server, id, session)).power_dbm, -20)
  })

  it('a drop that is moved to another port or gets another label is shown again', async () => {
    const { put, send, done, free } = await begin()
    await done('port_available', { port_number: free[0].number, found: 'libre' })
    const label = `D28-${unique()}`
    const drop = {
      drop_label_read: label,
      label_source: 'qr',
      port_number: free[0].number,
      action: 'A',
      length_m: 40,
      drop_type: 'interior',
      connection_type: 1,
      fibre_no: 1,
    }
    const bound = { figure: 'label', value: label, port: free[0].number }
    await send({ step: 'drop_enrollment', label_kind: 3, bound })
    assert.deepEqual(outcome(await put('drop_enrollment', 'done', { ...drop, port_number: free[1].number })), stale)
    assert.deepEqual(
      outcome(await put('drop_enrollment', 'done', { ...drop, drop_label_read: `D28-${unique()}` })),
      stale,
    )
    await done('drop_enrollment', { ...drop, drop_label_read: ` ${label.toLowerCase()}` })
  })

  it('the label of a box belongs to its picture', async () => {
    const { put, send, cto } = await begin('mantenimiento')
    await send({ step: 'cto_enrollment', label_kind: 2, bound: { figure: 'label', value: 'OTRA-CAJA-1' } })
    const data = { label_read: cto.code, label_source: 'qr', action: 'M' }
    assert.deepEqual(outcome(await put('cto_enrollment', 'done', data)), stale)
  })

  it('the same bytes stay bound to what they were sent for, whatever is claimed later', async () => {
    const { put, send } = await begin()
    const picture = await photo()
    assert.equal((await send(meter(-25.5), picture)).status, 200)
    const again = await send(meter(-20), picture)
    assert.deepEqual(outcome(again), [422, 'EVIDENCE_REJECTED'])
    assert.match(again.text, /Haz una nueva/)
    assert.equal((await send(meter(-25.5), picture)).status, 200)
    assert.deepEqual(outcome(await put('power', 'done', power(-20))), stale)
  })

  it('the same bytes prove nothing in another step, another intervention or for another operator', async () => {
    const first = await begin()
    const picture = await photo()
    await first.send({ step: 'report' }, picture)
    const report = { box: 'cerrada', tidy: 4, free_ports_seen: 1, loose_fibres: false }
    await first.done('report', report)
    const flagsOf = (answer: Answer) => (answer.body as { record: { flags: string[] } }).record.flags
    assert.ok(flagsOf(await first.send(meter(-20), picture)).includes('reused'))
    const refused = await first.put('power', 'done', power(-20))
    assert.deepEqual(outcome(refused), stale)
    assert.match(refused.text, /ya se usó en otro paso o trabajo/)
    const technician = await makeTechnician(server.db, {})
    const other = await begin('alta', {
      ...(await makeField(server)),
      technician,
      session: await makeSession(server.db, technician),
    })
    await other.send({ step: 'report' }, picture)
    assert.deepEqual(outcome(await other.put('report', 'done', report)), stale)
    await other.send({ step: 'report' })
    await other.done('report', report)
  })

  it('offline work is judged in its own order', async () => {
    const { id, session, send, cto, free } = await begin()
    await send(meter(-25.5, free[1].number))
    const one = (query: object) => ({
      path: save,
      client_request_id: randomUUID(),
      query: { event_id: id, ...query },
    })
    const operations = [
      one({
        step: 'initial',
        status: 'done',
        data: { prl: { altura: true, tension: true }, cto_code_read: cto.code, read_by: 'qr' },
      }),
      one({ step: 'power', status: 'started', data: power(-25.5) }),
      one({ step: 'power', status: 'done', data: power(-20) }),
    ]
    const pushed = await server.call('admin_vno/sync/push', { operations }, { session })
    const { results } = pushed.body as { results: { status: number; body: { error?: string } }[] }
    assert.deepEqual(
      results.map(({ status, body }) => [status, body.error]),
      [[200, undefined], [200, undefined], stale],
    )
  })

  it('a picture bound to another figure stops finalizing', async () => {
    const { id, session, send, done, put, cto, free } = await begin('averia')
    await done('initial', { prl: { altura: true, tension: true }, cto_code_read: cto.code, read_by: 'qr' })
    await send({ step: 'report' })
    await done('report', { box: 'cerrada', tidy: 4, free_ports_seen: 1, loose_fibres: false })
    await send({ step: 'final_report' })
    await done('final_report', {
      ont_serial: 'HWTC12345678',
      rx_dbm: -21,
      speed_ok: true,
      customer_present: true,
      minutes: 9,
    })
    // A picture may arrive after its step was done without one; it does not help here.
    await done('power', power(-20))
    await send(meter(-25.5, free[1].number))
    const answer = await server.call('admin_vno/events/finalize', { event_id: id }, { session })
    assert.deepEqual(outcome(answer), stale)
    assert.match(answer.text, /steps\.power\.pictures/)
    assert.deepEqual(outcome(await put('power', 'done')), stale)
  })
})
