/** Moments that alarms, readings and the OLT's memory tell differently. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, lit, neighbour, silent, work } from '../test/scene.ts'
import type { Evidence } from './evidence.ts'

const second = 1 / 60
/** Found dark, by an OLT that dates the return before this fall, and the fall itself or not. */
const darkSince = (minutes: number, down: number | null, up: number): Evidence =>
  Object.assign(dark(minutes, 'los', down), { last_up_at: at(up) })
const outside = (evidence: Evidence[]) => ({ tree: { outside: [1, 2, 3].map(() => evidence), restarts: [] } })

test('times: of a dark ONT the last return counts only beside the fall that followed it', () => {
  const one = found(boxOf([lit(1), darkSince(12, 10, -80), darkSince(30, null, 20)]), 31)
  assert.deepEqual([one.class, one.at, one.cuts.length], ['desconectado', at(10), 1])
})

test('times: a fall one hour after the last is a new one where its last return was heard at its time', () => {
  const one = [lit(-70), dark(-49, 'los', -50), alarm('up', 1), darkSince(29, 10, 1)]
  assert.equal(found(boxOf(one)).class, 'desconectado')
})

test('times: a fall dated an hour later is the same one, by its length as soon as its return is known', () => {
  const one = [dark(-49, 'los', -50), backLit(1, -50, -45), backLit(29, 10, 15)]
  assert.deepEqual([found(boxOf(one)).class, found(boxOf(one)).cuts.length], ['igual', 0])
})

test('times: a fall dated an hour later is the same one though its return is told ahead of the clock', () => {
  const one = [lit(-70), alarm('los', -50), alarm('up', -31), backLit(1, -50, -30.95), backLit(29, 10, 29)]
  assert.deepEqual([found(boxOf(one)).class, found(boxOf(one)).cuts.length], ['igual', 0])
})

test('times: found dark in the second of its return, or lit in that of its fall: the reading came first', () => {
  const back = [dark(1, 'los', -40), dark(20, 'los', -40), backLit(29, -40, 20 - second)]
  assert.equal(found(boxOf(back)).class, 'igual')
  const fell = [lit(1), lit(10), alarm('los', 10), darkSince(29, 10 - second, -80)]
  const one = found(boxOf(fell))
  assert.deepEqual([one.class, one.cuts.length], ['desconectado', 1])
})

test('times: a gasp that comes later than alarms come is not of the LOS that the OLT remembers', () => {
  const gasp = (seconds: number) =>
    found(boxOf([lit(1), alarm('dying_gasp', 10 + seconds * second), darkSince(12, 10, 9), darkSince(29, 10, 9)])).class
  assert.equal(gasp(9), 'desconectado')
  assert.equal(gasp(4), 'apagado')
})

test('times: of two returns after a fall in the dark the first, told late, ended the darkness before', () => {
  const one = [dark(1, 'offline', -300), alarm('los', 10), alarm('up', 10 + 2 * second), alarm('up', 11), lit(29)]
  const finding = found(boxOf(one))
  assert.deepEqual([finding.class, finding.longest_cut_ms], ['corte_recuperado', 60_000])
})

test('rule 5: whoever fell with his tree is excused though nobody saw its end', () => {
  const fall = (at: number) => [lit(1), alarm('los', at), silent(11), alarm('los', at + 15), alarm('up', 26), lit(29)]
  const box = boxOf([], { ...outside(fall(10)), onts: [neighbour(1, fall(10 + second))] })
  assert.equal(found(box).class, 'igual')
})

test('rule 5: an ONT that a reading finds dark may have fallen with a tree that was heard', () => {
  const found29 = [lit(5 - 5 * second), dark(12, 'los', null), alarm('up', 15), lit(29)]
  const tree = [lit(1), alarm('los', 5), alarm('up', 14), lit(29)]
  assert.equal(found(boxOf(found29, { ...outside(tree), onts: [neighbour(1, found29)] })).class, 'igual')
})

test('rule 5: heard to fall again long after its tree, it had come back from it', () => {
  const one = [lit(1), alarm('los', 5), silent(8), alarm('los', 20), alarm('up', 21), lit(29)]
  const tree = [lit(1), alarm('los', 5 + second), silent(8), lit(29)]
  const back = [lit(1), alarm('los', 5 + second), alarm('up', 7), lit(29)]
  const box = boxOf(one, { ...outside(tree), onts: [neighbour(1, one), neighbour(2, back)] })
  assert.equal(found(box).class, 'corte_recuperado')
})

test('rule 4: an ONT whose light nobody has seen since a LOS counts as dark at the request', () => {
  const one = [lit(-40), alarm('los', -20), silent(1), alarm('los', 15), alarm('up', 15 + 10 * second), lit(29)]
  const finding = found(boxOf(one))
  assert.deepEqual([finding.class, finding.doubt, finding.preexisting], ['no_concluyente', 'dark_before', true])
})

test('rule 7: found on another PON and never read in its place: a LOS that is only heard names nobody', () => {
  const one = [silent(1), alarm('los', 10), alarm('up', 12), lit(29, { elsewhere: true })]
  const finding = found(boxOf(one))
  assert.deepEqual([finding.class, finding.doubt], ['no_concluyente', 'dark_before'])
  assert.equal(found(boxOf([lit(1), ...one.slice(1)])).class, 'movido')
})

test('rule 8: a fall and its return told in the same second were held back: whoever worked since its last light is thought of', () => {
  const one = [lit(-20), silent(1), alarm('los', 20), alarm('up', 20 + 0.2 * second), lit(29, { elsewhere: true })]
  const works = [work(1, 0, null), work(2, -30, 10, { vno_id: 2, control_to: at(10) })]
  assert.deepEqual(found(boxOf(one, { works })).attribution?.works, [1, 2])
})

test('rule 5: back from one outage in the very second of the next, it fell with the others', () => {
  const one = [lit(1), silent(8), alarm('up', 12), alarm('los', 12 + second), alarm('up', 20), lit(29)]
  const tree = [lit(1), alarm('los', 12 - second), alarm('up', 20), lit(29)]
  assert.equal(found(boxOf(one, { ...outside(tree), onts: [neighbour(1, one)] })).class, 'igual')
})

test('rule 5: one hair that is heard to fall outside is not the tree of those that are found dark later', () => {
  const found12 = [lit(1), dark(20, 'los', null), lit(29)]
  const pulled = [lit(1), alarm('los', 5), alarm('up', 6), dark(20, 'los', null), lit(29)]
  const tree = { outside: [pulled, found12, found12], restarts: [] }
  const one = [lit(1), alarm('los', 8), dark(20, 'los', null), alarm('up', 27), lit(29)]
  assert.notEqual(found(boxOf([], { tree, onts: [neighbour(1, one), neighbour(2, found12)] })).class, 'igual')
})

test('rule 6: an alarm that came with those of its box that were held back fell with them', () => {
  const first = [lit(1), alarm('los', 11), alarm('up', 15)]
  const other = [...first, backLit(29, 10, 15)]
  const one = [...first, alarm('dying_gasp', 20), alarm('up', 21), backLit(29, 20, 21, 'dying_gasp')]
  const onts = [neighbour(1, one), neighbour(2, other), neighbour(3, other)]
  const finding = found(boxOf([], { onts }))
  assert.deepEqual([finding.class, finding.doubt], ['no_concluyente', 'box_feeder'])
})

test('times: a fall and its return that were held back do not last until a later return', () => {
  const one = [lit(1), alarm('los', 10), alarm('up', 10 + 0.2 * second), silent(12), alarm('up', 20), lit(29)]
  assert.equal(found(boxOf(one)).class, 'microcorte')
})
