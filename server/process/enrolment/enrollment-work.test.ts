/** Enrolments of an intervention are stored when it is finalized, once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { portState, processState, type FieldStep } from '@hilo/domain/status.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { field, startClosing, type Scene } from '../../test/closing-scene.ts'
import { makeLine } from '../../test/enrollment-factories.ts'
import { unique } from '../../test/factories.ts'
import { lightJob } from '../steps/light-check.ts'

const { finalizedSync, wronglyFinalized } = processState.is

describe('enrolments of an intervention', async () => {
  const closing = closedAfter(await startClosing())

  const recorded = (scene: Scene, step: FieldStep, data: object) => scene.record(step, {}, { data, status: 'done' })
  const listed = async ({ event, technician }: Scene, path: 'enrollments' | 'unenrollments' = 'enrollments') => {
    const query = { filter: { event_id: event.id }, sort: [['id', 'asc']] }
    return (await closing.server.done(`admin_vno/${path}/get`, query, technician)).records
  }

  it('a new drop and the label of its box, with their pictures; a repeated closing writes nothing again', async () => {
    const scene = await closing.scene('alta')
    const name = `D46-${unique()}-1`
    const position = { lat: 39.47, lon: -0.376, accuracy_m: 5 }
    const label_read = scene.box.cto.code
    await recorded(scene, 'cto_enrollment', { action: 'M', label_read, label_source: 'qr', position })
    const port_number = scene.own?.number
    await scene.record('drop_enrollment', { drop_label_read: name, label_source: 'manual', port_number })
    const { event } = scene
    await scene.rows(
      `with f as (insert into file (vno_id, event_id, name, mime, sha256, key, bytes)
         values ($2, $1, 'f', 'image/webp', '\\x00', 'k', 1) returning id)
       insert into picture (vno_id, event_id, step, label_kind, file_id, sha256, phash, width, height, received_at, camera)
         select $2, $1, 'drop_enrollment', 3, id, '\\x00', 1, 1, 1, now(), true from f`,
      event.vno_id,
    )
    await scene.end(finalizedSync)
    const [box, drop, ...more] = await listed(scene)
    assert.deepEqual([more.length, box?.kind, box?.action, box?.verification_state], [0, 1, 'M', 'verificada'])
    assert.deepEqual([box?.distance_m, box?.label_expected, box?.port_id], [0, scene.box.cto.code, null])
    assert.deepEqual([drop?.kind, drop?.action, drop?.label_read, drop?.label_expected], [2, 'A', name, null])
    assert.deepEqual([drop?.port_id, drop?.drop?.code, drop?.pictures.length], [scene.own?.id, name, 1])
    assert.deepEqual([drop?.verification_state, drop?.verification_reasons], ['pendiente', ['manual']])
    assert.equal(drop?.created_by?.account_type, 'te')
    await closing.again('process.close', event.id)
    assert.equal((await listed(scene)).length, 2)
  })

  it('a box gets the label read on it, unless another box has that label: then it is marked for review', async () => {
    const scene = await closing.scene('mantenimiento')
    const name = `N${unique()}`
    await recorded(scene, 'cto_enrollment', { action: 'M', label_read: name, label_source: 'qr' })
    await scene.end(finalizedSync)
    assert.equal((await field(closing, 'cto', scene.box.cto.id))['label'], name)
    const other = await closing.scene('mantenimiento')
    await recorded(other, 'cto_enrollment', { action: 'M', label_read: name, label_source: 'qr' })
    assert.equal((await other.end(wronglyFinalized)).error?.code, 'LABEL_MISMATCH')
    const decided = { event_id: other.event.id, reason: 'La etiqueta de la caja se cambiará mañana' }
    await closing.server.call('admin_vno/events/override', decided, { session: other.admin })
    await other.run()
    assert.equal((await field(closing, 'cto', other.box.cto.id))['label'], other.box.cto.code)
    const [row] = await listed(other)
    assert.deepEqual([row?.verification_state, row?.verification_reasons], ['pendiente', ['duplicate_label']])
  })

  it('a drop taken off leaves its port waiting; dark for ten minutes, it is free', async () => {
    const scene = await closing.scene('baja')
    const held = { state: portState.is.ocupado, drop: true, box: scene.box.cto }
    const line = await makeLine(closing.server.db, scene.worker, held)
    await closing.rows('update event set port_id = null where id = $1', [line.event.id])
    await scene.rows('update event set port_id = $2 where id = $1', line.port.id)
    const data = { action: 'B', drop_label_read: line.label, label_source: 'qr', port_number: line.port.number }
    await recorded(scene, 'drop_enrollment', data)
    await scene.end(finalizedSync)
    const [row] = await listed(scene, 'unenrollments')
    assert.deepEqual([row?.kind, row?.label_expected, row?.light_check], [4, line.label, 'pendiente'])
    assert.equal((await field(closing, 'port', line.port.id))['state'], portState.is.cesado)
    await scene.act({ action: 'unplug', port: line.port.number })
    await lightJob(closing.process, { enrollment_id: row?.id, tries: 0 })
    assert.equal((await field(closing, 'port', line.port.id))['state'], portState.is.disponible)
    assert.equal((await listed(scene, 'unenrollments'))[0]?.light_check, 'sin_luz')
  })

  it('an intervention that is refused enrols nothing', async () => {
    const scene = await closing.scene('mantenimiento')
    await recorded(scene, 'cto_enrollment', { action: 'M', label_read: scene.box.cto.code, label_source: 'qr' })
    await scene.act({ action: 'unplug', port: 1 })
    await scene.end(wronglyFinalized)
    assert.deepEqual(await listed(scene), [])
  })
})
