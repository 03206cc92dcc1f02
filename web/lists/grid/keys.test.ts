import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveFocus } from './keys.ts'

const size = { rows: 214, columns: 11, page: 18 }

test('rows: arrows, pages and both ends, never out of range', () => {
  assert.deepEqual(moveFocus('ArrowDown', { row: 0, column: -1 }, size), { row: 1, column: -1 })
  assert.deepEqual(moveFocus('ArrowUp', { row: 0, column: -1 }, size), { row: 0, column: -1 })
  assert.deepEqual(moveFocus('PageDown', { row: 200, column: 3 }, size), { row: 213, column: 3 })
  assert.deepEqual(moveFocus('PageUp', { row: 20, column: -1 }, size), { row: 2, column: -1 })
  assert.deepEqual(moveFocus('End', { row: 5, column: -1 }, size), { row: 213, column: -1 })
  assert.deepEqual(moveFocus('Home', { row: 99, column: -1 }, size), { row: 0, column: -1 })
})

test('right enters the cells, left returns to the row', () => {
  assert.deepEqual(moveFocus('ArrowRight', { row: 4, column: -1 }, size), { row: 4, column: 0 })
  assert.deepEqual(moveFocus('ArrowLeft', { row: 4, column: 0 }, size), { row: 4, column: -1 })
  assert.deepEqual(moveFocus('ArrowRight', { row: 4, column: 10 }, size), { row: 4, column: 10 })
  assert.equal(moveFocus('a', { row: 4, column: 0 }, size), null)
})
