import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnWidths } from './paper-table.ts'

test('columns are as wide as their cells, else as their words, else as a part of them', () => {
  const words = () => [60, 20]
  assert.deepEqual(columnWidths([60, 20], words, 100), [70, 30])
  // The words of 80 leave 20 for cells that ask 140 more.
  assert.deepEqual(columnWidths([60, 160], words, 100), [60, 40])
  assert.deepEqual(columnWidths([120, 80], words, 40), [30, 10])
})
