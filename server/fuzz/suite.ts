import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { fuzz, startFuzzServer } from './fuzz.ts'
import { growthAllowedMb, usedMb } from './memory.ts'

/**
 * Whatever is asked, an answer is one that its call declares.
 * @param mostNever calls that may have answered 200 to nothing that was drawn
 * @param memory true: nor is memory held, from the middle to the end
 */
export async function fuzzed(
  t: TestContext,
  { requests, mostNever, memory = false }: { requests: number; mostNever: number; memory?: boolean },
): Promise<void> {
  const started = await startFuzzServer()
  try {
    let warmMb = 0
    const each = (done: number) => {
      if (memory && done === requests / 2) warmMb = usedMb()
    }
    const { faults, requests: asked, statuses, never } = await fuzz(started, { requests, seed: 2026, each })
    assert.deepEqual(faults.slice(0, 5), [])
    assert.equal(asked, requests)
    // It gets past the checks often enough to mean something, and nearly everywhere. The last ones, one for each call, are
    // not drawn.
    const calls = Object.keys(contract).length
    assert.ok((statuses[200] ?? 0) - calls > (requests - calls) * 0.3, JSON.stringify(statuses))
    assert.ok(never.length <= mostNever, never.join())
    if (!memory) return
    const growthMb = usedMb() - warmMb
    assert.ok(warmMb > 0 && growthMb < growthAllowedMb, `${Math.round(growthMb)} MB more`)
    t.diagnostic(`memory: ${Math.round(growthMb)} MB more`)
  } finally {
    await started.server.close()
  }
}
