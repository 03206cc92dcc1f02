/** Devices that repeat, reorder and lose what they send: every effect is there once. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { it } from 'node:test'
import { plans } from './plan.ts'
import { runCrowd } from './run.ts'

/** As much of the day as fits: the whole of it is in the long tests. */
const seconds = 25

it('F10 F11 whatever a crowd of devices repeats, reorders and never hears of, every effect is there once', async (t) => {
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
