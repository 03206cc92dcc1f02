import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureText, isoOf, localText, numberOf } from './figures.ts'

test('figures are read as people write them', () => {
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

test('a moment goes into a field and comes out the same to the minute', () => {
  const iso = '2026-11-20T14:48:00.000Z'
  assert.equal(isoOf(localText(iso)), iso)
  assert.equal(isoOf(''), null)
  assert.equal(isoOf('mañana'), null)
  assert.equal(localText(null), '')
})
