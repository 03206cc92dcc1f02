import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing } from '../../test/closing-scene.ts'
import { until, untilTrue } from '../../test/poll.ts'

const { finalizedSync, finalizing, wronglyFinalized } = processState.is

describe('closing by the worker', async () => {
  const closing = closedAfter(await startClosing({ jobs: true }))

  it('waits, reads, reads dark neighbours twice, and goes on when the light is back', async () => {
    const scene = await closing.scene('alta')
    const forward = (seconds: number) =>
      closing.server.call('demo/plant/clock', { advance_s: seconds }, { session: scene.technician })
    await scene.act({ action: 'unplug', port: 1 })
    await scene.finalize()
    assert.equal(await scene.state(), finalizing)
    await forward(65)
    const again = `select 1 from graphile_worker._private_jobs where payload->>'again' = 'true'`
    await untilTrue(async () => (await closing.rows(again)).length === 1)
    await forward(35)
    await until(scene.state, (now) => now === wronglyFinalized)
    await scene.act({ action: 'plug', port: 1 })
    await scene.finalize()
    await forward(100)
    await until(scene.state, (now) => now === finalizedSync)
    await untilTrue(async () => (await scene.seen(scene.technician)).pdf_file_id !== null)
  })
})
