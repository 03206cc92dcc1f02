import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killDatabase, killServer, restartMs } from '../test/crash.ts'

/** Other tests keep the machine busy meanwhile: the promise itself is held to in the long run, with the machine to itself. */
const busy = 5

test('F2 the database killed under load loses nothing answered, does nothing twice and is back in seconds', async (t) => {
  const { byItself, together } = await killDatabase(3)
  t.diagnostic(`longest without answers ${byItself.toFixed(0)} ms, with the server ${together.toFixed(0)} ms`)
  // With the server nobody buries the dead postmaster until the system does, and PostgreSQL waits for that: not ours to bound.
  assert.ok(byItself < busy * restartMs, `${byItself} ms`)
})

test('F1 the server killed under load loses nothing confirmed and starts again beside its database', async (t) => {
  const longest = await killServer(3)
  t.diagnostic(`longest start ${longest.toFixed(0)} ms`)
  assert.ok(longest < busy * restartMs, `${longest} ms`)
})
