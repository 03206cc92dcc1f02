import assert from 'node:assert/strict'
import { test } from 'node:test'
import { betterOffset, serverTimeBy } from './offset.ts'

const year = 365 * 86_400_000

test('of two estimates, the one with the smaller latency counts', () => {
  const quick = { ms: 900, told: 10_000 }
  assert.deepEqual(betterOffset(null, quick), quick)
  assert.deepEqual(betterOffset(quick, { ms: 400, told: 20_000 }), { ms: 900, told: 20_000 })
  assert.deepEqual(betterOffset({ ms: 400, told: 1 }, quick), quick)
})

test('a clock change is followed at once, forwards and backwards', () => {
  for (const ms of [3 * year, -3 * year])
    assert.deepEqual(betterOffset({ ms: 0, told: 1 }, { ms, told: 2 }), { ms, told: 2 })
})

test('the time is the server’s, and never before one already received', () => {
  assert.equal(serverTimeBy(null, 500), 500)
  assert.equal(serverTimeBy({ ms: -3 * year, told: 0 }, 4 * year), year)
  assert.equal(serverTimeBy({ ms: 0, told: 2 * year }, year), 2 * year, 'the clock was put back without coverage')
})
