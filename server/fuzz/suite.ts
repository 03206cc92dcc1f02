import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { fuzz, startFuzzServer } from './fuzz.ts'
import { growthAllowedMb, usedMb } from './memory.ts'

/**
 * Whatever is asked, an answer is one that its call declares, and no memory is held.
 * @param mostNever calls that may have answered 200 to nothing that was drawn
 */
export async function fuzzed(
  t: TestContext,
  { requests, mostNever }: { requests: number; mostNever: number },
): Promise<void> {
  const started = await startFuzzServer()
  try {
    let warmMb = 0
    const each = (done: number) => {
      if (done === requests / 2) warmMb = usedMb()
    }
    const { faults, requests: asked, statuses, never } = await fuzz(started, { requests, seed: 2026, each })
    assert.deepEqual(faults.slice(0, 5), [])
    assert.equal(asked, requests)
    // It gets past the checks often enough to mean something, and nearly everywhere.
    assert.ok((statuses[200] ?? 0) > requests * 0.3, JSON.stringify(statuses))
    assert.ok(never.length <= mostNever, never.join())
    const growthMb = usedMb() - warmMb
    assert.ok(warmMb > 0 && growthMb < growthAllowedMb, `${Math.round(growthMb)} MB more`)
    t.diagnostic(`memory: ${Math.round(growthMb)} MB more`)
  } finally {
    await started.server.close()
  }
}
