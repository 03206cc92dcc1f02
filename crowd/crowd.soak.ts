/** The crowd at its full size: 500 devices, a day of 20,000 operations and another of 100,000. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { it } from 'node:test'
import { plans } from './plan.ts'
import { runCrowd } from './run.ts'

for (const [least, each] of [
  [20_000, 42],
  [100_000, 212],
] as const) {
  it(`F10 F11 500 devices and ${least} operations: every effect is there once`, async (t) => {
    const seed = Date.now() % 2 ** 31
    t.diagnostic(`seed ${seed}`)
    const day = async (plan: Parameters<typeof runCrowd>[0]) => {
      const { codes, ...found } = await runCrowd(plan)
      t.diagnostic(JSON.stringify({ ...found, ...Object.fromEntries(codes) }))
      assert.ok(found.operations >= least, `${found.operations} operations`)
    }
    await fc.assert(fc.asyncProperty(plans(500, each), day), { numRuns: 1, seed, endOnFailure: true })
  })
}
