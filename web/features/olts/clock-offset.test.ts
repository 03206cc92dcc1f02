import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offsetLength, offsetText } from './clock-offset.ts'

const plain = (shown: string | null) => shown?.replaceAll('\u00a0', ' ')

test('the offset of a clock has its sign, tenths below a minute, and larger units above', () => {
  assert.equal(plain(offsetText(2500)), '+2,5 s')
  assert.equal(plain(offsetText(-1040)), '−1,0 s')
  assert.equal(plain(offsetText(-59_960)), '−1 min')
  assert.equal(plain(offsetText(3_700_000)), '+1 h 1 min')
  assert.equal(offsetText(null), null)
  assert.equal(plain(offsetLength(-2500)), '2,5 s')
})
