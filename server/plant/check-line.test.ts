import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plausiblePower } from '@hilo/domain/optics.ts'
import { checkDetail, checkHistory } from './check-line.ts'

const good = {
  serial: 'HWTC1A2B3C4D',
  model: 'F@ST 5657',
  software: 'V5R020',
  profile: 'FTTH600',
  vlan: { s: 101, c: 7 },
  ethernet: 'up',
  session: 'down',
  uptimeS: 12,
  counters: { rxBytes: 1, txBytes: 2, bip: 3, fecCorrected: 4, fecUncorrected: 5 },
}
const at = new Date(Date.UTC(2026, 10, 20))
const exact = { offsetMs: 0, measuredAt: at, trusted: true, uptimeS: null, jumps: [] }

test('plausible values pass unchanged', () => {
  assert.deepEqual(checkDetail(good), good)
  const history = { points: [{ at, rxDbm: -19.5, oltRxDbm: null }], downs: [{ at, cause: 'los', upAt: null }] }
  assert.deepEqual(checkHistory(history, exact), history)
})

test('S42 impossible values become null', () => {
  const { counters } = good
  for (const bad of [-1, 1.5, NaN, '3', null]) {
    assert.equal(checkDetail({ ...good, uptimeS: bad }).uptimeS, null)
    // Each counter by itself: an OLT may lack single ones.
    assert.deepEqual(checkDetail({ ...good, counters: { ...counters, bip: bad } }).counters, { ...counters, bip: null })
  }
  for (const bad of ['', 'x'.repeat(65), 'a\nb', '\u202e', 7])
    assert.equal(checkDetail({ ...good, model: bad }).model, null)
  assert.deepEqual(checkDetail({ ...good, vlan: { s: 4095, c: 7 } }).vlan, { s: null, c: 7 })
  assert.equal(checkDetail({ ...good, ethernet: 'sideways' }).ethernet, null)
  const many = { points: Array.from({ length: 5000 }, () => ({ at, rxDbm: -80, oltRxDbm: 'x' })), downs: 'none' }
  const { points, downs } = checkHistory(many, exact)
  assert.ok(points.length === 744 && points.every(({ rxDbm, oltRxDbm }) => rxDbm === null && oltRxDbm === null))
  assert.deepEqual(downs, [])
  assert.deepEqual(checkHistory({ downs: [{ at, cause: 'storm', upAt: 'later' }, { at: 'then' }] }, exact).downs, [
    { at, cause: 'unknown', upAt: null },
  ])
})

test('a history is dated by the product, and undated where the clock of the OLT is not to be trusted', () => {
  const history = { points: [{ at, rxDbm: -19.5, oltRxDbm: null }], downs: [{ at, cause: 'los', upAt: null }] }
  const ahead = { ...exact, offsetMs: 3000 }
  assert.deepEqual(checkHistory(history, ahead).downs[0]?.at, new Date(at.getTime() - 3000))
  for (const clock of [null, { ...exact, trusted: false }])
    assert.deepEqual(checkHistory(history, clock), { points: history.points, downs: [] })
})

test('S42 any input gives a well-formed answer', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true }), fc.anything({ withDate: true }), (one, two) => {
      const detail = checkDetail({ serial: one, vlan: one, counters: one, uptimeS: one, model: two, profile: two })
      assert.ok(detail.uptimeS === null || Number.isInteger(detail.uptimeS))
      checkDetail(one)
      const { points } = checkHistory({ points: [one, { at, rxDbm: two }], downs: one }, exact)
      assert.ok(points.every(({ rxDbm }) => rxDbm === null || plausiblePower(rxDbm) === rxDbm))
      checkHistory(two, exact)
    }),
    { numRuns: 500 },
  )
})
