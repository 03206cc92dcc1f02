import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureText, numberOf } from './figures.ts'

test('figures are read in the forms people write', () => {
  for (const [written, value] of [
    ['−24,5', -24.5],
    ['-24.5', -24.5],
    [' 12 ', 12],
    ['', null],
    ['doce', null],
    ['1e3', null],
    ['1,2,3', null],
  ] as const)
    assert.equal(numberOf(written), value, written)
  assert.equal(figureText(-24.5), '−24,5')
  assert.equal(figureText(null), '')
})
