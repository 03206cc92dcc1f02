import type { Event } from '@hilo/contract/events/events.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { insert, makeSession, makeTechnician, unique, type Vno } from '../../test/factories.ts'
import { act, codeOf, inState, makeField, readEvent, recordOf, until, type Field } from '../../test/field.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { drawing } from '../../test/pictures.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const save = 'admin_vno/events/step/save'

interface Work extends Field {
  id: number
  save(step: FieldStep, status: string, data?: object, more?: object): Promise<Event>
  refused(step: FieldStep, status: string, data?: object): Promise<{ status: number; code: unknown; fields: string[] }>
}

describe('saving a step', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({}, { jobs: true })
  })
  after(() => server.close())

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
        const { details = [] } = answer.body as { details?: { field: string }[] }
        return { status: answer.status, code: codeOf(answer), fields: details.map(({ field: name }) => name) }
      },
    }
  }
  const stepOf = (event: Event, step: FieldStep) => {
    const found = event.steps?.find((one) => one.step === step)
    assert.ok(found, step)
    return found
  }
  const check = (event: Event, step: FieldStep, code: string) =>
    stepOf(event, step).checks.find((one) => one.code === code)
  const portState = async (id: number) =>
    (await server.db.owner.query<{ state: number }>('select state from port where id = $1', [id])).rows[0]?.state

  it('401 and 422 before anything else; another one’s looks like none', async () => {
    const { id, session, cto } = await begin()
    assert.equal((await server.call(save, { event_id: id, step: 'initial', status: 'started' })).status, 401)
    const call = (query: object) => server.call(save, { step: 'initial', status: 'started', ...query }, { session })
    const wrong = await call({ event_id: id, data: { prl: { altura: 'sí' }, otra: 1 } })
    const { details } = wrong.body as { details: { field: string }[] }
    assert.deepEqual([wrong.status, details.map(({ field }) => field)], [422, ['data.prl.altura', 'data.otra']])
    const foreign = await makeEvent(server.db, { cto })
    const answers = [await call({ event_id: foreign.id }), await call({ event_id: 2 ** 40 })]
    const plain = answers.map(({ text }) => text.replace(/"request_id":"[^"]+"/, ''))
    assert.deepEqual([answers[0]?.status, plain[0]], [404, plain[1]])
  })

  it('data saved while paused stay; new data replace them; done reports missing fields', async () => {
    const { save: put, refused, cto } = await begin()
    const first = await put('initial', 'started', { prl: { altura: true }, cto_code_read: cto.code })
    assert.ok(stepOf(first, 'initial').started_at)
    await put('initial', 'paused')
    const lacking = await refused('initial', 'done')
    assert.deepEqual(lacking, { status: 422, code: 'VALIDATION', fields: ['data.prl.tension', 'data.read_by'] })
    const place = { lat: 39.4701, lon: -0.376, accuracy_m: 8 }
    const whole = { prl: { altura: true, tension: true }, read_by: 'qr', position: place }
    const done = await put('initial', 'done', whole, { active_ms: 4000, offline_ms: 0 })
    const step = stepOf(done, 'initial')
    assert.deepEqual([step.status, step.active_ms, step.data['cto_code_read']], ['done', 4000, cto.code])
    assert.ok(step.started_at && step.done_at)
    assert.deepEqual([check(done, 'initial', 'cto_code')?.level, check(done, 'initial', 'distance')?.value], ['ok', 11])
    assert.equal(check(done, 'initial', 'distance')?.text, 'Estás a 11 m de la CTO.')
    assert.deepEqual([done.current_step, done.position_start], [1, place])
    assert.equal((await refused('initial', 'cancelled')).code, 'EVENT_BAD_STATE')
    const again = await put('initial', 'started')
    assert.deepEqual([stepOf(again, 'initial').status, stepOf(again, 'initial').done_at], ['started', null])
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
    assert.deepEqual(
      [check(far, 'initial', 'cto_code')?.level, check(far, 'initial', 'distance')?.level],
      ['bloqueo', 'aviso'],
    )
  })

  it('a stale version is refused with the current record', async () => {
    const { id, session, save: put } = await begin()
    const { version } = await put('report', 'started')
    await put('report', 'paused', { box: 'abierta' }, { version })
    const query = { event_id: id, version, step: 'report', status: 'paused', data: { box: 'cerrada' } }
    const stale = await server.call(save, query, { session })
    assert.deepEqual([stale.status, codeOf(stale)], [409, 'VERSION_CONFLICT'])
    assert.equal(stepOf(recordOf(stale), 'report').data['box'], 'abierta')
  })

  it('light lost or a picture received meanwhile makes no version stale, but raises it', async () => {
    const { id, session, save: put } = await begin()
    const { version } = await put('report', 'started')
    const bytes = await drawing().jpeg().toBuffer()
    const upload = { event_id: id, step: 'report' }
    const answer = await server.call('admin_vno/enrollments/pictures/upload', upload, {
      session,
      files: { picture: bytes },
    })
    assert.equal(answer.status, 200, answer.text)
    assert.ok((await readEvent(server, id, session)).version > version)
    const saved = await put('report', 'paused', { box: 'abierta' }, { version })
    assert.equal(stepOf(saved, 'report').pictures.length, 1)
    const ahead = await server.call(save, { ...upload, status: 'paused', version: saved.version + 1 }, { session })
    assert.deepEqual([ahead.status, codeOf(ahead)], [409, 'VERSION_CONFLICT'])
  })

  it('a free port is reserved when the step is done; the same port twice is no change; another one frees the first', async () => {
    const { save: put, free, id } = await begin()
    const one = await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    assert.deepEqual([one.port_id, one.port_number, await portState(free[0].id)], [free[0].id, free[0].number, 2])
    assert.ok(stepOf(one, 'port_available').checks.every(({ level }) => level === 'ok'))
    await put('port_available', 'started')
    const two = await put('port_available', 'done', { port_number: free[1].number, found: 'libre' })
    assert.deepEqual([two.port_id, await portState(free[0].id), await portState(free[1].id)], [free[1].id, 1, 2])
    const { rows } = await server.db.owner.query('select port_id from port_claim where event_id = $1', [id])
    assert.deepEqual(rows, [{ port_id: free[1].id }])
  })

  it('a port in use is refused and the step stays unchanged', async () => {
    const { save: put, refused, taken, id, session } = await begin()
    await put('port_available', 'started')
    const answer = await refused('port_available', 'done', { port_number: taken[0]?.number, found: 'libre' })
    assert.deepEqual([answer.status, answer.code], [409, 'PORT_NOT_AVAILABLE'])
    const kept = await readEvent(server, id, session)
    assert.deepEqual([stepOf(kept, 'port_available').status, kept.port_id], ['started', null])
    const none = await refused('port_available', 'done', { port_number: 32, found: 'libre' })
    assert.deepEqual(none, { status: 422, code: 'VALIDATION', fields: ['data.port_number'] })
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
      assert.deepEqual([answer.status, codeOf(answer)], [409, 'PORT_NOT_AVAILABLE'])
      return (answer.body as { details?: { message: string }[] }).details?.map(({ message }) => message)
    }
    const [said = ''] = (await late(first.vno)) ?? []
    assert.match(said, new RegExp(`^Lo tiene ${first.technician.name} desde las \\d+:\\d\\d [ap]`))
    assert.equal(await late(), undefined)
  })

  it('a damaged port is reported and no longer free', async () => {
    const { save: put, free, technician } = await begin()
    const said = await put('port_available', 'done', { port_number: free[0].number, found: 801 })
    assert.deepEqual([said.port_id, await portState(free[0].id)], [null, 6])
    assert.equal(check(said, 'port_available', 'port_found')?.level, 'bloqueo')
    const { rows } = await server.db.owner.query<{ problem: { code: number; reported_by: number } }>('select problem from port where id = $1', [free[0].id]) // prettier-ignore
    assert.deepEqual([rows[0]?.problem.code, rows[0]?.problem.reported_by], [801, technician.user_id])
  })

  it('power is stored with the intervention and judged by the optic class of its OLT', async () => {
    const { save: put } = await begin()
    const low = await put('power', 'done', { power_dbm: -27.5, wavelength_nm: 1490 })
    assert.deepEqual([low.power_dbm, check(low, 'power', 'power')?.level], [-27.5, 'bloqueo'])
    assert.match(check(low, 'power', 'power')?.text ?? '', /^Potencia −27,5 dBm: fuera de margen/)
    await put('power', 'started')
    const good = await put('power', 'done', { power_dbm: -18.25 })
    assert.deepEqual([good.power_dbm, check(good, 'power', 'power')?.level], [-18.25, 'ok'])
  })

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

  it('a label that another drop has is refused by its check', async () => {
    const { save: put, free } = await begin()
    const label = `D28-${unique()}`
    const { rows } = await server.db.owner.query<{ id: number }>('select id from vno order by id desc limit 1')
    await insert(server.db, 'drop_cable', {
      vno_id: rows[0]?.id,
      label,
      type: 'interior',
      connection_type: 1,
      state: 'instalada',
    })
    await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    const said = await put('drop_enrollment', 'done', drop(label, free[1].number))
    assert.equal(check(said, 'drop_enrollment', 'label_unique')?.level, 'bloqueo')
    assert.equal(check(said, 'drop_enrollment', 'port_match')?.level, 'bloqueo')
  })

  it('the ONT that appears at the port is detected: a row of its own, its serial filled in', async () => {
    const { save: put, free, id, cto, session } = await begin()
    await put('port_available', 'done', { port_number: free[0].number, found: 'libre' })
    await server.plant.act(cto.id, { action: 'register_ont', port: free[0].number, serial: 'ZTEGAAAA0002' })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await put('drop_enrollment', 'done', drop(`D28-${unique()}`, free[0].number))
    const seen = await until(
      server,
      id,
      session,
      (event) => stepOf(event, 'final_report').data['ont_serial'] !== undefined,
    )
    assert.equal(stepOf(seen, 'final_report').data['ont_serial'], 'ZTEGAAAA0002')
    assert.equal(check(seen, 'drop_enrollment', 'ont_detected')?.level, 'ok')
    const { body } = await server.call('admin_vno/events/get', { filter: { type: 4, cto_id: cto.id } }, { session })
    const [row] = (body as { records: Event[] }).records
    assert.deepEqual([row?.parent_id, row?.process_state], [id, 5])
    const detected = await readEvent(server, row?.id ?? 0, session)
    assert.equal(detected.steps?.[0]?.data['ont_serial'], 'ZTEGAAAA0002')
  })

  it('only while the box is being worked on', async () => {
    const field = await makeField(server)
    for (const process_state of [1, 3, 5, 6, 7, 10]) {
      const { id } = await makeEvent(server.db, { technician: field.technician, cto: field.cto, process_state })
      const answer = await server.call(save, { event_id: id, step: 'report', status: 'started' }, field)
      assert.deepEqual([answer.status, codeOf(answer)], [409, 'EVENT_BAD_STATE'], `state ${process_state}`)
    }
  })

  it('F9 work without coverage carries its age: it is never refused for it, and is marked if too old', async () => {
    const hour = 3_600_000
    const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
    const { save, session, id } = await begin()
    assert.equal((await save('initial', 'started', {}, { done_at: ago(0) })).offline_ms, null)
    const later = await save('report', 'started', {}, { done_at: ago(5) })
    assert.equal(Math.floor((later.offline_ms ?? 0) / hour), 5)
    assert.equal(check(later, 'report', 'offline_age'), undefined)
    // The oldest part gives the age; a device without a time, or ahead of the server, gives none.
    for (const more of [{ done_at: ago(1) }, { done_at: ago(-24 * 400) }, {}])
      assert.equal((await save('report', 'started', {}, more)).offline_ms, later.offline_ms)
    const old = await save('report', 'started', {}, { done_at: ago(49.5) })
    const { level, value, limit } = check(old, 'report', 'offline_age') ?? {}
    assert.deepEqual([level, value, limit], ['aviso', 49, 48])
    // Years by a device's clock are capped, and no time of the work is taken from it.
    const years = await save('report', 'started', {}, { done_at: ago(24 * 4000), offline_ms: 2_000_000_000 })
    assert.equal(years.offline_ms, 2_147_483_647)
    assert.ok(Date.parse(stepOf(years, 'report').started_at ?? '') > Date.now() - hour)
    const cancelled = await act(
      server,
      'admin_vno/events/cancel',
      { event_id: id, reason: 'No hay acceso', done_at: ago(2) },
      session,
    )
    assert.equal(cancelled.offline_ms, years.offline_ms)
    const other = await begin('alta', { done_at: ago(3) })
    assert.equal(Math.floor(((await readEvent(server, other.id, other.session)).offline_ms ?? 0) / hour), 3)
  })
})
