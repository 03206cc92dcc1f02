import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import { codeOf, columnOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession } from '../../test/factories.ts'
import { act, inState, makeField, readEvent, recordOf, until, type Field } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const create = 'admin_vno/events/create'
const cancel = 'admin_vno/events/cancel'
const retry = 'admin_vno/events/retry'
const reprocess = 'admin_vno/events/reprocess'
const reopen = 'admin_vno/events/reopen'
const reason = 'El cliente no está'

describe('moving an intervention through calls', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  const refused = async (path: Path, query: object, session: { cookie: string }) =>
    codeOf(await server.call(path, query, { session }))
  const children = async (id: number) =>
    columnOf(await server.rows<{ type: number }>('select type from event where parent_id = $1', id), 'type')
  /** An intervention in a given state, with or without its job. */
  const standing = async (field: Field, process_state: number, over: object = {}) =>
    await makeEvent(server.db, { technician: field.technician, cto: field.cto, process_state, ...over })

  it('the OLT does not answer: creation fails, is retried, and succeeds once it answers', async () => {
    const { cto, session } = await makeField(server)
    await server.plant.act(cto.id, { action: 'olt_down' })
    const { id } = await act(server, create, { cto_id: cto.id, work_kind: 'alta' }, session)
    const failed = await until(server, id, session, inState(7))
    assert.deepEqual([failed.result_flag, failed.error?.code, failed.attempts], [2, 'OLT_UNREACHABLE', 1])
    await server.plant.act(cto.id, { action: 'olt_up' })
    const open = await until(server, id, session, inState(8))
    assert.deepEqual([open.attempts, open.error], [2, null])
  })

  it('a person retries at once', async () => {
    const { cto, session } = await makeField(server)
    await server.plant.act(cto.id, { action: 'olt_down' })
    const { id } = await act(server, create, { cto_id: cto.id, work_kind: 'alta' }, session)
    const { version } = await until(server, id, session, inState(7))
    await server.plant.act(cto.id, { action: 'olt_up' })
    const stale = await server.call(retry, { event_id: id, version: version - 1 }, { session })
    assert.deepEqual([...refusalOf(stale), recordOf(stale).version], [409, 'VERSION_CONFLICT', version])
    assert.equal((await act(server, retry, { event_id: id, version }, session)).process_state, 9)
    await until(server, id, session, inState(8))
    assert.equal(await refused(retry, { event_id: id }, session), 'EVENT_BAD_STATE')
  })

  it('a person retries without a reading: with the configuration privilege, where allowed', async () => {
    const field = await makeField(server)
    const { id } = await standing(field, 7, { attempts: 1 })
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: field.vno }))
    const again = { event_id: id, degraded: true }
    const allow = (degraded_allowed: boolean) =>
      server.done('admin_vno/settings/edit', { values: { degraded_allowed } }, admin)
    assert.equal(await refused(retry, again, field.session), 'PRIVILEGE_DENIED')
    await allow(false)
    assert.equal(await refused(retry, again, admin), 'PRIVILEGE_DENIED')
    await allow(true)
    await act(server, retry, again, admin)
    assert.equal((await until(server, id, admin, inState(8))).degraded, true)
  })

  it('a port taken by another work meanwhile is not retried', async () => {
    const field = await makeField(server)
    const port_id = field.free[0].id
    const { id } = await standing(field, 7, { port_id, attempts: 1 })
    await makeEvent(server.db, { cto: field.cto, process_state: 8, port_id })
    assert.deepEqual(refusalOf(await server.call(retry, { event_id: id }, field)), [409, 'PORT_NOT_AVAILABLE'])
    await server.db.app.query(`select app_add_job('process.open', json_build_object('event_id', $1::bigint))`, [id])
    const told = await until(server, id, field.session, ({ error }) => error?.code === 'PORT_NOT_AVAILABLE')
    assert.deepEqual([told.process_state, told.attempts], [7, 1])
  })

  it('the last try in vain is an error that the neutral operator hears of and puts right', async () => {
    const field = await makeField(server)
    const { cto, session } = field
    await server.plant.act(cto.id, { action: 'olt_down' })
    const { id } = await standing(field, 7, { attempts: 4 })
    await act(server, retry, { event_id: id }, session)
    const stopped = await until(server, id, session, inState(1))
    assert.deepEqual([stopped.attempts, stopped.resume_state, stopped.error?.code], [5, 9, 'OLT_UNREACHABLE'])
    const told = await server.rows('select from notification where event_id = $1 and vno_id is null', id)
    assert.equal(told.length, 1)
    await server.plant.act(cto.id, { action: 'olt_up' })
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: field.vno }))
    assert.equal(await refused(reprocess, { event_id: id, reason }, admin), 'PRIVILEGE_DENIED')
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    await act(server, reprocess, { event_id: id, reason }, neutral)
    await until(server, id, session, inState(8))
    assert.equal(await refused(reprocess, { event_id: id, reason }, neutral), 'EVENT_BAD_STATE')
  })

  it('the neutral operator cancels one in error', async () => {
    const field = await makeField(server)
    const { id } = await standing(field, 1, { resume_state: 6 })
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const ended = await act(server, reprocess, { event_id: id, reason, cancel: true }, neutral)
    assert.deepEqual([ended.process_state, ended.resume_state], [3, null])
    assert.deepEqual(await children(id), [3])
  })

  for (const state of [2, 9, 7]) {
    it(`an intervention in ${state} is cancelled at once, without asking the network`, async () => {
      const field = await makeField(server)
      const { id } = await standing(field, state)
      const ended = await act(server, cancel, { event_id: id, reason }, field.session)
      assert.deepEqual([ended.process_state, ended.result_flag], [3, 1])
      const beside = await server.done('admin_vno/events/get', { filter: { parent_id: id } }, field.session)
      assert.deepEqual([await children(id), columnOf(beside.records, 'type')], [[3], [3]])
      assert.equal(await refused(cancel, { event_id: id, reason }, field.session), 'EVENT_BAD_STATE')
      assert.equal(await refused(cancel, { event_id: id }, field.session), 'VALIDATION')
    })
  }

  it('a version outdated only by the product still cancels; a future version does not', async () => {
    const field = await makeField(server)
    for (const [version, status] of [
      [5, 409],
      [1, 200],
    ] as const) {
      const { id } = await standing(field, 9, { version: 4, acted_version: 4 })
      const answer = await server.call(cancel, { event_id: id, version, reason }, field)
      assert.equal(answer.status, status, answer.text)
    }
  })

  it('a cancellation during the reading wins: no port is reserved, no reading stored', async () => {
    const { cto, session, free } = await makeField(server)
    const reading = server.plant.readStates.bind(server.plant)
    const [tree] = await server.rows('select pon_id from cto where id = $1', cto.id)
    let cancelled = false
    server.plant.readStates = async (id, serials, signal) => {
      const seen = await reading(id, serials, signal)
      if (id === tree?.['pon_id'] && !cancelled) {
        cancelled = true
        const [event] = await server.rows('select id from event where cto_id = $1', cto.id)
        await act(server, cancel, { event_id: event?.['id'], reason }, session)
      }
      return seen
    }
    try {
      const { id } = await act(server, create, { cto_id: cto.id, port_id: free[0].id, work_kind: 'alta' }, session)
      await until(server, id, session, (event) => [3, 12].includes(event.process_state))
      await new Promise((resolve) => setTimeout(resolve, 300))
      assert.ok([3, 12].includes((await readEvent(server, id, session)).process_state))
      for (const table of ['port_claim', 'neighbour_snapshot'])
        assert.deepEqual(await server.rows(`select from ${table} where event_id = $1`, id), [], table)
    } finally {
      server.plant.readStates = reading
    }
  })

  it('a failed cancellation is reopened, with time to repair', async () => {
    const field = await makeField(server)
    const { id } = await standing(field, 10, { listener: null })
    const open = await act(server, reopen, { event_id: id }, field.session)
    assert.equal(open.process_state, 8)
    assert.ok(Date.parse(open.deadline_at ?? '') > Date.now() + 86_000_000)
    assert.equal(await refused(reopen, { event_id: id }, field.session), 'EVENT_BAD_STATE')
  })

  it('requests beside an intervention are not moved themselves', async () => {
    const field = await makeField(server)
    const { id } = await standing(field, 6, { type: 2 })
    for (const path of [cancel, 'admin_vno/events/finalize', reopen] as const) {
      const query = { event_id: id, ...(path === cancel && { reason }) }
      assert.equal(await refused(path, query, field.session), 'EVENT_BAD_STATE', path)
    }
  })
})
