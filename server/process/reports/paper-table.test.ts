import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnWidths } from './paper-table.ts'

test('columns are as wide as their cells, else as their words, else the longest words are broken', () => {
  const words = () => [60, 20]
  assert.deepEqual(columnWidths([60, 20], words, 100), [70, 30])
  // The words of 80 leave 20 for cells that ask 140 more.
  assert.deepEqual(columnWidths([60, 160], words, 100), [60, 40])
  assert.deepEqual(columnWidths([120, 80], words, 50), [30, 20])
  assert.deepEqual(
    columnWidths([900, 40, 900, 30], () => [900, 40, 500, 30], 270),
    [100, 40, 100, 30],
  )
})
