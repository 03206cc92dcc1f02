import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz, startFuzzServer } from './fuzz.ts'
import { growthAllowedMb, usedMb } from './memory.ts'

test('S31 S46 S52 twenty thousand requests from the description of the API find no failure and nothing undeclared, and hold no memory', async (t) => {
  const started = await startFuzzServer()
  try {
    let warmMb = 0
    const each = (done: number) => {
      if (done === 10_000) warmMb = usedMb()
    }
    const { faults, requests, statuses, never } = await fuzz(started, { requests: 20_000, seed: 2026, each })
    assert.deepEqual(faults.slice(0, 5), [])
    assert.equal(requests, 20_000)
    // It gets past the checks often enough to mean something, and nearly everywhere.
    assert.ok((statuses[200] ?? 0) > 6000, JSON.stringify(statuses))
    assert.ok(never.length < 8, never.join())
    const growthMb = usedMb() - warmMb
    assert.ok(warmMb > 0 && growthMb < growthAllowedMb, `${Math.round(growthMb)} MB more`)
    t.diagnostic(`memory: ${Math.round(growthMb)} MB more`)
  } finally {
    await started.server.close()
  }
})
