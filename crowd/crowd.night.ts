/** Devices that repeat, reorder and lose requests: every effect happens once. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { it } from 'node:test'
import { plans } from './plan.ts'
import { runCrowd } from './run.ts'

/** As much of the day as fits; the soak test runs all of it. */
const seconds = 25

it('F10 F11 whatever devices repeat, reorder and lose, every effect happens once', async (t) => {
  const day = async (plan: Parameters<typeof runCrowd>[0]) => {
    const { codes, ...found } = await runCrowd(plan, seconds)
    t.diagnostic(JSON.stringify({ ...found, ...Object.fromEntries(codes) }))
    assert.ok(
      found.done > found.operations / 2 && found.operations > 50 && found.refused > 0 && found.closed > 0,
      'a day on which something happens',
    )
  }
  await fc.assert(fc.asyncProperty(plans(200, 40), day), { numRuns: 1, seed: 10, endOnFailure: true })
})
