import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxSelected, noRows, extendSelection, toggleRow, addRows } from './selected-rows.ts'

const idAt = (index: number) => (index < 500 ? index + 1000 : undefined)
const ids = (choice: { ids: ReadonlySet<number> }) => [...choice.ids]

test('a row is selected and deselected by its id', () => {
  const one = toggleRow(noRows, 3, 1003)
  assert.deepEqual(ids(one), [1003])
  assert.deepEqual(ids(toggleRow(one, 3, 1003)), [])
})

test('a range reaches from the last pressed row, in both directions', () => {
  const from = toggleRow(noRows, 5, 1005)
  assert.deepEqual(ids(extendSelection(from, 8, idAt)), [1005, 1006, 1007, 1008])
  assert.deepEqual(ids(extendSelection(from, 3, idAt)).sort(), [1003, 1004, 1005])
})

test('a range from a row that has moved selects its end only', () => {
  const from = toggleRow(noRows, 5, 77)
  assert.deepEqual(ids(extendSelection(from, 8, idAt)), [77, 1008])
})

test('no more rows are selected than one call accepts', () => {
  const many = extendSelection(toggleRow(noRows, 0, 1000), 400, idAt)
  assert.equal(many.ids.size, maxSelected)
  assert.equal(addRows(many, [1]).ids.has(1), false)
})
