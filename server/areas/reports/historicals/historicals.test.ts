/** Histories: acts through calls are recorded, and each viewer sees the own part. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnsOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeAssignment, makeCto, makePort } from '../../../test/plant-factories.ts'

type Row = Record<string, unknown> & { before: object; after: object; cause: string }

describe('historicals', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const [vno, other] = [await makeVno(db), await makeVno(db)]
  const technician = await makeTechnician(db, { vno })
  const sessions = {
    neutral: await makeSession(db, await makeOperator(db, { name: 'Neutral Secreta' })),
    admin: await makeSession(db, await makeAdmin(db, { vno })),
    technician: await makeSession(db, technician),
    colleague: await makeSession(db, await makeTechnician(db, { vno })),
    stranger: await makeSession(db, await makeAdmin(db, { vno: other })),
  }

  const history = async (of: 'events' | 'ctos' | 'ports', query: object, session: TestSession) =>
    (await server.done(`admin_vno/historicals/${of}/get`, query, session)).records as unknown as Row[]

  it('an intervention: each move with name, author, and values before and after', async () => {
    const cto = await makeCto(server.db)
    const asked = { cto_id: cto.id, work_kind: 'mantenimiento' }
    const { id, code } = (await server.done('admin_vno/events/create', asked, sessions.technician)).record
    const cancel = { event_id: id, reason: 'Nadie abre la puerta' }
    await server.done('admin_vno/events/cancel', cancel, sessions.technician)
    const filter = { event_id: id }
    for (const session of [sessions.technician, sessions.admin, sessions.neutral]) {
      const rows = await history('events', { filter, sort: [['at', 'asc']] }, session)
      const [first] = rows
      const last = rows.find(({ to }) => to === 3)
      assert.deepEqual([first?.from, first?.to, first?.cause], [null, 2, 'request'])
      assert.deepEqual([last?.from, last?.to, last?.cause], [2, 3, 'cancel_queued'])
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
    await server.done('admin_vno/ctos/edit', edit, sessions.neutral)
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
    const port = await makePort(db, { state: 3, assignment_status: 3 })
    const assignment = await makeAssignment(db, { vno, port })
    const move = (to: number) => db.owner.query('update port set state = $2 where id = $1', [port.id, to])
    await move(6)
    await db.owner.query('update port_assignment set ended_at = now() where id = $1', [assignment.id])
    await move(1)
    const filter = { port_id: port.id }
    const moves = async (session: TestSession) =>
      columnsOf(await history('ports', { filter, sort: [['at', 'asc']] }, session), 'from', 'to')
    assert.deepEqual(await moves(sessions.admin), [[3, 6]])
    assert.deepEqual(await moves(sessions.neutral), [
      [3, 6],
      [6, 1],
    ])
    assert.deepEqual(await moves(sessions.stranger), [])
  })

  it('the audit: the own part for an administrator, all for the neutral operator', async () => {
    const get = async (session: TestSession, query = {}) =>
      (await server.done('admin_vno/audit/get', query, session)).records
    const call = 'admin_vno/events/cancel'
    const [row] = await get(sessions.admin, { filter: { call } })
    assert.deepEqual([row?.entity, row?.actor], ['event', { id: technician.user_id, name: technician.name }])
    assert.deepEqual(await get(sessions.stranger, { filter: { call } }), [])
    assert.ok((await get(sessions.neutral, { filter: { request_id: row?.request_id } })).length > 0)
    assert.deepEqual(await get(sessions.admin, { filter: { call: 'admin_vno/ctos/edit' } }), [])
    const refused = await server.call('admin_vno/audit/get', {}, { session: sessions.technician })
    assert.equal(refused.status, 403)
  })
})
