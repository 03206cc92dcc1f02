import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing } from '../../test/closing-scene.ts'

const { wronglyFinalized } = processState.is

describe('why an intervention cannot close', async () => {
  const closing = closedAfter(await startClosing())

  it('a cut feeder stops the closing without blame, and the reason names who fell and who has no light yet', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'cut_feeder' })
    await scene.act({ action: 'unplug', port: 2 })
    await closing.advance(60)
    await scene.act({ action: 'mend_feeder' })
    const { error } = await scene.end(wronglyFinalized)
    assert.equal(error?.code, 'NEIGHBOUR_HARMED')
    assert.match(error.text, /^Los puertos 1, 2, 3 y 4 se quedaron sin luz a la vez.*Sin luz todavía: 2\./)
  })
})
