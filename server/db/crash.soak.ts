import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killDatabase, killServer, restartMs } from '../test/crash.ts'

const rounds = 20

test(`the database killed ${rounds} times under load`, async (t) => {
  const { byItself, together } = await killDatabase(rounds)
  t.diagnostic(`longest without answers ${byItself.toFixed(0)} ms, with the server ${together.toFixed(0)} ms`)
  // Together with the server the dead postmaster is reaped by the system only, and PostgreSQL waits for that: not
  // limited here.
  assert.ok(byItself < restartMs, `${byItself} ms`)
})

test(`the server killed ${rounds} times under load`, async (t) => {
  const longest = await killServer(rounds)
  t.diagnostic(`longest start ${longest.toFixed(0)} ms`)
  assert.ok(longest < restartMs, `${longest} ms`)
})
