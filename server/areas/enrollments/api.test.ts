/** Requests of operators' API keys: the events they create, and the log of every change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventType, portState, processState } from '@hilo/domain/status.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startEnrolling } from '../../test/enrolling.ts'
import { makeLine } from '../../test/enrollment-factories.ts'
import { label } from '../../test/enrollment-files.ts'
import { makeAdmin, makeSession, makeVno } from '../../test/factories.ts'
import { untilTrue } from '../../test/poll.ts'

const { ocupado, cesado } = portState.is
const { iddle, wronglyCreated, finalized, finalizedSync } = processState.is
const laid = { kind: 2, action: 'A' } as const

describe('enrolments by API', async () => {
  const desk = closedAfter(await startEnrolling())

  const { line } = desk
  const walk = async (id: number) => {
    await desk.run('process.enroll', { event_id: id })
    return await desk.event(id)
  }
  const listOf = async (path: 'admin_vno/enrollments/get' | 'admin_vno/unenrollments/get', event_id: number) =>
    (await desk.server.done(path, { filter: { event_id } }, desk.admin)).records

  it('a label to enrol becomes an event of type 8 that walks its whole life in one job', async () => {
    const one = await line()
    const name = label()
    const asked = await desk.accepted({ ...laid, label_read: name, port_id: one.port.id })
    assert.deepEqual(
      [asked.type, asked.process_state, asked.cto.code, asked.port_id],
      [eventType.is.apiEnrollment, iddle, one.box.code, one.port.id],
    )
    const event = await walk(asked.id)
    assert.deepEqual([event.process_state, event.result_flag, event.origin, event.error], [finalized, 1, 1, null])
    assert.ok(event.finished_at)
    await desk.run('process.acknowledge', { event_id: asked.id })
    assert.equal((await desk.event(asked.id)).process_state, finalizedSync)
    const [record] = await listOf('admin_vno/enrollments/get', asked.id)
    assert.deepEqual(
      [record?.label_read, record?.origin, record?.created_by?.origin, record?.verification_reasons],
      [name, 1, 1, ['no_picture']],
    )
    await walk(asked.id)
    assert.equal((await listOf('admin_vno/enrollments/get', asked.id)).length, 1, 'a job that runs twice does nothing')
  })

  it('a label to take off becomes an event of type 9', async () => {
    const one = await line({ state: cesado, drop: true })
    const asked = await desk.accepted({ kind: 4, action: 'B', label_read: one.label ?? '', port_id: one.port.id })
    assert.equal(asked.type, eventType.is.apiUnenrollment)
    assert.equal((await walk(asked.id)).process_state, finalized)
    assert.equal((await listOf('admin_vno/unenrollments/get', asked.id)).length, 1)
  })

  it('a request against the rules ends in state 7 with a reason; nothing is changed', async () => {
    const one = await line({ state: ocupado, drop: true })
    const asked = await desk.accepted({ ...laid, label_read: label(), port_id: one.port.id })
    const { process_state, result_flag, error } = await walk(asked.id)
    assert.deepEqual([process_state, result_flag, error?.code], [wronglyCreated, 2, 'LABEL_DUPLICATE'])
    assert.match(error?.text ?? '', /^label_read: [A-ZÁÉÍÓÚ]/)
    assert.deepEqual(await listOf('admin_vno/enrollments/get', asked.id), [])
  })

  it('two requests for one label: one is finalized, the other fails', async () => {
    const name = label()
    const lines = [await line(), await line()]
    const asked = lines.map(({ port }) => desk.accepted({ ...laid, label_read: name, port_id: port.id }))
    const events = await Promise.all((await Promise.all(asked)).map(({ id }) => walk(id)))
    const states = columnOf(events, 'process_state').sort((a, b) => a - b)
    assert.deepEqual(states, [finalized, wronglyCreated])
  })

  it('invalid or foreign input is refused at once', async () => {
    const theirs = await makeLine(desk.server.db, await makeVno(desk.server.db), { state: ocupado, drop: true })
    const refused = (at: object) => desk.refused(desk.create({ ...laid, label_read: label(), ...at }, desk.key))
    assert.deepEqual(await refused({ port_id: theirs.port.id }), [404, 'NOT_FOUND'])
    const { port, event } = await line()
    const named = { port_id: port.id, event_id: event.id }
    assert.deepEqual(await refused(named), [422, 'VALIDATION', 'event_id'])
  })

  it('every request of a key is in the log, failures included, and only the own operator’s', async () => {
    const one = await line()
    const asked = await desk.accepted({ ...laid, label_read: label(), port_id: one.port.id })
    const [accepted] = await desk.log()
    assert.deepEqual(
      [accepted?.call, accepted?.kind, accepted?.event_id, accepted?.http_status, accepted?.error],
      ['admin_vno/enrollments/create', 8, asked.id, 200, null],
    )
    assert.deepEqual([accepted?.process_state, accepted?.result_flag], [iddle, 3])
    assert.equal(accepted?.api_key_id, desk.key.api_key_id)
    await walk(asked.id)
    const [now] = await desk.log()
    assert.deepEqual([now?.process_state, now?.result_flag], [finalized, 1])
    const nowhere = { ...laid, label_read: label(), port_id: 2_000_000_000 }
    await desk.create(nowhere, desk.key)
    const [missing] = await desk.log()
    assert.deepEqual([missing?.http_status, missing?.error, missing?.result_flag], [404, 'NOT_FOUND', 2])
    await desk.server.call('admin_vno/events/cancel', { event_id: 1, reason: '' }, { session: desk.key })
    const [invalid] = await desk.log()
    assert.deepEqual([invalid?.call, invalid?.http_status], ['admin_vno/events/cancel', 422])
    assert.deepEqual(invalid?.payload_redacted, { event_id: 1, reason: '' })
    const count = (await desk.log()).length
    await desk.create(nowhere)
    await desk.server.call('admin_vno/enrollments/get', {})
    assert.equal((await desk.log()).length, count, 'nothing of a person’s')
    await desk.server.call('admin_vno/enrollments/get', {}, { session: desk.key })
    // The log row is written after the answer.
    await untilTrue(async () => (await desk.log()).length === count + 1)
    const [read] = await desk.log()
    assert.deepEqual([read?.call, read?.http_status, read?.event_id], ['admin_vno/enrollments/get', 200, null])
    const stranger = await makeSession(desk.server.db, await makeAdmin(desk.server.db))
    assert.deepEqual(await desk.log(stranger), [])
  })

  it('S51 personal data are not stored', async () => {
    const customer = { name: 'CANARIO Persona', phone: '+34600000000' }
    const order = { customer, email: 'canario@x.test' }
    await desk.server.call('admin_vno/orders/create', order, { session: desk.key })
    const [row] = await desk.log()
    assert.deepEqual(row?.payload_redacted, { customer: '•••', email: '•••' })
  })
})
