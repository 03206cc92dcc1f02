import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { startClosing, type Closing } from '../../test/closing-scene.ts'

const { wronglyFinalized } = processState.is

describe('why an intervention cannot close', () => {
  let closing: Closing
  before(async () => {
    closing = await startClosing()
  })
  after(() => closing.close())

  it('a cut feeder stops the closing without blame, and the reason names who fell and who has no light yet', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'cut_feeder' })
    await scene.act({ action: 'unplug', port: 2 })
    await closing.advance(60)
    await scene.act({ action: 'mend_feeder' })
    await scene.finalize()
    await scene.run()
    const { process_state, error: refused } = await scene.row()
    assert.deepEqual([process_state, refused?.code], [wronglyFinalized, 'NEIGHBOUR_HARMED'])
    assert.match(refused?.text ?? '', /^Los puertos 1, 2, 3 y 4 se quedaron sin luz a la vez.*Sin luz todavía: 2\./)
  })
})
