import assert from 'node:assert/strict'
import { test } from 'node:test'
import { better, timeBy } from './offset.ts'

const year = 365 * 86_400_000

test('of two estimates the one of the quicker answer counts', () => {
  const quick = { ms: 900, told: 10_000 }
  assert.deepEqual(better(null, quick), quick)
  assert.deepEqual(better(quick, { ms: 400, told: 20_000 }), { ms: 900, told: 20_000 })
  assert.deepEqual(better({ ms: 400, told: 1 }, quick), quick)
})

test('a clock that was set is followed at once, forwards and back', () => {
  for (const ms of [3 * year, -3 * year]) assert.deepEqual(better({ ms: 0, told: 1 }, { ms, told: 2 }), { ms, told: 2 })
})

test('the time is the server’s, and never before what it told', () => {
  assert.equal(timeBy(null, 500), 500)
  assert.equal(timeBy({ ms: -3 * year, told: 0 }, 4 * year), year)
  assert.equal(timeBy({ ms: 0, told: 2 * year }, year), 2 * year, 'the clock was put back without coverage')
})
