import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placeDoubts, provinceOf, provinces, provincesAt, provincialCode } from './province.ts'
import { columnOf } from './test/columns.ts'

/** The provincial capitals, in the order of their codes. */
const capitals: readonly [lat: number, lon: number][] = [
  [42.847, -2.673], [38.994, -1.858], [38.345, -0.481], [36.834, -2.464], [40.656, -4.7], [38.878, -6.97],
  [39.57, 2.65], [41.385, 2.173], [42.344, -3.697], [39.476, -6.372], [36.527, -6.289], [39.986, -0.036],
  [38.986, -3.927], [37.888, -4.779], [43.371, -8.396], [40.07, -2.137], [41.979, 2.821], [37.177, -3.599],
  [40.633, -3.167], [43.318, -1.981], [37.261, -6.945], [42.136, -0.408], [37.78, -3.785], [42.599, -5.567],
  [41.617, 0.62], [42.466, -2.45], [43.012, -7.556], [40.417, -3.704], [36.721, -4.421], [37.992, -1.131],
  [42.812, -1.646], [42.336, -7.864], [43.361, -5.849], [42.01, -4.529], [28.124, -15.43], [42.431, -8.644],
  [40.97, -5.664], [28.464, -16.252], [43.462, -3.81], [40.943, -4.109], [37.389, -5.984], [41.764, -2.465],
  [41.119, 1.245], [40.344, -1.107], [39.858, -4.024], [39.47, -0.377], [41.652, -4.725], [43.263, -2.935],
  [41.503, -5.745], [41.649, -0.889], [35.889, -5.316], [35.292, -2.938],
] // prettier-ignore

test('each capital lies in its province, which its codes name', () => {
  assert.equal(capitals.length, provinces.length)
  for (const [at, [lat, lon]] of capitals.entries()) {
    const code = String(at + 1).padStart(2, '0')
    assert.ok(columnOf(provincesAt({ lat, lon }), 'code').includes(code), code)
    assert.equal(provinceOf(`${code}001`)?.code, code)
    const said = { lat, lon, postal_code: `${code}001`, ine_code: `${code}001`, province: provinces[at]?.names[0] }
    assert.deepEqual(placeDoubts(said), [])
  }
})

test('five digits are a code only within the 52 provinces', () => {
  fc.assert(
    fc.property(fc.nat(99_999), (number) => {
      const code = String(number).padStart(5, '0')
      const province = Math.floor(number / 1000)
      assert.equal(provincialCode.test(code), province >= 1 && province <= 52)
    }),
  )
})

test('a longitude without its minus is reported with the correction, anywhere in the west', () => {
  for (const [at, [lat, lon]] of capitals.entries()) {
    if (lon > -1) continue
    const ine_code = `${String(at + 1).padStart(2, '0')}001`
    assert.deepEqual(placeDoubts({ lat, lon: -lon, ine_code }), [
      { code: 'sign', column: 'lon', values: { guess: lon } },
    ])
    assert.deepEqual(columnOf(placeDoubts({ lat: lon, lon: lat, ine_code }), 'code'), ['swapped'])
  }
})
