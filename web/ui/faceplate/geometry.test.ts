import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geometry, numberAt, threadPaths, type BoxSize, type FaceplateSize } from './geometry.ts'

const sizes: FaceplateSize[] = ['large', 'small', 'phone']
const boxes: [BoxSize, number, number][] = [
  [4, 4, 1],
  [8, 8, 1],
  [16, 8, 2],
  [24, 8, 3],
  [32, 8, 4],
]

test('a box has columns of eight, the smallest one of four', () => {
  for (const size of sizes) {
    for (const [total, columns, rows] of boxes) {
      const g = geometry(total, size)
      assert.deepEqual([g.columns, g.rows, g.places.length], [columns, rows, total])
    }
  }
})

test('every port lies inside the housing and overlaps no other', () => {
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

/** Points of a path of M, C and V, close to each other. */
function pointsOf(path: string): [x: number, y: number][] {
  const points: [number, number][] = []
  for (const [, act = '', list = ''] of path.matchAll(/([MCV])([^MCV]*)/g)) {
    const n = list.trim().split(/[\s,]+/).map(Number) // prettier-ignore
    const [x, y] = points.at(-1) ?? [0, 0]
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n
    if (act === 'M') points.push([a, b])
    else
      for (let part = 1; part <= 60; part++) {
        const [t, s] = [part / 60, 1 - part / 60]
        const bent = (from: number, one: number, two: number, to: number) =>
          s ** 3 * from + 3 * s * s * t * one + 3 * s * t * t * two + t ** 3 * to
        points.push(act === 'V' ? [x, y + (a - y) * t] : [bent(x, a, c, e), bent(y, b, d, f)])
      }
  }
  return points
}

test('no thread crosses the number of a port', () => {
  const { x: end, y } = numberAt.large
  for (const [total] of boxes) {
    const g = geometry(total, 'large')
    const lines = threadPaths(g).map(pointsOf)
    for (const [index, place] of g.places.entries()) {
      // Figures of 12 px, bold.
      const [right, left] = [place.x + end, place.x + end - 8.2 * String(index + 1).length]
      const [low, high] = [place.y + y(), place.y + y() - 8.8]
      const crossing = lines.findIndex((line) =>
        line.some(([px, py]) => px > left - 1 && px < right + 1 && py > high && py < low),
      )
      assert.equal(crossing, -1, `thread ${crossing + 1} over number ${index + 1} of ${total}`)
    }
  }
})
