import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killDatabase, killServer } from '../test/crash.ts'

const rounds = 20

test(`the database killed ${rounds} times under load`, async (t) => {
  const longest = await killDatabase(rounds)
  t.diagnostic(`longest interruption ${longest.toFixed(0)} ms`)
  assert.ok(longest < 30_000)
})

test(`the server killed ${rounds} times under load`, async (t) => {
  const longest = await killServer(rounds)
  t.diagnostic(`longest start ${longest.toFixed(0)} ms`)
  assert.ok(longest < 30_000)
})
