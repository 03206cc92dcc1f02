/** Signs that contradict each other: a clock set forward, a gasp beside a LOS, alarms in the wrong order. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, lit, neighbour } from '../test/scene.ts'

const second = 1 / 60

test('times: a fall dated an hour later, whose return the OLT dates in the future, is the fall known before', () => {
  const read = (down: number) =>
    found(boxOf([backLit(1, -42, -41), lit(20, { last_down_at: at(down), last_down_cause: 'los' }), lit(29)]))
  assert.deepEqual([read(18).class, read(18).cuts.length], ['igual', 0])
  assert.equal(read(19).class, 'corte_recuperado')
})

test('rule 7: an unordered ONT in the place of a customer who switched off, and then shows LOS, is in doubt', () => {
  const newcomer = { serial: 'NEW1', at: at(21), rx_dbm: -20, olt_rx_dbm: -22, distance_m: 1500, port: null }
  const after = (state: 'los' | 'dying_gasp') => {
    const gone = neighbour(1, [lit(1), alarm('dying_gasp', 12), dark(29, state, null)])
    const one = found(boxOf(gone, { newcomers: [newcomer] }))
    return [one.class, one.doubt, one.changed]
  }
  assert.deepEqual(after('los'), ['no_concluyente', 'disputed', false])
  assert.deepEqual(after('dying_gasp'), ['igual', null, true])
})

test('rule 5: an ONT of the box that has just come back, and keeps its light, shows that the tree has not fallen again', () => {
  const fell = [lit(1), alarm('los', 7), alarm('up', 20)]
  const outside = [[...fell, alarm('los', 20.1), dark(30, 'los', 20.1)]]
  const back = neighbour(1, [...fell, alarm('los', 60), alarm('up', 70), backLit(80, 60, 70)])
  const ranging = neighbour(2, [lit(1), alarm('los', 7), alarm('up', 22), backLit(80, 7, 22)])
  const one = found(boxOf([], { onts: [back, ranging], tree: { outside, restarts: [] } }), 81)
  assert.deepEqual([one.class, one.at], ['corte_recuperado', at(60)])
})

test('times: a LOS heard just after a return that ended no known darkness is over with it, once its light is read', () => {
  const heard = (up: number, los: number) => found(boxOf([lit(1), alarm('up', up), alarm('los', los), lit(29)]))
  assert.deepEqual([heard(5, 5 + second).class, heard(5, 5 + second).short_cuts], ['microcorte', 1])
  assert.equal(heard(5, 5 + 10 * second).class, 'corte_recuperado')
})

test('rule 10: a line that was weak before counts for a work that took 0.7 dB of it or more', () => {
  const before = { rx_dbm: -23.3, olt_rx_dbm: -25.3 }
  const stored = { at: at(-120), distance_m: 1500, ...before }
  const weak = (share: number) => {
    const evidence = [lit(1, before), lit(29, { rx_dbm: -23.3 - share, olt_rx_dbm: -25.3 - share })]
    return found(boxOf(neighbour(1, evidence, { last_known: stored }))).class
  }
  assert.deepEqual([weak(0.6), weak(0.7)], ['igual', 'degradado'])
})
