import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../test/harness.ts'
import { fuzz } from './fuzz.ts'

test('S46 S52 twenty thousand requests from the description of the API find no failure and nothing undocumented', async () => {
  const server = await startTestServer()
  try {
    const { faults, requests, statuses } = await fuzz(server, { requests: 20_000, seed: 2026 })
    assert.deepEqual(faults.slice(0, 5), [])
    assert.equal(requests, 20_000)
    // It gets past the checks often enough to mean something.
    assert.ok((statuses[200] ?? 0) > 3000, JSON.stringify(statuses))
  } finally {
    await server.close()
  }
})
