/** Processes that die while they close an intervention, at the named points. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { closedAfter } from './closed-after.ts'
import { startClosing, type Scene } from './closing-scene.ts'
import { dieAt } from './die-at.ts'

const { finalized, finalizedSync, finalizing } = processState.is

/** @param followUps points after the closing, each with its task */
export function closeCrashSuite(
  points: readonly string[],
  followUps: readonly (readonly [string, string])[] = [],
): void {
  describe('a process that dies while it closes an intervention', async () => {
    const closing = closedAfter(await startClosing())

    const die = async (point: string, task: string, scene: Scene): Promise<void> => {
      const [report] = await scene.rows<{ id: number }>('select id from quality_report where event_id = $1')
      await dieAt(closing.server, point, task, { event_id: scene.event.id, report_id: report?.id })
    }
    const whole = async (scene: Scene) => {
      await scene.run()
      assert.deepEqual(await scene.outcome(), [finalizedSync, undefined])
      const found = await scene.rows(
        `select (select count(*)::int from quality_report where event_id = $1) as reports,
           (select count(*)::int from neighbour_snapshot where event_id = $1 and phase = 'after') as snapshots,
           (select count(*)::int from access where port_id = $2) as accesses,
           (select count(*)::int from file where event_id = $1) as files,
           (select count(*)::int from notification where event_id = $1 and kind = 'event_finalized') as told`,
        scene.own?.id,
      )
      assert.deepEqual(found, [{ reports: 1, snapshots: 1, accesses: 1, files: 1, told: 1 }])
    }

    for (const point of points)
      it(`at close.${point}: nothing is half done, and the next run closes it once`, async () => {
        const scene = await closing.scene('alta')
        await scene.finalize()
        await closing.advance(70)
        await die(`close.${point}`, 'process.close', scene)
        assert.equal(await scene.state(), finalizing)
        await whole(scene)
      })

    for (const [point, task] of followUps)
      it(`at close.${point}: the follow-ups happen once`, async () => {
        const scene = await closing.scene('alta')
        await scene.finalize()
        await closing.advance(70)
        await closing.again('process.close', scene.event.id)
        assert.equal(await scene.state(), finalized)
        await die(`close.${point}`, task, scene)
        await whole(scene)
      })
  })
}
