/** Histories: acts through calls are recorded, and each viewer sees the own part. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  type Account,
  type TestSession,
} from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { makeAssignment, makeCto, makePort } from '../../../test/plant-factories.ts'

type Row = Record<string, unknown> & { before: object; after: object; cause: string }

describe('historicals', () => {
  let server: TestServer
  let technician: Account
  const sessions = {} as Record<'neutral' | 'admin' | 'technician' | 'colleague' | 'stranger', TestSession>
  before(async () => {
    server = await startTestServer()
    const { db } = server
    const [vno, other] = [await makeVno(db), await makeVno(db)]
    technician = await makeTechnician(db, { vno })
    sessions.neutral = await makeSession(db, await makeOperator(db, { name: 'Neutral Secreta' }))
    sessions.admin = await makeSession(db, await makeAdmin(db, { vno }))
    sessions.technician = await makeSession(db, technician)
    sessions.colleague = await makeSession(db, await makeTechnician(db, { vno }))
    sessions.stranger = await makeSession(db, await makeAdmin(db, { vno: other }))
  })
  after(() => server.close())

  const history = async (of: 'events' | 'ctos' | 'ports', query: object, session: TestSession) => {
    const answer = await server.call(`admin_vno/historicals/${of}/get`, query, { session })
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { records: Row[] }).records
  }

  it('an intervention: each move with name, author, and values before and after', async () => {
    const cto = await makeCto(server.db)
    const asked = { cto_id: cto.id, work_kind: 'mantenimiento' }
    const made = await server.call('admin_vno/events/create', asked, { session: sessions.technician })
    assert.equal(made.status, 200, made.text)
    const { id, code } = (made.body as { record: { id: number; code: string } }).record
    const cancel = { event_id: id, reason: 'Nadie abre la puerta' }
    assert.equal((await server.call('admin_vno/events/cancel', cancel, { session: sessions.technician })).status, 200)
    const filter = { event_id: id }
    for (const session of [sessions.technician, sessions.admin, sessions.neutral]) {
      const rows = await history('events', { filter, sort: [['at', 'asc']] }, session)
      const moves = rows.map(({ from, to, cause }) => [from, to, cause])
      assert.deepEqual(moves[0], [null, 2, 'request'])
      assert.deepEqual(
        moves.find(([, to]) => to === 3),
        [2, 3, 'cancel_queued'],
      )
      const last = rows.find(({ to }) => to === 3)
      assert.deepEqual(last?.actor, { id: technician.user_id, name: technician.name })
      assert.deepEqual(last?.event, { id, code })
      assert.equal(last?.call, 'admin_vno/events/cancel')
      assert.equal((last?.before as { process_state: number }).process_state, 2)
      assert.equal((last?.after as { process_state: number }).process_state, 3)
    }
    assert.deepEqual(await history('events', { filter }, sessions.colleague), [])
    assert.deepEqual(await history('events', { filter }, sessions.stranger), [])
  })

  it('a box: changes are public, author and work only for the author’s operator', async () => {
    const cto = await makeCto(server.db)
    const edit = { id: cto.id, access_notes: 'Llave en conserjería' }
    assert.equal((await server.call('admin_vno/ctos/edit', edit, { session: sessions.neutral })).status, 200)
    const query = { filter: { cto_id: cto.id } }
    const edited = (rows: Row[]) => rows.find(({ cause }) => cause === 'edit')
    const mine = edited(await history('ctos', query, sessions.neutral))
    assert.deepEqual(mine?.after, { access_notes: 'Llave en conserjería' })
    assert.ok('access_notes' in (mine?.before ?? {}))
    assert.equal((mine?.actor as { name: string }).name, 'Neutral Secreta')
    assert.equal(mine?.call, 'admin_vno/ctos/edit')
    const theirs = edited(await history('ctos', query, sessions.admin))
    assert.deepEqual(theirs?.after, mine?.after)
    assert.deepEqual([theirs?.actor, theirs?.call, theirs?.request_id, theirs?.created_by], [null, null, null, null])
    assert.deepEqual(await history('ctos', query, sessions.technician), [])
  })

  it('a port: while it is the operator’s', async () => {
    const { db } = server
    const port = await makePort(db, { state: 3, assignment_status: 3 })
    const assignment = await makeAssignment(db, {
      vno: { id: technician.vno_id ?? 0 },
      port,
    })
    const move = (to: number) => db.owner.query('update port set state = $2 where id = $1', [port.id, to])
    await move(6)
    await db.owner.query('update port_assignment set ended_at = now() where id = $1', [assignment.id])
    await move(1)
    const filter = { port_id: port.id }
    const moves = async (session: TestSession) =>
      (await history('ports', { filter, sort: [['at', 'asc']] }, session)).map(({ from, to }) => [from, to])
    assert.deepEqual(await moves(sessions.admin), [[3, 6]])
    assert.deepEqual(await moves(sessions.neutral), [
      [3, 6],
      [6, 1],
    ])
    assert.deepEqual(await moves(sessions.stranger), [])
  })

  it('the audit: the own part for an administrator, all for the neutral operator', async () => {
    const get = async (session: TestSession, query = {}) =>
      (await server.call('admin_vno/audit/get', query, { session })).body as { records: Record<string, unknown>[] }
    const call = 'admin_vno/events/cancel'
    const [row] = (await get(sessions.admin, { filter: { call } })).records
    assert.deepEqual([row?.entity, row?.actor], ['event', { id: technician.user_id, name: technician.name }])
    assert.deepEqual((await get(sessions.stranger, { filter: { call } })).records, [])
    assert.ok((await get(sessions.neutral, { filter: { request_id: row?.request_id } })).records.length > 0)
    assert.deepEqual((await get(sessions.admin, { filter: { call: 'admin_vno/ctos/edit' } })).records, [])
    const refused = await server.call('admin_vno/audit/get', {}, { session: sessions.technician })
    assert.equal(refused.status, 403)
  })
})
