import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'
import { startClosing, type Closing, type Scene } from '../test/closing-scene.ts'
import { quickPlant } from '../test/quick-plant.ts'
import { releaseLease, takeLease } from './lease.ts'
import { storeReading } from './observe.ts'

type Act = Parameters<SimulatedPlant['act']>[1]
const { wronglyFinalized, finalizedSync } = processState.is

describe('a neighbour whose light is back', () => {
  let closing: Closing
  /** Its ONTs say nothing when their power goes. */
  let silent: SimulatedPlant
  before(async () => {
    closing = await startClosing()
    silent = new SimulatedPlant(closing.server.db, { ...quickPlant, gasps: 0 })
  })
  after(() => closing.close())

  const casesOf = ({ event }: Scene) =>
    closing.rows<{ state: string; class: string }>('select state, class from neighbour_case where event_id = $1', [
      event.id,
    ])
  const told = ({ event }: Scene) =>
    closing.rows(`select 1 from audit where entity_id = $1 and call = 'process/case/switched_off'`, [String(event.id)])

  /** The light that is back is heard of, as whoever holds the OLT hears of it. */
  async function heard({ box }: Scene): Promise<void> {
    const { db, reader } = closing.server
    const lease = await takeLease(db, box.oltId, 'test')
    assert.ok(lease)
    await storeReading(db, lease, await reader.readBox(box.cto.id, { purpose: 'process', maxAgeS: 0 }))
    await releaseLease(db, lease)
  }

  /** Goes, is found when the work closes, comes back, and the work closes. */
  async function through(goes: readonly Act[], returns: readonly Act[]): Promise<Scene> {
    const scene = await closing.scene()
    for (const deed of goes) await silent.act(scene.box.cto.id, deed)
    await closing.advance(30)
    await heard(scene)
    await scene.finalize()
    await scene.run()
    assert.equal((await scene.row()).process_state, wronglyFinalized)
    assert.deepEqual(await casesOf(scene), [{ state: 'abierto', class: 'desconectado' }])
    for (const deed of returns) {
      await silent.act(scene.box.cto.id, deed)
      await closing.advance(10)
    }
    await heard(scene)
    await scene.finalize()
    await scene.run()
    assert.equal((await scene.row()).process_state, finalizedSync)
    return scene
  }

  it('had switched off, where the OLT saw no loss of signal and his ONT has started anew', async () => {
    const scene = await through([{ action: 'power_off', port: 1 }], [{ action: 'power_on', port: 1 }])
    assert.deepEqual(await casesOf(scene), [{ state: 'restaurado', class: 'apagado' }])
    assert.equal((await told(scene)).length, 1)
    const { body } = await closing.server.call(
      'admin_vno/events/cev/get',
      { filter: { event_id: scene.event.id } },
      { session: scene.admin },
    )
    assert.deepEqual(
      (body as { records: { class: string }[] }).records.map((one) => one.class),
      ['apagado'],
    )
  })

  it('had been pulled, where his ONT went on running', async () => {
    const scene = await through([{ action: 'unplug', port: 1 }], [{ action: 'plug', port: 1 }])
    assert.deepEqual(await casesOf(scene), [{ state: 'restaurado', class: 'desconectado' }])
  })

  it('had been pulled, too, where he switched his ONT off and on while he waited', async () => {
    const scene = await through(
      [{ action: 'unplug', port: 1 }],
      [
        { action: 'power_off', port: 1 },
        { action: 'power_on', port: 1 },
        { action: 'plug', port: 1 },
      ],
    )
    assert.deepEqual(await casesOf(scene), [{ state: 'restaurado', class: 'desconectado' }])
    assert.equal((await told(scene)).length, 0)
  })

  it('is as he was judged, where the OLT does not answer', async () => {
    const scene = await through([{ action: 'unplug', port: 1 }], [{ action: 'plug', port: 1 }])
    await silent.act(scene.box.cto.id, { action: 'olt_down' })
    const [one] = await closing.rows<{ id: number }>('select id from neighbour_case where event_id = $1', [
      scene.event.id,
    ])
    await closing.rows(
      `select app_add_job('process.switched_off', json_build_object('event_id', $1::int8, 'case_id', $2::int8))`,
      [scene.event.id, one?.id],
    )
    await scene.run()
    assert.deepEqual(await casesOf(scene), [{ state: 'restaurado', class: 'desconectado' }])
  })
})
