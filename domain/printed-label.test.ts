import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestLabel, stretched, trusted, wordsOf } from './printed-label.ts'

const row = (text: string, confidence: number) => `5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t${confidence}\t${text}`

test('the label is the word of its form with the highest confidence', () => {
  const words = wordsOf(
    ['1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t', row('FTTH', 96), row('VAL01-0312-07', 91), row('5082-16', 40)].join('\n'),
  )
  assert.deepEqual(bestLabel(words), { text: 'VAL01-0312-07', confidence: 0.91 })
  assert.equal(bestLabel(wordsOf(row('28079', 99))), null)
  assert.equal(bestLabel(wordsOf('')), null)
})

test('only confident readings are accepted', () => {
  assert.ok(trusted({ text: 'VAL01-0312-07', confidence: 0.85 }))
  assert.ok(!trusted({ text: 'VAL01-0312-07', confidence: 0.84 }))
  assert.ok(!trusted(null))
})

test('a pale picture gets its contrast back', () => {
  const data = Uint8Array.from({ length: 100 }, (_, at) => 100 + Math.floor(at / 2))
  const wide = stretched({ data, width: 10, height: 10 }).data
  assert.deepEqual([Math.min(...wide), Math.max(...wide)], [0, 255])
  assert.deepEqual([...stretched({ data: Uint8Array.of(7, 7), width: 2, height: 1 }).data], [0, 0])
})
