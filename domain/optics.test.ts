import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  budget,
  dropLossLevel,
  limits,
  opticClasses,
  pathLoss,
  plausiblePower,
  powerLevel,
  receivedPower,
  siblingLevel,
  splitRatios,
  splitterLoss,
  trafficLight,
  transceivers,
} from './optics.ts'
import type { OpticalPath } from './optics.ts'

const dbm = fc.double({ min: -45, max: 10, noNaN: true })
const rank = { ok: 0, aviso: 1, bloqueo: 2 }

test('the limits of class B+ and C+ are those of the industry', () => {
  assert.deepEqual(limits('cto_port', 'B+'), { high: -8, good: -22, low: -24 })
  assert.deepEqual(limits('ont', 'B+'), { high: -8, good: -24, low: -26 })
  assert.deepEqual(limits('ont', 'C+'), { high: -8, good: -26, low: -28 })
  assert.deepEqual(limits('olt', 'B+'), { high: -8, good: -26, low: -27.5 })
  assert.deepEqual(limits('olt', 'C+'), { high: -12, good: -29, low: -31 })
})

test('a reading exactly at a limit is on its good side', () => {
  const port = limits('cto_port', 'B+')
  const levelOf = (one: number) => powerLevel(one, port)
  assert.deepEqual([-22, -22.01, -24, -24.01, -8, -7.99].map(levelOf), 'ok aviso aviso bloqueo ok bloqueo'.split(' '))
  assert.equal(powerLevel(null, port), 'bloqueo')
  assert.deepEqual([1.5, 1.51, 3, 3.01].map(dropLossLevel), ['ok', 'aviso', 'aviso', 'bloqueo'])
  const beside = (one: number) => siblingLevel(one, -20)
  assert.deepEqual([-20, -23.1, -25.1, -16].map(beside), ['ok', 'aviso', 'bloqueo', 'aviso'])
})

test("limits lie within the receiver's range, and more loss is never rated better", () => {
  for (const name of opticClasses) {
    assert.ok(limits('ont', name).low > transceivers[name].ontRx[0], name)
    assert.ok(limits('olt', name).low > transceivers[name].oltRx[0], name)
    assert.ok(budget(name) >= 28, name)
  }
  fc.assert(
    fc.property(fc.constantFrom(...opticClasses), dbm, dbm, (name, a, b) => {
      const ont = limits('ont', name)
      const [strong, weak] = [Math.min(Math.max(a, b), ont.high), Math.min(a, b, ont.high)]
      assert.ok(rank[powerLevel(weak, ont)] >= rank[powerLevel(strong, ont)])
    }),
  )
})

test('splitters lose more the more they split', () => {
  for (const [at, ratio] of splitRatios.entries()) {
    const { usual, max } = splitterLoss[ratio]
    assert.ok(usual[0] < usual[1] && usual[1] <= max)
    const previous = splitRatios[at - 1]
    if (previous) assert.ok(usual[0] > splitterLoss[previous].max - 1)
  }
})

test('an impossible power is no reading', () => {
  for (const none of [null, undefined, Number.NaN, -80, 11]) assert.equal(plausiblePower(none), null)
  assert.deepEqual([-45, -20.126].map(plausiblePower), [-45, -20.13])
})

test('the port light distinguishes dark from switched off', () => {
  assert.equal(trafficLight('online', -20), 'ok')
  assert.equal(trafficLight('online', -26.01), 'weak')
  assert.equal(trafficLight('los', null), 'dark')
  assert.equal(trafficLight('dying_gasp', null), 'off')
  assert.equal(trafficLight('admin_down', null), 'off')
  assert.equal(trafficLight('offline', null), 'unknown')
  assert.equal(trafficLight('unknown', null), 'unknown')
})

test('a typical customer of class B+ receives about −19.7 dBm', () => {
  const path: OpticalPath = { splitters: 20.5, connectors: 1.25, splices: 0.2, faults: 0, metres: 2500 }
  assert.equal(pathLoss(path, 1490).toFixed(3), '22.575')
  assert.equal(receivedPower(3, path, 1490), -19.57)
  assert.ok(receivedPower(2.3, path, 1310) < receivedPower(2.3, path, 1490))
})
