import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventTimes } from '@hilo/domain/event.ts'
import { processState } from '@hilo/domain/status.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import { startClosing, type Closing, type Scene } from '../../test/closing-scene.ts'
import { quickPlant } from '../../test/quick-plant.ts'
import { releaseLease, takeLease } from './lease.ts'
import { storeReading } from './observe.ts'

type Act = Parameters<SimulatedPlant['act']>[1]
const { wronglyFinalized, finalizedSync } = processState.is

describe('a neighbour that goes dark without an alarm', () => {
  let closing: Closing
  /** A plant whose ONTs send no dying gasp. */
  let silent: SimulatedPlant
  before(async () => {
    closing = await startClosing()
    silent = new SimulatedPlant(closing.server.db, { ...quickPlant, gasps: 0 })
  })
  after(() => closing.close())

  const casesOf = ({ event }: Scene) =>
    closing.rows<{ class: string }>('select class from neighbour_case where event_id = $1', [event.id])
  const noticesOf = ({ event }: Scene) =>
    closing.rows(`select kind from notification where event_id = $1 and kind like 'neighbour%'`, [event.id])

  /** Reads the box as the lease holder does. */
  async function looked({ box }: Scene): Promise<void> {
    const { db, reader } = closing.server
    const lease = await takeLease(db, box.oltId, 'test')
    assert.ok(lease)
    await storeReading(db, lease, await reader.readBox(box.cto.id, { purpose: 'process', maxAgeS: 0 }))
    await releaseLease(db, lease)
  }

  async function goes(deed: Act): Promise<Scene> {
    const scene = await closing.scene()
    await silent.act(scene.box.cto.id, deed)
    await closing.advance(30)
    await looked(scene)
    return scene
  }

  async function ends(scene: Scene): Promise<{ state: number; verdict: string; class: string }> {
    await closing.advance(eventTimes.notices.operators / 1000)
    await scene.run()
    await scene.finalize()
    await scene.run()
    const [found] = await closing.rows<{ state: number; verdict: string; class: string }>(
      `select e.process_state as state, e.verdict, n.class from event e join event_neighbour n on n.event_id = e.id
        where e.id = $1 and n.port = 1`,
      [scene.event.id],
    )
    assert.ok(found)
    return found
  }

  it('is undecided: no case is opened and no operator is notified', async () => {
    const scene = await goes({ action: 'power_off', port: 1 })
    assert.deepEqual(await ends(scene), { state: finalizedSync, verdict: 'no_concluyente', class: 'no_concluyente' })
    assert.deepEqual([await casesOf(scene), await noticesOf(scene)], [[], []])
  })

  it('had switched off, if the light is back', async () => {
    const scene = await goes({ action: 'power_off', port: 1 })
    await silent.act(scene.box.cto.id, { action: 'power_on', port: 1 })
    await closing.advance(10)
    await looked(scene)
    assert.deepEqual(await ends(scene), { state: finalizedSync, verdict: 'limpia', class: 'igual' })
  })

  it('was pulled, if the OLT saw the LOS', async () => {
    const scene = await goes({ action: 'unplug', port: 1 })
    const { state, verdict, class: found } = await ends(scene)
    assert.deepEqual([state, verdict, found], [wronglyFinalized, 'con_desconectados', 'desconectado'])
    assert.deepEqual(await casesOf(scene), [{ class: 'desconectado' }])
  })
})
