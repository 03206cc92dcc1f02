import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geometry, threadPaths, type BoxSize, type FaceplateSize } from './geometry.ts'

const sizes: FaceplateSize[] = ['large', 'small', 'phone']
const boxes: [BoxSize, number, number][] = [
  [4, 4, 1],
  [8, 8, 1],
  [16, 8, 2],
  [24, 8, 3],
  [32, 8, 4],
]

test('boxes have columns of eight, the smallest one four', () => {
  for (const size of sizes) {
    for (const [total, columns, rows] of boxes) {
      const g = geometry(total, size)
      assert.deepEqual([g.columns, g.rows, g.places.length], [columns, rows, total])
    }
  }
})

test('every port lies inside the housing and touches no other', () => {
  for (const size of sizes) {
    for (const [total] of boxes) {
      const g = geometry(total, size)
      assert.ok(g.pitch > g.portWidth)
      assert.ok(g.rows === 1 || g.rowPitch > g.portHeight + 30)
      for (const { x, y } of g.places) {
        assert.ok(x - g.portWidth / 2 > 4 && x + g.portWidth / 2 < g.width - 4)
        assert.ok(y - g.portHeight / 2 > 0 && y + g.portHeight / 2 < g.height - 24)
      }
    }
  }
})

test('ports are numbered left to right, then down', () => {
  const { places } = geometry(24, 'large')
  assert.deepEqual([places[8]?.column, places[8]?.row], [0, 1])
  assert.deepEqual([places[23]?.column, places[23]?.row], [7, 2])
})

test('phone columns are 48 px wide at 390 px', () => {
  const g = geometry(16, 'phone')
  assert.ok(Math.abs(g.outer[0] - 390) < 2)
  assert.ok(g.pitch >= 48)
})

test('each port has its thread; the small size has none', () => {
  assert.equal(threadPaths(geometry(32, 'large')).length, 32)
  assert.equal(threadPaths(geometry(16, 'small')).length, 0)
})

test('a thread ends at the middle of its key', () => {
  const g = geometry(16, 'large')
  const path = threadPaths(g)[11] ?? ''
  const end = path.match(/ ([\d.]+) [\d.]+V([\d.]+)$/)
  assert.equal(Number(end?.[1]), Math.round((g.places[11]?.x ?? 0) * 10) / 10)
  assert.ok(Number(end?.[2]) < (g.places[11]?.y ?? 0) - 17)
})
