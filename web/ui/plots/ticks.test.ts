import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ticksUpTo } from './ticks.ts'

test('ticks are round and reach the highest bar', () => {
  assert.deepEqual(ticksUpTo(304), [0, 100, 200, 300, 400])
  assert.deepEqual(ticksUpTo(16), [0, 5, 10, 15, 20])
  assert.deepEqual(ticksUpTo(1), [0, 1])
  assert.deepEqual(ticksUpTo(3), [0, 1, 2, 3])
  for (let most = 1; most < 3000; most += 7) {
    const ticks = ticksUpTo(most)
    assert.ok((ticks.at(-1) ?? 0) >= most, String(most))
    assert.ok(ticks.length <= 6, `${most}: ${ticks.join()}`)
  }
})
