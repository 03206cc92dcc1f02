import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNewer } from './newer-version.ts'

test('versions compare number by number', () => {
  for (const [one, other] of [
    ['1.0.20', '1.0.19'],
    ['1.0.100', '1.0.19'],
    ['1.1', '1.0.19'],
    ['2', '1.9.9'],
    ['1.0.19.1', '1.0.19'],
  ] as const) {
    assert.ok(isNewer(one, other), one)
    assert.ok(!isNewer(other, one), one)
  }
  assert.ok(!isNewer('1.0.19', '1.0.19'))
  assert.ok(!isNewer('1.0', '1.0.0') && !isNewer('1.0.0', '1.0'))
})
