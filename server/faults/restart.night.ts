/** An orderly restart of the database during calls. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { killDatabase } from '../test/crash.ts'

it('F3 calls answer 503 or succeed while the database is restarted, and repeated ones happen once', async () => {
  const { statuses } = await killDatabase(1, 'SIGINT')
  assert.deepEqual(statuses, [200, 503])
})
