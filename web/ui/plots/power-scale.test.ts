import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectOf, gridLevels, curveSegments, scaleOf, type Reading } from './power-scale.ts'

const hour = 3_600_000
const now = Date.parse('2026-11-20T12:00:00.000Z')
const usual = { middle: -20, sigma: 0.1 }
const readings = (values: readonly (number | null)[]): Reading[] =>
  values.map((rx_dbm, n) => ({ at: new Date(now - (values.length - 1 - n) * hour).toISOString(), rx_dbm }))

test('the scale includes every reading and the baseline band, in even steps', () => {
  const scale = scaleOf(readings([-19.9, -20.1, -23.8]), usual, 30, now)
  assert.deepEqual([scale.high, scale.low, scale.to - scale.from], [-18, -26, 30 * 24 * hour])
  assert.deepEqual(gridLevels(scale), [-18, -20, -22, -24, -26])
  const empty = scaleOf([], null, 1, now)
  assert.ok(empty.high > empty.low && gridLevels(empty).length >= 4)
})

test('the curve is broken where there was no light or no reading', () => {
  const series = readings([-20, -20, null, -20, -20])
  const scale = scaleOf(series, usual, 1, now)
  const lengths = curveSegments(series, scale).map((part) => part.length)
  assert.deepEqual(lengths, [2, 2])
  const [first = { at: '', rx_dbm: null }, ...rest] = readings([-20, -20, -20, -20, -20, -20])
  assert.equal(curveSegments([first, ...rest.slice(4)], scale).length, 2)
  const old = { at: new Date(now - 40 * hour).toISOString(), rx_dbm: -20 }
  assert.equal(curveSegments([old], scale).length, 0)
})

test("an intervention's effect is reported with its size and duration, noise is not", () => {
  const series = readings([-20, -20.1, -21.4, -21.3, -21.3, -20, -20])
  const at = now - 6 * hour
  const effect = effectOf(at, series, usual)
  assert.ok(effect && Math.abs(effect.db + 1.33) < 0.01 && effect.hours === 3)
  assert.equal(effectOf(at, readings([-20, -20.2, -19.9]), usual), null)
  assert.equal(effectOf(now - 50 * hour, series, usual), null, 'too long before')
  assert.equal(effectOf(at, series, null), null)
})
