import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSettingValue, mayChoose, settingIn, settingKeys, settings, limitsIn } from './settings.ts'

test('every default is valid and within the allowed bounds', () => {
  for (const key of settingKeys) {
    assert.ok(isSettingValue(key, settings[key].default), key)
    assert.ok(mayChoose(key, settings[key].default, settings[key].default), key)
  }
})

test('a value of the wrong kind is invalid', () => {
  const odd = fc.oneof(fc.string(), fc.constantFrom(null, undefined), fc.double({ noInteger: true }), fc.object())
  fc.assert(
    fc.property(fc.constantFrom(...settingKeys), odd, (key, value) => {
      if (settings[key].kind !== 'limits') assert.equal(isSettingValue(key, value), false)
    }),
  )
  for (const value of [
    {},
    { high: -8, good: -24 },
    { high: -30, good: -24, low: -26 },
    { high: -8, good: -27, low: -26 },
    { high: -8, good: -24, low: -26, more: 1 },
  ])
    assert.equal(isSettingValue('limits.ont.B+', value), false)
})

const anyLimits = fc
  .tuple(fc.integer({ min: -40, max: -9 }), fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 10 }))
  .map(([low, up, width]) => ({ low, good: low + up, high: low + up + width }))

test("an operator’s thresholds accept nothing that the neutral operator's would not", () => {
  fc.assert(
    fc.property(anyLimits, anyLimits, fc.integer({ min: -50, max: 10 }), (own, base, dbm) => {
      if (!mayChoose('limits.ont.C+', own, base)) return
      if (dbm <= own.high && dbm >= own.low) assert.ok(dbm <= base.high && dbm >= base.low)
    }),
  )
})

test('the direction of each rule', () => {
  assert.deepEqual([true, false].map((value) => mayChoose('degradation_blocks', value, true)), [true, false]) // prettier-ignore
  assert.deepEqual([true, false].map((value) => mayChoose('degraded_allowed', value, false)), [false, true]) // prettier-ignore
  assert.deepEqual([11, 12, 13].map((value) => mayChoose('deadline_h', value, 12)), [true, true, false]) // prettier-ignore
  assert.deepEqual([1, 2, 3].map((value) => mayChoose('open_events', value, 1, { max: 2 })), [true, true, false]) // prettier-ignore
  assert.equal(mayChoose('extra_pictures', ['report'], ['report', 'power']), false)
  assert.equal(mayChoose('extra_pictures', ['power', 'report'], ['report']), true)
  assert.equal(mayChoose('notify_operator', [], ['event_error']), true)
})

test('a set value takes precedence over the product’s default', () => {
  assert.equal(settingIn({}, 'open_events'), 1)
  assert.equal(settingIn({ open_events: 3 }, 'open_events'), 3)
  const own = { high: -9, good: -20, low: -22 }
  assert.deepEqual(limitsIn({ 'limits.olt.B+': own }, 'B+').olt, own)
  assert.deepEqual(limitsIn({ 'limits.olt.B+': own }, 'C+').olt, settings['limits.olt.C+'].default)
})
