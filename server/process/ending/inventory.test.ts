import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assignmentStatus, portState, processState } from '@hilo/domain/status.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { field, startClosing, type Scene } from '../../test/closing-scene.ts'
import { insert, unique } from '../../test/factories.ts'
import { makeAssignment, makePort } from '../../test/plant-factories.ts'

const { ocupado, cesado, disponible, pendiente_revision } = portState.is
const { finalizedSync, wronglyFinalized } = processState.is

describe('inventory changes of a finished work', async () => {
  const closing = closedAfter(await startClosing())
  const { db } = closing.server

  /** The customer of the intervention, in service at another port. */
  const customer = async (scene: Scene, state: number = ocupado) => {
    const assignment_status = state === cesado ? assignmentStatus.is.to_be_withdrawn : assignmentStatus.is.occupied
    const port = await makePort(db, { cto: scene.box.cto, state, assignment_status })
    const where = { vno_id: scene.worker.id, port_id: port.id }
    const access = { code: `AC46-${unique()}-0`, cto_id: scene.box.cto.id, state: 'activo' }
    const access_id = await insert(db, 'access', { ...access, ...where })
    const cable = { type: 'interior', connection_type: 1, state: 'instalada', access_id }
    // Removing a drop reads its label; a new drop gets the label that was read.
    const label = (await scene.row()).work_kind === 'baja' ? scene.dropLabel : `D46-${unique()}-0`
    const drop_id = await insert(db, 'drop_cable', { label, ...cable, ...where })
    await makeAssignment(db, { vno: scene.worker, port, state, assignment_status, access_id, drop_id })
    return { port, accessId: access_id, dropId: drop_id }
  }

  it('a customer who leaves is ceased; the port is free at once if it had been ceased before', async () => {
    for (const [from, to] of [
      [ocupado, cesado],
      [cesado, disponible],
    ] as const) {
      const scene = await closing.scene('baja')
      const { port, accessId, dropId } = await customer(scene, from)
      await scene.rows('update event set port_id = $2, access_id = $3 where id = $1', port.id, accessId)
      await scene.act({ action: 'unplug', port: port.number })
      await scene.end(finalizedSync)
      assert.equal((await field(closing, 'port', port.id))['state'], to)
      assert.equal((await field(closing, 'access', accessId))['state'], 'baja')
      assert.equal((await field(closing, 'drop_cable', dropId))['state'], 'retirada')
      const held = await closing.rows(`select 1 from port_assignment where port_id = ${port.id} and ended_at is null`)
      assert.equal(held.length, to === disponible ? 0 : 1)
      assert.equal((await field(closing, 'cto', scene.box.cto.id))['ports_free'], to === disponible ? 1 : 0)
    }
  })

  it('a customer who changes port leaves the old one free, or in review if a problem was reported', async () => {
    for (const problem of [null, { reason: 2, code: 801 }]) {
      const scene = await closing.scene('cambio_pelo')
      const { port, accessId } = await customer(scene)
      await closing.rows('update port set problem = $2 where id = $1', [port.id, problem && JSON.stringify(problem)])
      await scene.rows('update event set access_id = $2 where id = $1', accessId)
      await scene.end(finalizedSync)
      assert.equal((await field(closing, 'port', port.id))['state'], problem ? pendiente_revision : disponible)
      assert.equal((await field(closing, 'port', scene.own?.id ?? 0))['state'], ocupado)
      assert.equal((await field(closing, 'access', accessId))['port_id'], scene.own?.id)
    }
  })

  it('a conflict with the inventory stops the closing, and nothing is written', async () => {
    const scene = await closing.scene('alta')
    const cable = { type: 'interior', connection_type: 1, state: 'instalada' }
    await insert(db, 'drop_cable', { label: scene.dropLabel, vno_id: scene.box.owner.id, ...cable })
    const { process_state, error, access_id } = await scene.end()
    assert.deepEqual([process_state, error?.code, access_id], [wronglyFinalized, 'LABEL_DUPLICATE', null])
    assert.equal((await field(closing, 'port', scene.own?.id ?? 0))['state'], portState.is.asignado)
  })

  it('gives back a port that it was promised and has not come to occupy', async () => {
    const scene = await closing.scene('mantenimiento')
    const reserved = { state: portState.is.asignado, assignment_status: assignmentStatus.is.reserved }
    const port = await makePort(db, { cto: scene.box.cto, ...reserved })
    const dark = { ont_state: 'unknown', rx_dbm: null }
    await makeAssignment(db, { vno: scene.worker, port, ...reserved, ...dark })
    const later = `app_now() + interval '30 minutes'`
    await closing.rows(`update port_assignment set reserved_until = ${later} where port_id = ${port.id}`)
    await scene.rows(`insert into port_claim values ($2, $1, $3, ${later})`, port.id, scene.worker.id)
    await scene.end(finalizedSync)
    assert.equal((await field(closing, 'port', port.id))['state'], disponible)
    const left = `select port_id from port_claim where event_id = $1 union all
      select port_id from port_assignment where port_id = $2 and ended_at is null`
    assert.deepEqual(await scene.rows(left, port.id), [])
  })

  it('completes the order that it served', async () => {
    const scene = await closing.scene('alta')
    const order = await insert(db, 'service_order', {
      code: `OS-${unique()}`,
      external_order_id: unique(),
      vno_id: scene.worker.id,
      kind: 'alta',
      state: 'en_curso',
    })
    await scene.rows('update event set service_order_id = $2 where id = $1', order)
    const { access_id } = await scene.end(finalizedSync)
    const done = await field(closing, 'service_order', order)
    assert.deepEqual([done['state'], done['access_id']], ['completada', access_id])
    assert.ok(done['completed_at'] instanceof Date, 'from then on it is known whether it was in time')
  })
})
