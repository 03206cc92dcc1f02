import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlurred, isDark, isPoor } from './picture.ts'
import { greyOf, measurePicture, fitWithin } from './picture-measures.ts'

const size = { width: 64, height: 64 }
const grey = (value: (x: number, y: number) => number) => ({
  ...size,
  data: Uint8Array.from({ length: 64 * 64 }, (_, at) => value(at % 64, Math.floor(at / 64))),
})

test('edges are sharp, slow changes are blurred', () => {
  const board = measurePicture(grey((x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? 40 : 210)))
  assert.ok(!isBlurred(board) && !isDark(board), JSON.stringify(board))
  const slope = measurePicture(grey((x, y) => x + y + 60))
  assert.ok(isBlurred(slope), JSON.stringify(slope))
  assert.equal(measurePicture(grey(() => 120)).sharpness, 0)
})

test('the mean luminance decides what is dark', () => {
  assert.equal(measurePicture(grey(() => 39)).brightness, 39)
  assert.ok(isDark(measurePicture(grey(() => 39))))
  assert.ok(!isDark(measurePicture(grey(() => 40))))
})

test('a picture without an interior has no edges', () => {
  assert.deepEqual(measurePicture({ data: new Uint8Array(), width: 0, height: 0 }), { sharpness: 0, brightness: 0 })
  assert.equal(measurePicture({ data: Uint8Array.of(1, 2), width: 2, height: 1 }).sharpness, 0)
})

test("grey is weighted by the eye's sensitivity", () => {
  const { data } = greyOf(Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255), 4, 1)
  assert.deepEqual([...data], [76, 150, 29, 255])
})

test('pictures are never scaled up, nor down to nothing', () => {
  assert.deepEqual(fitWithin(2048, { width: 4000, height: 3000 }), { width: 2048, height: 1536 })
  assert.deepEqual(fitWithin(2048, { width: 640, height: 480 }), { width: 640, height: 480 })
  assert.deepEqual(fitWithin(512, { width: 10_000, height: 2 }), { width: 512, height: 1 })
})

test('a position is poor if its accuracy is poor or missing', () => {
  assert.deepEqual([10, 50, 51, null, undefined].map(isPoor), [false, false, true, true, true])
})
