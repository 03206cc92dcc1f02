/** Light where the inventory knows of nobody: the port waits for somebody's eyes, once, and its people are told. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Port } from '@hilo/contract/ports.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { startEnrolling, type Enrolling } from '../../test/enrolling.ts'
import { insert, makeAdmin, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { makeAssignment, makeCto, makeEvent, makePort } from '../../test/plant-factories.ts'

const { disponible, asignado, pendiente_revision } = portState.is
const { technical_reserve, assigned } = assignmentStatus.is

describe('light that nobody declared', () => {
  let desk: Enrolling
  before(async () => void (desk = await startEnrolling()))
  after(() => desk.close())

  const shine = async (box: { id: number }, port: number, serial = `HWTC${unique().slice(0, 8)}`) => {
    await desk.server.plant.act(box.id, { action: 'register_ont', port, serial })
    await desk.rows('update demo_clock set offset_s = offset_s + 600')
    return serial
  }
  /** Whoever looks at the box. */
  const look = async (box: { id: number }) => {
    const answer = await desk.server.call(
      'admin_vno/neighbors/queryState',
      { cto_id: box.id },
      { session: desk.neutral },
    )
    assert.equal(answer.status, 200, answer.text)
    const { rows } = await desk.server.db.owner.query<{ payload: { port_id: number } }>(
      `select j.payload from graphile_worker._private_jobs j join port p on p.id = (j.payload->>'port_id')::bigint
       where j.key like 'process.stray:%' and p.cto_id = $1`,
      [box.id],
    )
    for (const { payload } of rows) await desk.run('process.stray', payload)
  }
  const due = async (port: number) => {
    const { rows } = await desk.server.db.jobs.query<{ wait: number }>(
      `select extract(epoch from run_at - now())::float8 as wait from graphile_worker._private_jobs where key = $1`,
      [`stray_look:${port}`],
    )
    return rows.map(({ wait }) => wait)
  }
  const read = async (id: number): Promise<Port | undefined> => {
    const { body } = await desk.server.call('admin_vno/ports/get', { id }, { session: desk.neutral })
    return (body as { records: Port[] }).records[0]
  }
  const told = async (kind: string, code: string) =>
    (
      await desk.rows<{ vno_id: number | null }>(
        `select vno_id from notification where kind = $1 and payload->>'cto_code' = $2 order by vno_id nulls first`,
        [kind, code],
      )
    ).map(({ vno_id }) => vno_id)
  const again = (port: number) => desk.run('process.stray', { port_id: port, again: true })

  it('a free port is looked at again after ten minutes, and then waits for review, once', async () => {
    const box = await makeCto(desk.server.db)
    const port = await makePort(desk.server.db, { cto: box, number: 1 })
    await look(box)
    assert.deepEqual(await due(port.id), [])
    const serial = await shine(box, 1)
    await look(box)
    const [wait = 0] = await due(port.id)
    assert.ok(wait > 500 && wait <= 600, String(wait))
    assert.equal((await read(port.id))?.state, disponible)
    await again(port.id)
    const found = await read(port.id)
    assert.deepEqual([found?.state, found?.problem?.['alert']], [pendiente_revision, 'undeclared_occupation'])
    assert.ok(!JSON.stringify(found?.problem).includes(serial), 'whose it is stays with whoever may know')
    await again(port.id)
    assert.deepEqual(await told('undeclared_occupation', box.code), [null])
    const history = await desk.rows<{ from_state: number; to_state: number }>(
      'select from_state, to_state from port_history where port_id = $1',
      [port.id],
    )
    assert.deepEqual(history, [{ from_state: disponible, to_state: pendiente_revision }])
    const audited = await desk.rows(`select id from audit where call = 'process/stray' and entity_id = $1`, [
      String(port.id),
    ])
    assert.equal(audited.length, 1)
  })

  it('light that has gone by then moves nothing', async () => {
    const box = await makeCto(desk.server.db)
    const port = await makePort(desk.server.db, { cto: box, number: 1 })
    await shine(box, 1)
    await look(box)
    await desk.server.plant.act(box.id, { action: 'unplug', port: 1 })
    await desk.rows('update demo_clock set offset_s = offset_s + 600')
    await again(port.id)
    assert.equal((await read(port.id))?.state, disponible)
    assert.deepEqual(await told('undeclared_occupation', box.code), [])
  })

  it('a promised port takes the ONT that is expected, and no other', async () => {
    const { db } = desk.server
    const box = await makeCto(db)
    const make = async (number: number, assignment_status: number, ont_serial?: string) => {
      const of = { state: asignado, assignment_status }
      const port = await makePort(db, { cto: box, number, ...of })
      const known = {
        code: `AC46-${unique()}-0`,
        vno_id: desk.vno.id,
        cto_id: box.id,
        port_id: port.id,
        state: 'reservado',
      }
      const access_id = ont_serial === undefined ? null : await insert(db, 'access', { ...known, ont_serial })
      await makeAssignment(db, { vno: desk.vno, port, ...of, access_id, ont_state: 'unknown', rx_dbm: null })
      return port
    }
    const [unknown, right, wrong, kept] = [
      await make(1, assigned),
      await make(2, assigned, 'HWTC0000AA02'),
      await make(3, assigned, 'HWTC0000AA03'),
      await make(4, technical_reserve),
    ]
    await shine(box, 1)
    await shine(box, 2, 'HWTC0000AA02')
    await shine(box, 3)
    await shine(box, 4)
    await look(box)
    const ports = [unknown, right, wrong, kept]
    assert.deepEqual(await Promise.all(ports.map(async ({ id }) => (await due(id)).length)), [0, 0, 1, 1])
    for (const { id } of ports) await again(id)
    const states = await Promise.all(ports.map(async ({ id }) => (await read(id))?.state))
    assert.deepEqual(states, [asignado, asignado, pendiente_revision, pendiente_revision])
    assert.deepEqual(await told('unexpected_ont', box.code), [null, null, desk.vno.id, desk.vno.id])
    const stranger = await makeSession(db, await makeAdmin(db, { vno: await makeVno(db) }))
    const { text } = await desk.server.call('admin_vno/notifications/get', {}, { session: stranger })
    assert.ok(!text.includes(box.code))
  })

  it('while somebody works in the box his closing judges what is seen', async () => {
    const { db } = desk.server
    const box = await makeCto(db)
    const port = await makePort(db, { cto: box, number: 1 })
    await shine(box, 1)
    await look(box)
    await makeEvent(db, { technician: await makeTechnician(db, { vno: desk.vno }), cto: box })
    await again(port.id)
    assert.equal((await read(port.id))?.state, disponible)
  })
})
