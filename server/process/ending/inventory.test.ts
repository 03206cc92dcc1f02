import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assignmentStatus, portState, processState } from '@hilo/domain/status.ts'
import { field, startClosing, type Closing, type Scene } from '../../test/closing-scene.ts'
import { insert, unique } from '../../test/factories.ts'
import { makeAssignment, makePort, type Port } from '../../test/plant-factories.ts'

const { ocupado, cesado, disponible, pendiente_revision } = portState.is
const { finalizedSync, wronglyFinalized } = processState.is

describe('inventory changes of a finished work', () => {
  let closing: Closing
  before(async () => {
    closing = await startClosing()
  })
  after(() => closing.close())

  /** The customer of the intervention, in service at another port. */
  const customer = async (
    scene: Scene,
    state: number = ocupado,
  ): Promise<{ port: Port; accessId: number; dropId: number }> => {
    const { db } = closing.server
    const assignment_status = state === cesado ? assignmentStatus.is.to_be_withdrawn : assignmentStatus.is.occupied
    const port = await makePort(db, { cto: scene.box.cto, state, assignment_status })
    const where = { vno_id: scene.worker.id, port_id: port.id }
    const accessId = await insert(db, 'access', {
      code: `AC46-${unique()}-0`,
      cto_id: scene.box.cto.id,
      state: 'activo',
      ...where,
    })
    const cable = { type: 'interior', connection_type: 1, state: 'instalada', access_id: accessId }
    // Removing a drop reads its label; a new drop gets the label that was read.
    const [kind] = await closing.rows<{ work_kind: string }>('select work_kind from event where id = $1', [
      scene.event.id,
    ])
    const label = kind?.work_kind === 'baja' ? scene.dropLabel : `D46-${unique()}-0`
    const dropId = await insert(db, 'drop_cable', { label, ...cable, ...where })
    await makeAssignment(db, {
      vno: scene.worker,
      port,
      state,
      assignment_status,
      access_id: accessId,
      drop_id: dropId,
    })
    return { port, accessId, dropId }
  }
  const end = async (scene: Scene) => {
    const asked = await scene.finalize()
    assert.equal(asked.status, 200, asked.text)
    await scene.run()
    return await scene.row()
  }
  const leaving = async (state: number) => {
    const scene = await closing.scene('baja')
    const known = await customer(scene, state)
    await closing.rows('update event set port_id = $2, access_id = $3 where id = $1', [
      scene.event.id,
      known.port.id,
      known.accessId,
    ])
    return { scene, ...known }
  }

  it('a customer who leaves is ceased; the port is free at once if it had been ceased before', async () => {
    for (const [from, to] of [
      [ocupado, cesado],
      [cesado, disponible],
    ] as const) {
      const { scene, port, accessId, dropId } = await leaving(from)
      await scene.act({ action: 'unplug', port: port.number })
      const row = await end(scene)
      assert.equal(row.process_state, finalizedSync, JSON.stringify(row.error))
      assert.equal((await field(closing, 'port', port.id))['state'], to)
      assert.equal((await field(closing, 'access', accessId))['state'], 'baja')
      assert.equal((await field(closing, 'drop_cable', dropId))['state'], 'retirada')
      const held = await closing.rows('select 1 from port_assignment where port_id = $1 and ended_at is null', [
        port.id,
      ])
      assert.equal(held.length, to === disponible ? 0 : 1)
      assert.equal((await field(closing, 'cto', scene.box.cto.id))['ports_free'], to === disponible ? 1 : 0)
    }
  })

  it('a customer who changes port leaves the old one free, or in review if a problem was reported', async () => {
    for (const problem of [null, { reason: 2, code: 801 }]) {
      const scene = await closing.scene('cambio_pelo')
      const { port, accessId } = await customer(scene)
      await closing.rows('update port set problem = $2 where id = $1', [port.id, problem && JSON.stringify(problem)])
      await closing.rows('update event set access_id = $2 where id = $1', [scene.event.id, accessId])
      const row = await end(scene)
      assert.equal(row.process_state, finalizedSync, JSON.stringify(row.error))
      assert.equal((await field(closing, 'port', port.id))['state'], problem ? pendiente_revision : disponible)
      assert.equal((await field(closing, 'port', scene.own?.id ?? 0))['state'], ocupado)
      assert.equal((await field(closing, 'access', accessId))['port_id'], scene.own?.id)
    }
  })

  it('a conflict with the inventory stops the closing, and nothing is written', async () => {
    const scene = await closing.scene('alta')
    const [label] = await closing.rows<{ label: string }>(
      `select s->'data'->>'drop_label_read' as label from event, json_array_elements(steps) s
        where id = $1 and s->>'step' = 'drop_enrollment'`,
      [scene.event.id],
    )
    const cable = { type: 'interior', connection_type: 1, state: 'instalada' }
    await insert(closing.server.db, 'drop_cable', { label: label?.label, vno_id: scene.box.owner.id, ...cable })
    const row = await end(scene)
    assert.deepEqual([row.process_state, row.error?.code, row.access_id], [wronglyFinalized, 'LABEL_DUPLICATE', null])
    assert.equal((await field(closing, 'port', scene.own?.id ?? 0))['state'], portState.is.asignado)
  })

  it('gives back a port that it was promised and has not come to occupy', async () => {
    const scene = await closing.scene('mantenimiento')
    const reserved = { state: portState.is.asignado, assignment_status: assignmentStatus.is.reserved }
    const port = await makePort(closing.server.db, { cto: scene.box.cto, ...reserved })
    await makeAssignment(closing.server.db, {
      vno: scene.worker,
      port,
      ...reserved,
      ont_state: 'unknown',
      rx_dbm: null,
    })
    await closing.rows(
      `update port_assignment set reserved_until = app_now() + interval '30 minutes' where port_id = $1`,
      [port.id],
    )
    await closing.rows(`insert into port_claim values ($1, $2, $3, app_now() + interval '30 minutes')`, [
      port.id,
      scene.event.id,
      scene.worker.id,
    ])
    const row = await end(scene)
    assert.equal(row.process_state, finalizedSync, JSON.stringify(row.error))
    assert.equal((await field(closing, 'port', port.id))['state'], disponible)
    const left = await closing.rows(
      `select port_id from port_claim where event_id = $1 union all
       select port_id from port_assignment where port_id = $2 and ended_at is null`,
      [scene.event.id, port.id],
    )
    assert.deepEqual(left, [])
  })

  it('completes the order that it served', async () => {
    const scene = await closing.scene('alta')
    const order = await insert(closing.server.db, 'service_order', {
      code: `OS-${unique()}`,
      external_order_id: unique(),
      vno_id: scene.worker.id,
      kind: 'alta',
      state: 'en_curso',
    })
    await closing.rows('update event set service_order_id = $2 where id = $1', [scene.event.id, order])
    const row = await end(scene)
    assert.equal(row.process_state, finalizedSync, JSON.stringify(row.error))
    const done = await field(closing, 'service_order', order)
    assert.deepEqual([done['state'], done['access_id']], ['completada', row.access_id])
    assert.ok(done['completed_at'] instanceof Date, 'from then on it is known whether it was in time')
  })
})
