import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lightPath, type PathFacts } from './optical-path.ts'

const line: PathFacts = {
  opticClass: 'B+',
  txDbm: 3.1,
  ratio: '1:16',
  level: 2,
  feederM: 2800,
  dropM: 64,
  rxDbm: -20.14,
  beforeDbm: -20.1,
  end: null,
}
const kinds = (path: ReturnType<typeof lightPath>) => path.hops.map(({ kind }) => kind).join(' ')
const at = (path: ReturnType<typeof lightPath>, kind: string) => {
  const hop = path.hops.find((one) => one.kind === kind)
  assert.ok(hop, kind)
  return hop
}

test("from the OLT's transmit to the ONT's receive power, each hop taking its part", () => {
  const path = lightPath(line)
  assert.equal(kinds(path), 'olt pon splitter1 splitter2 port drop socket ont')
  assert.deepEqual([at(path, 'olt').dbm, at(path, 'ont').dbm, path.total], [3.1, -20.14, 23.24])
  assert.deepEqual([path.budget, path.margin, path.excess], [28.5, 5.26, null])
  assert.deepEqual([at(path, 'splitter1').ratio, at(path, 'splitter2').ratio], ['1:4', '1:16'])
  assert.ok(at(path, 'splitter2').loss > at(path, 'splitter1').loss)
  assert.ok(path.hops.every(({ lit }) => lit))
  const sums = path.hops.map(({ sum }) => sum)
  assert.ok(sums.every((sum, index) => index === 0 || sum >= sums[index - 1]!))
})

test('one splitter before the boxes is one hop', () => {
  const path = lightPath({ ...line, ratio: '1:64', level: 1 })
  assert.equal(kinds(path), 'olt pon splitter1 port drop socket ont')
  assert.equal(at(path, 'splitter1').ratio, '1:64')
})

test('behind a cut the earlier power is shown', () => {
  const dark = { ...line, rxDbm: null }
  const first = (end: PathFacts['end']) => lightPath({ ...dark, end }).hops.find(({ lit }) => !lit)?.kind
  const ends = ['drop', 'box', 'tree', 'ont', 'olt', 'unknown'] as const
  assert.deepEqual(ends.map(first), ['drop', 'splitter2', 'splitter1', 'ont', 'olt', 'olt'])
  assert.equal(lightPath({ ...dark, end: 'drop' }).hops.at(-1)?.dbm, -20.1)
  assert.equal(lightPath({ ...dark, ratio: '1:64', level: 1, end: 'box' }).hops.find(({ lit }) => !lit)?.kind, 'port')
})

test('a loss beyond the baseline is located behind the CTO', () => {
  const path = lightPath({ ...line, rxDbm: -26.1 })
  assert.equal(path.excess, 6)
  assert.equal(at(path, 'ont').dbm, -26.1)
  assert.equal(at(path, 'port').dbm, at(lightPath({ ...line, rxDbm: -20.1 }), 'port').dbm)
})

test('without any reading, typical losses are used', () => {
  const path = lightPath({ ...line, rxDbm: null, beforeDbm: null, end: 'unknown' })
  assert.deepEqual([path.total, path.margin], [null, null])
  const rx = at(path, 'ont').dbm ?? 0
  assert.ok(rx < -18 && rx > -24, String(rx))
})
