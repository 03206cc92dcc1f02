import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fit, clampView, most, moved, turned, whole, zoomed } from './stage.ts'

const stage = { width: 800, height: 600 }
const picture = { width: 1600, height: 800 }

test('the whole picture is in sight, also when it lies on its side', () => {
  assert.equal(fit(stage, picture, 0), 0.5)
  assert.equal(fit(stage, picture, 1), 0.375)
})

test('what lies under the pointer stays there', () => {
  const at = { x: 120, y: -40 }
  const before = moved(zoomed(whole, 2), 30, 10)
  const after = zoomed(before, 1.5, at)
  const under = (view: typeof before) =>
    [(at.x - view.x) / view.zoom, (at.y - view.y) / view.zoom].map((n) => n.toFixed(6))
  assert.deepEqual(under(after), under(before))
})

test('it is never smaller than whole, larger than the most, nor out of sight', () => {
  assert.equal(zoomed(whole, 0.1).zoom, 1)
  assert.equal(zoomed(whole, 1000).zoom, most)
  assert.deepEqual(clampView(moved(whole, 500, 500), stage, picture), whole)
  const dragged = clampView(moved(zoomed(whole, 2), 5000, -5000), stage, picture)
  assert.deepEqual(dragged, { zoom: 2, x: 400, y: -100, turns: 0 })
})

test('four quarters are a whole turn', () => {
  const from = moved(zoomed(whole, 3), 12, 34)
  assert.deepEqual(turned(turned(turned(turned(from)))), from)
})
