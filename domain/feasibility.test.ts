import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expectedRx, feasibilityOf, productsOf, canServe, type NearBox } from './feasibility.ts'
import { feasibilityResults } from './line-work.ts'
import { columnOf } from './test/columns.ts'

const box = (over: Partial<NearBox> = {}): NearBox => ({
  distanceM: 40,
  state: 1,
  freePorts: 3,
  conditions: [],
  ...over,
})
const full = { state: 2, freePorts: 0 }

test('results by the CTOs near a home', () => {
  const table: [NearBox[], string][] = [
    [[], 'sin_cobertura'],
    [[box()], 'factible'],
    [[box({ distanceM: null })], 'factible'],
    [[box({ distanceM: 151 })], 'factible_con_obra'],
    [[box({ distanceM: 150 })], 'factible'],
    [[box(full)], 'cto_copada'],
    [[box(full), box({ distanceM: 300 })], 'cto_copada'],
    [[box(full), box({ distanceM: 90 })], 'factible'],
    [[box({ conditions: [999] })], 'factible_con_obra'],
    [[box({ lacking: true })], 'factible_con_obra'],
    [[box({ conditions: [996] })], 'cto_copada'],
    [[box({ state: 3 })], 'cto_copada'],
    [[box({ state: 5, freePorts: 16 })], 'en_despliegue'],
    [[box({ state: 5, freePorts: 16 }), box(full)], 'cto_copada'],
    [[box({ ...full, distanceM: 300 })], 'sin_cobertura'],
    [[box({ state: 5, distanceM: 300 })], 'en_despliegue'],
  ]
  for (const [boxes, result] of table) assert.equal(feasibilityOf(boxes), result, JSON.stringify(boxes))
})

const anyBox = fc.record({
  distanceM: fc.option(fc.nat(500), { nil: null }),
  state: fc.constantFrom(1, 2, 3, 4, 5),
  freePorts: fc.nat(32),
  conditions: fc.subarray([996, 997, 998, 999]),
})

test('there is exactly one result, independent of the order of the CTOs, and feasible means that one CTO serves', () => {
  fc.assert(
    fc.property(fc.array(anyBox, { maxLength: 8 }), (boxes) => {
      const result = feasibilityOf(boxes)
      assert.ok(feasibilityResults.includes(result))
      assert.equal(feasibilityOf([...boxes].reverse()), result)
      assert.equal(result === 'factible', boxes.some(canServe))
      if (boxes.length > 0) assert.notEqual(feasibilityOf([...boxes, box()]), 'sin_cobertura')
    }),
  )
})

test('a longer path, or a higher split, gives less light; an unknown splitter gives no estimate', () => {
  const way = { txDbm: 3, ratio: '1:16', level: 2, feederM: 1200 }
  const rx = expectedRx(way, 60) ?? 0
  assert.ok(rx < -17 && rx > -22, String(rx))
  assert.ok((expectedRx({ ...way, feederM: 9000 }, 60) ?? 0) < rx)
  assert.ok((expectedRx({ ...way, level: 1 }, 60) ?? 0) > rx)
  assert.equal(expectedRx({ ...way, ratio: '1:5' }, 60), null)
})

test('ten gigabits only where the OLT has them, and no product without an OLT', () => {
  assert.deepEqual(columnOf(productsOf(['B+', 'C+']), 'code'), ['FTTH300', 'FTTH600', 'FTTH1000'])
  assert.equal(productsOf(['B+', 'N2']).length, 4)
  assert.deepEqual(productsOf([]), [])
})
