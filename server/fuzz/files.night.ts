/** Table files at every call that takes one; `npm run fuzz` sends thousands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzFiles } from './files.ts'
import { startFuzzServer } from './fuzz.ts'

test('no file of a table makes the server fail, and no cell of one silently becomes another value', async (t) => {
  const started = await startFuzzServer()
  try {
    const { faults, statuses, compared } = await fuzzFiles(started, { files: 90, seed: 2026 })
    assert.deepEqual(faults.slice(0, 5), [])
    // Enough are accepted, and their values compared, to be meaningful.
    assert.ok((statuses[200] ?? 0) > 45, JSON.stringify(statuses))
    assert.ok(Object.values(compared).reduce((sum, one) => sum + one, 0) > 400, JSON.stringify(compared))
    t.diagnostic(JSON.stringify({ statuses, compared }))
  } finally {
    await started.server.close()
  }
})
