import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { codeOf, columnOf, detailsOf, faultsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import type { TestSession, Vno } from '../../test/factories.ts'
import { act, inState, makeField, until } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto, makeEvent } from '../../test/plant-factories.ts'

const edit = 'admin_vno/settings/edit'

describe('settings', async () => {
  let vno: Vno
  let admin: TestSession
  const server = closedAfter(await startTestServer({}, { jobs: true }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  beforeEach(async () => {
    await server.db.owner.query('delete from setting')
    vno = await makeVno(server.db)
    admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  })

  const get = (session = admin, query: object = {}) => server.done('admin_vno/settings/get', query, session)
  const one = async (key: string, session = admin, query: object = {}) =>
    (await get(session, query)).records.find((record) => record.key === key)
  const change = (values: object, more: object = {}, session = admin) =>
    server.call(edit, { values, ...more }, { session })
  const changed = (values: object, more: object = {}, session = admin) =>
    server.done(edit, { values, ...more }, session)

  it('every operator starts with the defaults, each with its Spanish label', async () => {
    const { version, records } = await get()
    assert.equal(version, 0)
    assert.ok(records.every(({ source, label }) => source === 'default' && !label.startsWith('setting.')))
    assert.deepEqual((await one('open_events'))?.value, 1)
    assert.deepEqual((await one('limits.ont.B+'))?.value, { high: -8, good: -24, low: -26 })
    assert.deepEqual(columnOf((await get(admin, { group: 'reportConfi' })).records, 'key'), ['notify_operator'])
  })

  it('S3 an operator sets its own; null resets; other operators are unaffected', async () => {
    const kept = await changed({ open_events: 3, degradation_blocks: true })
    assert.equal(kept.version, 1)
    assert.deepEqual([(await one('open_events'))?.value, (await one('open_events'))?.source], [3, 'vno'])
    const other = await makeSession(server.db, await makeAdmin(server.db))
    assert.equal((await one('open_events', other))?.value, 1)
    await changed({ open_events: null })
    assert.deepEqual((await one('open_events'))?.source, 'default')
    assert.equal((await one('degradation_blocks'))?.value, true)
  })

  it('thresholds only stricter, controls only more, deadlines only shorter', async () => {
    for (const [key, value] of Object.entries({
      'limits.ont.B+': { high: -8, good: -24, low: -26.5 },
      'limits.olt.C+': { high: -11, good: -29, low: -31 },
      controls: ['control_15min'],
      deadline_h: 24.5,
      open_events: 4,
      extra_pictures: ['nada'],
      notify_operator: ['event_error', 'event_error'],
      degraded_allowed: 'no',
    })) {
      const answer = await change({ [key]: value })
      assert.deepEqual([answer.status, codeOf(answer)], [422, 'VALIDATION'], key)
      assert.ok(faultsOf(answer)[0]?.startsWith('values'), answer.text)
    }
    await changed({ 'limits.ont.B+': { high: -9, good: -23, low: -25 }, deadline_h: 12, degraded_allowed: false })
    assert.deepEqual((await one('limits.ont.B+'))?.value, { high: -9, good: -23, low: -25 })
  })

  it('the neutral operator sets the common values, and own values outside the limits reset', async () => {
    await changed({ deadline_h: 20, open_events: 3 })
    await changed({ deadline_h: 10 }, { bounds: { open_events: { max: 2 } } }, neutral)
    assert.deepEqual([(await one('deadline_h'))?.value, (await one('deadline_h'))?.source], [10, 'neutral'])
    assert.deepEqual([(await one('open_events'))?.value, (await one('open_events'))?.max], [1, 2])
    assert.deepEqual(faultsOf(await change({ open_events: 3 })), ['values.open_events limit'])
    assert.deepEqual(faultsOf(await change({ deadline_h: 11 })), ['values.deadline_h limit'])
    await changed({ open_events: 2 }, { vno_id: vno.id }, neutral)
    const { rows } = await server.db.owner.query('select bounds from setting where vno_id = $1', [vno.id])
    assert.deepEqual(rows, [{ bounds: {} }])
    assert.equal((await one('open_events', neutral, { vno_id: vno.id }))?.source, 'vno')
    assert.equal(codeOf(await change({ open_events: 2 }, { vno_id: 2 ** 30 }, neutral)), 'NOT_FOUND')
    assert.equal((await change({ open_events: 2 }, { bounds: { open_events: { max: 3 } } })).status, 422)
    assert.equal((await change({ open_events: 2 }, { bounds: { open_events: { max: 9 } } }, neutral)).status, 422)
  })

  it('each group needs its own privilege; a stale version gets the current values', async () => {
    const privileges = { eventConfi: { privs: { eventConfi_view: true, eventConfi_edit: true } } }
    const some = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges }))
    assert.ok((await get(some)).records.every(({ group }) => group === 'eventConfi'))
    assert.equal(codeOf(await change({ degradation_blocks: true }, {}, some)), 'PRIVILEGE_DENIED')
    assert.equal((await server.call('admin_vno/settings/get', { group: 'reportConfi' }, { session: some })).status, 403)
    const technician = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    assert.equal((await change({ open_events: 2 }, {}, technician)).status, 403)
    const answers = await Promise.all([1, 2, 3].map((open_events) => change({ open_events }, { version: 0 })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    const stale = answers.find(({ status }) => status === 409)
    assert.equal((stale?.body as { record: { version: number } }).record.version, 1)
    assert.equal((await change({})).status, 422)
    assert.equal(codeOf(await change({ open_events: 2 }, { vno_id: vno.id })), 'VALIDATION')
  })

  it('the operator’s limit of open interventions per technician applies', async () => {
    const field = await makeField(server, vno)
    // Each in its own box: a technician has one open work per box.
    const open = async () => {
      const cto = await makeCto(server.db)
      return await server.call('admin_vno/events/create', { cto_id: cto.id, work_kind: 'mantenimiento' }, field)
    }
    assert.deepEqual([(await open()).status, codeOf(await open())], [200, 'EVENT_ALREADY_OPEN'])
    await changed({ open_events: 2 })
    assert.deepEqual([(await open()).status, codeOf(await open())], [200, 'EVENT_ALREADY_OPEN'])
  })

  it('the operator’s deadline and additional steps apply from the opening on', async () => {
    await changed({ deadline_h: 6, 'extra_steps.mantenimiento': ['cto_access'] })
    const { cto, session } = await makeField(server, vno)
    const { id } = await act(server, 'admin_vno/events/create', { cto_id: cto.id, work_kind: 'mantenimiento' }, session)
    const event = await until(server, id, session, inState(8))
    assert.equal(Date.parse(event.deadline_at ?? '') - Date.parse(event.started_at ?? ''), 6 * 3_600_000)
    assert.ok(event.steps?.some(({ step }) => step === 'cto_access'))
    const refused = await server.call('admin_vno/events/finalize', { event_id: id }, { session })
    assert.ok(columnOf(detailsOf(refused), 'field').includes('steps.cto_access'))
  })

  it('the operator’s thresholds judge a step', async () => {
    const { cto, session, technician } = await makeField(server, vno)
    const { id } = await makeEvent(server.db, { technician, cto })
    const levelOf = async (power_dbm: number) => {
      const query = { event_id: id, step: 'power', status: 'started', data: { power_dbm } }
      const { steps } = await act(server, 'admin_vno/events/step/save', query, session)
      return steps?.find(({ step }) => step === 'power')?.checks.find(({ code }) => code === 'power')?.level
    }
    assert.equal(await levelOf(-23.5), 'ok')
    await changed({ 'limits.cto_port.C+': { high: -8, good: -20, low: -23 } })
    assert.equal(await levelOf(-23.5), 'bloqueo')
  })

  it('opening without a reading may be forbidden', async () => {
    const { cto } = await makeField(server, vno)
    const asked = { cto_id: cto.id, work_kind: 'alta', degraded: true }
    const open = () => server.call('admin_vno/events/create', asked, { session: admin })
    assert.equal((await open()).status, 200)
    await changed({ degraded_allowed: false })
    assert.deepEqual([(await open()).status, codeOf(await open())], [403, 'PRIVILEGE_DENIED'])
  })
})
