import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLabels, type Mark } from './compare-labels.ts'

/** Differing characters in brackets. */
const written = (marks: readonly Mark[]) => marks.map(({ char, same }) => (same ? char : `[${char}]`)).join('')
const compared = (read: string, expected: string) => {
  const { read: a, expected: b, same } = compareLabels(read, expected)
  return [written(a), written(b), same]
}

test('only differing characters are marked', () => {
  assert.deepEqual(compared('VAL01-0312-07', 'VAL01-0312-07'), ['VAL01-0312-07', 'VAL01-0312-07', true])
  assert.deepEqual(compared(' val01-0312-07', 'VAL01-0312-07'), ['VAL01-0312-07', 'VAL01-0312-07', true])
  assert.deepEqual(compared('VAL01-0312-01', 'VAL01-0312-07'), ['VAL01-0312-0[1]', 'VAL01-0312-0[7]', false])
  assert.deepEqual(compared('VAL01-0321-07', 'VAL01-0312-07'), ['VAL01-03[2][1]-07', 'VAL01-03[1][2]-07', false])
})

test('a missing or extra character does not mark the characters after it', () => {
  assert.deepEqual(compared('VAL01-312-07', 'VAL01-0312-07'), ['VAL01-312-07', 'VAL01-[0]312-07', false])
  assert.deepEqual(compared('VAL01-03312-07', 'VAL01-0312-07')[1], 'VAL01-0312-07')
  assert.deepEqual(compared('', 'D28'), ['', '[D][2][8]', false])
})
