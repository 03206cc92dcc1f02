import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing, type Scene } from '../../test/closing-scene.ts'
import { quickPlant } from '../../test/quick-plant.ts'
import { makeWatching } from '../../test/watched-box.ts'

describe('the later looks at the box of a closed intervention', async () => {
  const closing = closedAfter(await startClosing())

  const { db, reader } = closing.server
  const casesOf = (scene: Scene) => scene.rows('select port, state from neighbour_case where event_id = $1')

  it('a connector that lets go is a late cut; a customer whose ONT falls silent is none', async () => {
    const scene = await closing.closed()
    const silent = new SimulatedPlant(db, { ...quickPlant, gasps: 0 })
    await scene.act({ action: 'unplug', port: 3 })
    // Apart from the cut: most of a box in one moment is a cut of its feeder.
    await closing.advance(10)
    await silent.act(scene.box.cto.id, { action: 'power_off', port: 1 })
    await scene.act({ action: 'power_off', port: 2 })
    await scene.run(16 * 60)
    assert.deepEqual(await casesOf(scene), [{ port: 3, state: 'abierto' }])
  })

  it('a fall while another work is open in the box is not attributed to the earlier work', async () => {
    const scene = await closing.closed()
    const next = await makeWatching(db, reader, scene.box)
    const opened = `json_build_object('opened_at', wire_time(app_now()))`
    await closing.rows(`update event set listener = ${opened} where id = $1`, [next.id])
    await closing.advance(60)
    await scene.act({ action: 'unplug', port: 3 })
    await scene.run(16 * 60)
    assert.deepEqual(await casesOf(scene), [])
  })

  it('another work that ended in an error days ago excuses no fall', async () => {
    const scene = await closing.closed()
    const given = await makeWatching(db, reader, scene.box)
    await closing.rows(
      `update event set process_state = ${processState.is.error}, deadline_at = app_now() - interval '2 days',
         listener = json_build_object('opened_at', wire_time(app_now() - interval '3 days')) where id = $1`,
      [given.id],
    )
    await closing.advance(60)
    await scene.act({ action: 'unplug', port: 3 })
    await scene.run(16 * 60)
    assert.deepEqual(await casesOf(scene), [{ port: 3, state: 'abierto' }])
  })
})
