import type { Port } from '@hilo/contract/ports/ports.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assignmentStatus } from '@hilo/domain/status.ts'
import { codeOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { act, makeCustomer, makeField } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeEvent, makePort } from '../../test/plant-factories.ts'

const path = 'admin_vno/ports/verify'
const reason = 'Revisado con el medidor'

describe('verifying a port', async () => {
  const server = closedAfter(await startTestServer())
  const person = await makeOperator(server.db)
  const neutral = await makeSession(server.db, person)

  const verify = (query: object, session = neutral) => server.call(path, { reason, ...query }, { session })
  const verified = async (query: object) => (await server.done(path, { reason, ...query }, neutral)).record
  const rows = async (text: string, ...values: unknown[]) =>
    (await server.db.owner.query(text, values)).rows as unknown[]
  /** A port reported as damaged in an intervention. */
  async function reported() {
    const field = await makeField(server)
    const event = await makeEvent(server.db, { technician: field.technician, cto: field.cto })
    const data = { port_number: field.free[0].number, found: 801 }
    const step = { event_id: event.id, step: 'port_available', status: 'done', data }
    await act(server, 'admin_vno/events/step/save', step, field.session)
    return { ...field, event, id: field.free[0].id }
  }

  it('a technician’s report opens the review; found healthy the port is released, and the report counts as unfounded', async () => {
    const { id, event, technician, vno } = await reported()
    const task = `select outcome, unfounded, event_id, technical_id, vno_id, code from port_problem where port_id = $1`
    const told = { event_id: event.id, technical_id: technician.id, vno_id: vno.id, code: 801 }
    assert.deepEqual(await rows(task, id), [{ outcome: null, unfounded: false, ...told }])
    const port = await verified({ port_id: id, outcome: 'healthy' })
    assert.deepEqual([port.state, port.problem, port.assignment_status, port.inventory_status], [1, null, 10, 3])
    assert.deepEqual(await rows(task, id), [{ outcome: 'healthy', unfounded: true, ...told }])
    const history = `select from_state, to_state, cause, actor_id, actor_type, vno_id from port_history
      where port_id = $1 order by id`
    const open = { from_state: 1, to_state: 6, cause: 'report', actor_id: technician.user_id, actor_type: 'te' }
    const by = { actor_id: person.user_id, actor_type: 'ad', vno_id: null }
    const close = { from_state: 6, to_state: 1, cause: 'verify_healthy', ...by }
    assert.deepEqual(await rows(history, id), [{ ...open, vno_id: vno.id }, close])
    const [box] = await rows('select ports_free from cto where id = $1', port.cto_id)
    assert.deepEqual(box, { ports_free: 2 })
  })

  it('damaged is confirmed, and repaired only with a reading in range', async () => {
    const { id } = await reported()
    const port = await verified({ port_id: id, outcome: 'damaged' })
    assert.deepEqual([port.state, port.inventory_status, port.assignment_status], [5, 2, 9])
    assert.ok(port.problem)
    const silent = await verify({ port_id: id, outcome: 'repaired' })
    assert.deepEqual([silent.status, codeOf(silent)], [422, 'VALIDATION'])
    for (const power_dbm of [-33, -2, null])
      assert.equal(codeOf(await verify({ port_id: id, outcome: 'repaired', power_dbm })), 'POWER_OUT_OF_RANGE')
    const repaired = await verified({ port_id: id, outcome: 'repaired', power_dbm: -19.4 })
    assert.deepEqual([repaired.state, repaired.problem], [1, null])
    const newest = 'select cause, readings from port_history where port_id = $1 order by id desc limit 1'
    const [last] = await rows(newest, id)
    assert.deepEqual(last, { cause: 'verify_repaired', readings: { power_dbm: -19.4 } })
  })

  it('a customer’s port goes back to its customer, and is not given away repaired', async () => {
    const field = await makeField(server)
    const { port } = await makeCustomer(server.db, field.cto, field.vno)
    const review = 'update port set state = 6, state_before = 3, inventory_status = 1, problem = $2 where id = $1'
    await rows(review, port.id, { reason: 2, at: '2026-01-01T00:00:00Z' })
    assert.equal((await verified({ port_id: port.id, outcome: 'healthy' })).state, 3)
    await server.db.owner.query('update port set state = 5, inventory_status = 2 where id = $1', [port.id])
    assert.equal(codeOf(await verify({ port_id: port.id, outcome: 'repaired', power_dbm: -19 })), 'IN_USE')
  })

  it('only the neutral operator, only a port in review or damaged, only with its current version', async () => {
    const { id, vno } = await reported()
    const all = { vno, base: 'admin' as const }
    for (const account of [await makeAdmin(server.db, all), await makeTechnician(server.db, all)]) {
      const answer = await verify({ port_id: id, outcome: 'healthy' }, await makeSession(server.db, account))
      assert.deepEqual([answer.status, codeOf(answer)], [403, 'PRIVILEGE_DENIED'])
    }
    const free = await makePort(server.db)
    assert.equal(codeOf(await verify({ port_id: free.id, outcome: 'healthy' })), 'PORT_BAD_STATE')
    assert.equal(codeOf(await verify({ port_id: id, outcome: 'repaired', power_dbm: -19 })), 'PORT_BAD_STATE')
    assert.equal(codeOf(await verify({ port_id: 2 ** 40, outcome: 'healthy' })), 'NOT_FOUND')
    assert.equal(codeOf(await verify({ port_id: id, outcome: 'healthy', reason: '  ' })), 'VALIDATION')
    const stale = await verify({ port_id: id, outcome: 'healthy', version: 1 })
    assert.deepEqual([stale.status, codeOf(stale)], [409, 'VERSION_CONFLICT'])
    assert.equal((stale.body as { record: Port }).record.id, id)
  })

  it('of two concurrent verifications one wins', async () => {
    const { id } = await reported()
    const answers = await Promise.all(['healthy', 'damaged'].map((outcome) => verify({ port_id: id, outcome })))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(answers.filter(({ status }) => status !== 200).map(codeOf), ['PORT_BAD_STATE'])
  })

  it('a manual correction needs the current version, an enabled operator, and that operator’s records', async () => {
    const port = await makePort(server.db)
    const closed = await makeVno(server.db, { status: 4 })
    const held = '(select count(*) from port_assignment where port_id = p.id) as held'
    const kept = () => rows(`select p.*, ${held} from port p where id = $1`, port.id)
    const before = await kept()
    const edit = async (over: object) => {
      const { status, body } = await server.call('admin_vno/ports/edit', { id: port.id, ...over }, { session: neutral })
      const { error, record } = body as { error?: string; record?: Port }
      return { answer: [status, error], record }
    }
    const { assigned, occupied } = assignmentStatus.is
    const { id: vno_id } = await makeVno(server.db)
    for (const over of [
      { id: 2 ** 40 },
      { assignment_status: assigned, vno_id: closed.id },
      { assignment_status: assigned, vno_id: 2 ** 30 },
      { assignment_status: occupied, vno_id, access_id: 2 ** 40, drop_id: 2 ** 40 },
    ])
      assert.deepEqual((await edit(over)).answer, [404, 'NOT_FOUND'], JSON.stringify(over))
    const stale = await edit({ version: 99, splitter_leg: 3 })
    assert.deepEqual(stale.answer, [409, 'VERSION_CONFLICT'])
    assert.deepEqual([stale.record?.id, stale.record?.version], [port.id, 1])
    assert.deepEqual(await kept(), before)
  })
})
