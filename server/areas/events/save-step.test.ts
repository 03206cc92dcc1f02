import type { Event } from '@hilo/contract/events/events.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnOf, detailsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeSession, makeTechnician, makeVno, unique, type Vno } from '../../test/factories.ts'
import {
  act,
  checkOf,
  dropData,
  inState,
  makeField,
  readEvent,
  recordOf,
  stepOf,
  until,
  type Field,
} from '../../test/field.ts'
import { makeDrop } from '../../test/drop-factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { drawing } from '../../test/pictures.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const save = 'admin_vno/events/step/save'

interface Work extends Field {
  id: number
  save(step: FieldStep, status: string, data?: object, more?: object): Promise<Event>
  /** Status and code of a refusal, and the fields that it names. */
  refused(step: FieldStep, status: string, data?: object): Promise<unknown[]>
}

describe('saving a step', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  async function begin(work_kind = 'alta', over: object = {}): Promise<Work> {
    const field = await makeField(server)
    const { session, cto } = field
    const query = { cto_id: cto.id, work_kind, ...over }
    const { id } = await act(server, 'admin_vno/events/create', query, session)
    await until(server, id, session, inState(8))
    return {
      ...field,
      id,
      save: (step, status, data, more) => act(server, save, { event_id: id, step, status, data, ...more }, session),
      async refused(step, status, data) {
        const answer = await server.call(save, { event_id: id, step, status, data }, { session })
        return [...refusalOf(answer), ...columnOf(detailsOf(answer), 'field')]
      },
    }
  }
  const stateOf = async (port: number) =>
    (await server.rows('select state from port where id = $1', port))[0]?.['state']

  it('data of another form, or of no field of the step, are refused', async () => {
    const { refused } = await begin()
    const wrong = await refused('initial', 'started', { prl: { altura: 'sí' }, otra: 1 })
    assert.deepEqual(wrong, [422, 'VALIDATION', 'data.prl.altura', 'data.otra'])
  })

  it('data saved while paused stay; new data replace them; done reports missing fields', async () => {
    const { save: put, refused, cto } = await begin()
    const first = await put('initial', 'started', { prl: { altura: true }, cto_code_read: cto.code })
    assert.ok(stepOf(first, 'initial').started_at)
    await put('initial', 'paused')
    const lacking = await refused('initial', 'done')
    assert.deepEqual(lacking, [422, 'VALIDATION', 'data.prl.tension', 'data.read_by'])
    const place = { lat: 39.4701, lon: -0.376, accuracy_m: 8 }
    const whole = { prl: { altura: true, tension: true }, read_by: 'qr', position: place }
    const done = await put('initial', 'done', whole, { active_ms: 4000, offline_ms: 0 })
    const step = stepOf(done, 'initial')
    assert.deepEqual([step.status, step.active_ms, step.data['cto_code_read']], ['done', 4000, cto.code])
    assert.ok(step.started_at && step.done_at)
    assert.deepEqual(
      [checkOf(done, 'initial', 'cto_code')?.level, checkOf(done, 'initial', 'distance')?.value],
      ['ok', 11],
    )
    assert.equal(checkOf(done, 'initial', 'distance')?.text, 'Estás a 11 m de la CTO.')
    assert.deepEqual([done.current_step, done.position_start], [1, place])
    assert.deepEqual(await refused('initial', 'cancelled'), [409, 'EVENT_BAD_STATE'])
    const again = stepOf(await put('initial', 'started'), 'initial')
    assert.deepEqual([again.status, again.done_at], ['started', null])
  })

  it('a draft may be the first that is heard of a step, and a later one opens it again', async () => {
    const { save: put } = await begin()
    const draft = stepOf(await put('power', 'paused', { power_dbm: -20 }), 'power')
    assert.deepEqual([draft.status, draft.started_at, draft.data], ['paused', null, { power_dbm: -20 }])
    await put('power', 'done', { wavelength_nm: 1490 })
    const reopened = stepOf(await put('power', 'paused', { power_dbm: -21 }), 'power')
    assert.deepEqual([reopened.status, reopened.done_at, reopened.data['wavelength_nm']], ['paused', null, 1490])
  })

  it('another box’s code stops; distance alone only warns', async () => {
    const { save: put } = await begin()
    const position = { lat: 39.48, lon: -0.376 }
    const far = await put('initial', 'started', { cto_code_read: 'OTRA', position })
    const levels = ['cto_code', 'distance'].map((code) => checkOf(far, 'initial', code)?.level)
    assert.deepEqual(levels, ['bloqueo', 'aviso'])
  })

  it('a stale version is refused with the current record', async () => {
    const { id, session, save: put } = await begin()
    const { version } = await put('report', 'started')
    await put('report', 'paused', { box: 'abierta' }, { version })
    const query = { event_id: id, version, step: 'report', status: 'paused', data: { box: 'cerrada' } }
    const stale = await server.call(save, query, { session })
    assert.deepEqual(refusalOf(stale), [409, 'VERSION_CONFLICT'])
    assert.equal(stepOf(recordOf(stale), 'report').data['box'], 'abierta')
  })

  it('light lost or a picture received meanwhile makes no version stale, but raises it', async () => {
    const { id, session, save: put } = await begin()
    const { version } = await put('report', 'started')
    const picture = await drawing().jpeg().toBuffer()
    const upload = { event_id: id, step: 'report' }
    await server.done('admin_vno/enrollments/pictures/upload', upload, session, { picture })
    assert.ok((await readEvent(server, id, session)).version > version)
    const saved = await put('report', 'paused', { box: 'abierta' }, { version })
    assert.equal(stepOf(saved, 'report').pictures.length, 1)
    const ahead = await server.call(save, { ...upload, status: 'paused', version: saved.version + 1 }, { session })
    assert.deepEqual(refusalOf(ahead), [409, 'VERSION_CONFLICT'])
  })

  it('a free port is reserved when the step is done; the same port twice is no change; another one frees the first', async () => {
    const { save: put, free, id } = await begin()
    const one = await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    assert.deepEqual([one.port_id, one.port_number, await stateOf(free[0].id)], [free[0].id, free[0].number, 2])
    assert.ok(stepOf(one, 'port_available').checks.every(({ level }) => level === 'ok'))
    await put('port_available', 'started')
    const two = await put('port_available', 'done', { port_number: free[1].number, found: 'libre' })
    assert.deepEqual([two.port_id, await stateOf(free[0].id), await stateOf(free[1].id)], [free[1].id, 1, 2])
    const claims = await server.rows('select port_id from port_claim where event_id = $1', id)
    assert.deepEqual(claims, [{ port_id: free[1].id }])
  })

  it('a port in use is refused and the step stays unchanged', async () => {
    const { save: put, refused, taken, id, session } = await begin()
    await put('port_available', 'started')
    const used = await refused('port_available', 'done', { port_number: taken[0]?.number, found: 'libre' })
    assert.deepEqual(used, [409, 'PORT_NOT_AVAILABLE'])
    const kept = await readEvent(server, id, session)
    assert.deepEqual([stepOf(kept, 'port_available').status, kept.port_id], ['started', null])
    const none = await refused('port_available', 'done', { port_number: 32, found: 'libre' })
    assert.deepEqual(none, [422, 'VALIDATION', 'data.port_number'])
  })

  it('a port taken by a colleague names the colleague and the time; by another operator nothing', async () => {
    const first = await begin()
    const [port] = first.free
    await first.save('port_available', 'done', { port_number: port.number, found: 'libre' })
    const late = async (vno?: Vno) => {
      const session = await makeSession(server.db, await makeTechnician(server.db, vno && { vno }))
      const query = { cto_id: first.cto.id, work_kind: 'alta' }
      const { id } = await act(server, 'admin_vno/events/create', query, session)
      await until(server, id, session, inState(8))
      const data = { port_number: port.number, found: 'libre' }
      const asked = { event_id: id, step: 'port_available', status: 'done', data }
      const answer = await server.call(save, asked, { session })
      assert.deepEqual(refusalOf(answer), [409, 'PORT_NOT_AVAILABLE'])
      return columnOf(detailsOf(answer), 'message')
    }
    const [said = ''] = await late(first.vno)
    assert.match(said, new RegExp(`^Lo tiene ${first.technician.name} desde las \\d+:\\d\\d [ap]`))
    assert.deepEqual(await late(), [])
  })

  it('a damaged port is reported and no longer free', async () => {
    const { save: put, free, technician } = await begin()
    const said = await put('port_available', 'done', { port_number: free[0].number, found: 801 })
    assert.deepEqual([said.port_id, await stateOf(free[0].id)], [null, 6])
    assert.equal(checkOf(said, 'port_available', 'port_found')?.level, 'bloqueo')
    const text = `select problem->'code' as code, problem->'reported_by' as by from port where id = $1`
    assert.deepEqual(await server.rows(text, free[0].id), [{ code: 801, by: technician.user_id }])
  })

  it('power is stored with the intervention and judged by the optic class of its OLT', async () => {
    const { save: put } = await begin()
    const low = await put('power', 'done', { power_dbm: -27.5, wavelength_nm: 1490 })
    const found = checkOf(low, 'power', 'power')
    assert.deepEqual([low.power_dbm, found?.level], [-27.5, 'bloqueo'])
    assert.match(found?.text ?? '', /^Potencia −27,5 dBm: fuera de margen/)
    await put('power', 'started')
    const good = await put('power', 'done', { power_dbm: -18.25 })
    assert.deepEqual([good.power_dbm, checkOf(good, 'power', 'power')?.level], [-18.25, 'ok'])
  })

  it('a label that another drop has is refused by its check', async () => {
    const { save: put, free } = await begin()
    const label = `D28-${unique()}`
    await makeDrop(server.db, { vno_id: (await makeVno(server.db)).id, label })
    await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    const said = await put('drop_enrollment', 'done', dropData(label, free[1].number))
    assert.equal(checkOf(said, 'drop_enrollment', 'label_unique')?.level, 'bloqueo')
    assert.equal(checkOf(said, 'drop_enrollment', 'port_match')?.level, 'bloqueo')
  })

  it('the ONT that appears at the port is detected: a row of its own, its serial filled in', async () => {
    const { save: put, free, id, cto, session } = await begin()
    await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    await server.plant.act(cto.id, { action: 'register_ont', port: free[0].number, serial: 'ZTEGAAAA0002' })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await put('drop_enrollment', 'done', dropData(`D28-${unique()}`, free[0].number))
    const serial = (event: Event) => stepOf(event, 'final_report').data['ont_serial']
    const seen = await until(server, id, session, (event) => serial(event) !== undefined)
    assert.equal(serial(seen), 'ZTEGAAAA0002')
    assert.equal(checkOf(seen, 'drop_enrollment', 'ont_detected')?.level, 'ok')
    const filter = { type: 4, cto_id: cto.id }
    const [row] = (await server.done('admin_vno/events/get', { filter }, session)).records
    assert.deepEqual([row?.parent_id, row?.process_state], [id, 5])
    const detected = await readEvent(server, row?.id ?? 0, session)
    assert.equal(detected.steps?.[0]?.data['ont_serial'], 'ZTEGAAAA0002')
  })

  it('only while the box is being worked on', async () => {
    const field = await makeField(server)
    for (const process_state of [1, 3, 5, 6, 7, 10]) {
      const { id } = await makeEvent(server.db, { technician: field.technician, cto: field.cto, process_state })
      const answer = await server.call(save, { event_id: id, step: 'report', status: 'started' }, field)
      assert.deepEqual(refusalOf(answer), [409, 'EVENT_BAD_STATE'], `state ${process_state}`)
    }
  })

  it('F9 work without coverage carries its age: it is never refused for it, and is marked if too old', async () => {
    const hour = 3_600_000
    const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
    const { save, session, id } = await begin()
    assert.equal((await save('initial', 'started', {}, { done_at: ago(0) })).offline_ms, null)
    const later = await save('report', 'started', {}, { done_at: ago(5) })
    assert.equal(Math.floor((later.offline_ms ?? 0) / hour), 5)
    assert.equal(checkOf(later, 'report', 'offline_age'), undefined)
    // The oldest part gives the age; a device without a time, or ahead of the server, gives none.
    for (const more of [{ done_at: ago(1) }, { done_at: ago(-24 * 400) }, {}])
      assert.equal((await save('report', 'started', {}, more)).offline_ms, later.offline_ms)
    const old = await save('report', 'started', {}, { done_at: ago(49.5) })
    const { level, value, limit } = checkOf(old, 'report', 'offline_age') ?? {}
    assert.deepEqual([level, value, limit], ['aviso', 49, 48])
    // Years by a device's clock are capped, and no time of the work is taken from it.
    const years = await save('report', 'started', {}, { done_at: ago(24 * 4000), offline_ms: 2_000_000_000 })
    assert.equal(years.offline_ms, 2_147_483_647)
    assert.ok(Date.parse(stepOf(years, 'report').started_at ?? '') > Date.now() - hour)
    const end = { event_id: id, reason: 'No hay acceso', done_at: ago(2) }
    const cancelled = await act(server, 'admin_vno/events/cancel', end, session)
    assert.equal(cancelled.offline_ms, years.offline_ms)
    const other = await begin('alta', { done_at: ago(3) })
    assert.equal(Math.floor(((await readEvent(server, other.id, other.session)).offline_ms ?? 0) / hour), 3)
  })
})
