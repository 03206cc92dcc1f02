import assert from 'node:assert/strict'
import { test } from 'node:test'
import { most, nothing, reached, toggled, withMore } from './choice.ts'

const idAt = (index: number) => (index < 500 ? index + 1000 : undefined)
const ids = (choice: { ids: ReadonlySet<number> }) => [...choice.ids]

test('a row is chosen and let go by its id', () => {
  const one = toggled(nothing, 3, 1003)
  assert.deepEqual(ids(one), [1003])
  assert.deepEqual(ids(toggled(one, 3, 1003)), [])
})

test('a range reaches from the last pressed row, in both directions', () => {
  const from = toggled(nothing, 5, 1005)
  assert.deepEqual(ids(reached(from, 8, idAt)), [1005, 1006, 1007, 1008])
  assert.deepEqual(ids(reached(from, 3, idAt)).sort(), [1003, 1004, 1005])
})

test('a range from a row that has moved takes its end alone', () => {
  const from = toggled(nothing, 5, 77)
  assert.deepEqual(ids(reached(from, 8, idAt)), [77, 1008])
})

test('no more are chosen than one call takes', () => {
  const many = reached(toggled(nothing, 0, 1000), 400, idAt)
  assert.equal(many.ids.size, most)
  assert.equal(withMore(many, [1]).ids.has(1), false)
})
