import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { startClosing, type Closing } from '../../test/closing-scene.ts'

const { finalized, wronglyFinalized } = processState.is

describe('closing work that its own steps mark as wrong', () => {
  let closing: Closing
  before(async () => {
    closing = await startClosing()
  })
  after(() => closing.close())

  it('work that is done and wrong is taken, refused with its reasons, and a supervisor may decide on it', async () => {
    const scene = await closing.scene('alta')
    const blocked = (step: string, code: string, words: string) =>
      closing.rows(
        `update event set steps = (select json_agg(case when s->>'step' = $2 then
          jsonb_set(s::jsonb, '{checks}', jsonb_build_array(jsonb_build_object('code', $3::text, 'level', 'bloqueo', 'value', null, 'limit', null, 'text', $4::text)))
          else s::jsonb end) from json_array_elements(steps) s) where id = $1`,
        [scene.event.id, step, code, words],
      )
    await blocked('initial', 'prl', 'Sin formación')
    const undone = await scene.finalize()
    assert.deepEqual([undone.status, (undone.body as { error: string }).error], [422, 'STEPS_MISSING'])
    await blocked('power', 'power', 'Potencia −27,5 dBm')
    await closing.rows(
      `update event set steps = (select json_agg(case when s->>'step' = 'power' then jsonb_set(s::jsonb, '{data,power_dbm}', '-27.5')
        else s::jsonb end) from json_array_elements(steps) s) where id = $1`,
      [scene.event.id],
    )
    await closing.rows(
      `update event set steps = (select json_agg(case when s->>'step' = 'initial' then jsonb_set(s::jsonb, '{checks}', '[]')
        else s::jsonb end) from json_array_elements(steps) s) where id = $1`,
      [scene.event.id],
    )
    const asked = await scene.finalize()
    assert.equal(asked.status, 200, asked.text)
    assert.equal((asked.body as { result_flag: number }).result_flag, 3)
    await scene.run()
    const refused = await scene.row()
    assert.deepEqual([refused.process_state, refused.error?.code], [wronglyFinalized, 'POWER_OUT_OF_RANGE'])
    assert.match(refused.error?.text ?? '', /^Potencia −27,5 dBm: fuera de margen/)
    const query = { event_id: scene.event.id, reason: 'El cliente tiene servicio y se revisará mañana' }
    const decided = await closing.server.call('admin_vno/events/override', query, { session: scene.admin })
    assert.equal(decided.status, 200, decided.text)
    assert.equal((await scene.row()).process_state, finalized)
  })

  it('under a dark tree the technician reads that the ONT cannot be seen, not that the work is wrong', async () => {
    const scene = await closing.scene('alta')
    const beside = await closing.scene('mantenimiento', { box: await closing.boxBeside(scene.box) })
    for (const one of [scene, beside]) await one.act({ action: 'unplug' })
    await scene.finalize()
    await scene.run()
    const { process_state, error, neighbours } = await scene.row()
    assert.deepEqual(
      [process_state, error?.code, neighbours.verdict],
      [wronglyFinalized, 'ONT_NOT_DETECTED', 'no_concluyente'],
    )
    assert.match(error?.text ?? '', /^Todo el árbol está sin luz y no es cosa tuya/)
  })
})
