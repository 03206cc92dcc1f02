import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { startClosing, type Closing } from '../../test/closing-scene.ts'
import { until } from '../../test/poll.ts'

const { finalizedSync, finalizing, wronglyFinalized } = processState.is

describe('closing by the worker', () => {
  let closing: Closing
  before(async () => {
    closing = await startClosing({ jobs: true })
  })
  after(() => closing.close())

  it('waits, reads, reads dark neighbours twice, and goes on when the light is back', async () => {
    const scene = await closing.scene('alta')
    const state = async () => (await scene.row()).process_state
    const forward = (seconds: number) =>
      closing.server.call('demo/plant/clock', { advance_s: seconds }, { session: scene.technician })
    await scene.act({ action: 'unplug', port: 1 })
    await scene.finalize()
    assert.equal(await state(), finalizing)
    await forward(65)
    await until(
      () => closing.rows(`select 1 from graphile_worker._private_jobs where payload->>'again' = 'true'`),
      (jobs) => jobs.length === 1,
    )
    await forward(35)
    await until(state, (now) => now === wronglyFinalized)
    await scene.act({ action: 'plug', port: 1 })
    await scene.finalize()
    await forward(100)
    await until(state, (now) => now === finalizedSync)
    await until(
      async () => (await scene.seen(scene.technician)).pdf_file_id,
      (file) => file !== null,
    )
  })
})
