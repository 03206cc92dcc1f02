import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { codeOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing } from '../../test/closing-scene.ts'

const { finalized, wronglyFinalized } = processState.is

describe('closing work that its own steps mark as wrong', async () => {
  const closing = closedAfter(await startClosing())

  it('work that is done and wrong is taken, refused with its reasons, and a supervisor may decide on it', async () => {
    const scene = await closing.scene('alta')
    const blocking = { level: 'bloqueo', value: null, limit: null }
    await scene.record('initial', {}, { checks: [{ ...blocking, code: 'prl', text: 'Sin formación' }] })
    const undone = await scene.finalize()
    assert.deepEqual([undone.status, codeOf(undone)], [422, 'STEPS_MISSING'])
    const checks = [{ ...blocking, code: 'power', text: 'Potencia −27,5 dBm' }]
    await scene.record('power', { power_dbm: -27.5 }, { checks })
    await scene.record('initial', {}, { checks: [] })
    const asked = await scene.finalize()
    assert.equal(asked.status, 200, asked.text)
    assert.equal((asked.body as { result_flag: number }).result_flag, 3)
    await scene.run()
    const refused = await scene.row()
    assert.deepEqual([refused.process_state, refused.error?.code], [wronglyFinalized, 'POWER_OUT_OF_RANGE'])
    assert.match(refused.error?.text ?? '', /^Potencia −27,5 dBm: fuera de margen/)
    const query = { event_id: scene.event.id, reason: 'El cliente tiene servicio y se revisará mañana' }
    await closing.server.done('admin_vno/events/override', query, scene.admin)
    assert.equal(await scene.state(), finalized)
  })

  it('under a dark tree the technician reads that the ONT cannot be seen, not that the work is wrong', async () => {
    const scene = await closing.scene('alta')
    const beside = await closing.scene('mantenimiento', { box: await closing.boxBeside(scene.box) })
    for (const one of [scene, beside]) await one.act({ action: 'unplug' })
    const { error, neighbours } = await scene.end(wronglyFinalized)
    assert.deepEqual([error?.code, neighbours.verdict], ['ONT_NOT_DETECTED', 'no_concluyente'])
    assert.match(error?.text ?? '', /^Todo el árbol está sin luz y no es cosa tuya/)
  })
})
