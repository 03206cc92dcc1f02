import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killDatabase, killServer } from '../test/crash.ts'

test('F2 the database killed under load loses nothing confirmed and is back in seconds', async () => {
  assert.ok((await killDatabase(1)) < 30_000)
})

test('F1 the server killed under load loses nothing confirmed and starts again beside its database', async () => {
  assert.ok((await killServer(1)) < 30_000)
})
