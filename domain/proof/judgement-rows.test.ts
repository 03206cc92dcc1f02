/** Trials of an outside examiner that once ended wrongly, as the judgement sees them. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, judged, lit, neighbour, silent, work } from '../test/scene.ts'
import { blames } from './judgement.ts'
import type { Evidence } from './evidence.ts'

const cut = (down = 10): Evidence[] => [lit(1), alarm('los', down), dark(29, 'los', down)]
const isBlamed = (finding: ReturnType<typeof found>) => blames(finding, 1)

test('row 1: off when the work opens, comes on during it, is then unplugged and left', () => {
  const one = found(boxOf([dark(1, 'dying_gasp', -90), alarm('up', 8), alarm('los', 12), dark(29, 'los', 12)]))
  assert.deepEqual([one.class, one.level, one.clean, isBlamed(one)], ['desconectado', 'bloqueo', false, true])
})
test('row 2: unplugged by his own operator’s technician, whatever position the work declares later', () => {
  const one = found(boxOf(neighbour(1, cut(), { vno_id: 1, worked: false })))
  assert.deepEqual([one.class, one.clean], ['desconectado', false])
})
test('row 3: the ONT is changed during the work, by its operator or by its customer', () => {
  const newcomers = [{ serial: 'NEW', at: at(15), distance_m: 1490, rx_dbm: -19.2, olt_rx_dbm: -21.1, port: 1 }]
  const ordered = found(boxOf(neighbour(1, cut(), { changes_ordered: [at(9)] }), { newcomers }))
  assert.deepEqual([ordered.class, ordered.changed, ordered.clean], ['igual', true, true])
  const own = [lit(1), dark(29, 'offline', 10)]
  const silently = found(boxOf(own, { newcomers: [{ ...newcomers[0]!, port: null }] }))
  assert.deepEqual([silently.class, silently.changed, isBlamed(silently)], ['igual', true, false])
})

/** Everybody else of the tree is dark from minute 10 to minute 15.5. */
function inTreeOutage(one: readonly Evidence[], lights = [1, 2, 3, 4, 5]) {
  const fell = [lit(1), alarm('los', 10.02), alarm('up', 15.5), backLit(29, 10.02, 15.5)]
  return boxOf(one, {
    onts: [neighbour(1, one), ...[2, 3, 4, 5].map((port) => neighbour(port, fell))],
    tree: { outside: lights.map(() => fell), restarts: [] },
  })
}
test('row 4: unplugged shortly before, or during, an outage of the tree, and dark after it', () => {
  const before = found(inTreeOutage(cut(9)))
  assert.deepEqual([before.class, isBlamed(before)], ['desconectado', true])
  const during = found(inTreeOutage(cut(10)))
  const told = [during.class, during.level, during.clean, isBlamed(during)]
  assert.deepEqual(told, ['no_concluyente', 'aviso', false, false])
})
test('row 5: the tree falls and returns before anybody counted it, alarms lost', () => {
  const fell = [lit(1), backLit(29, 10, 11)]
  const onts = [1, 2, 3, 4, 5].map((port) => neighbour(port, fell))
  const judgement = judged(boxOf(fell, { onts, tree: { outside: [fell, fell, fell], restarts: [] } }))
  assert.deepEqual([judgement.verdict, judgement.blame, judgement.clean], ['limpia', false, true])
})
test('row 6: the tree falls and nobody of it outside this box was lit', () => {
  const off = [dark(1, 'dying_gasp', -500), dark(29, 'dying_gasp', -500)]
  const fell = [lit(1), alarm('los', 10), alarm('up', 12), backLit(29, 10, 12)]
  const onts = [1, 2, 3, 4, 5].map((port) => neighbour(port, fell))
  const judgement = judged(boxOf(fell, { onts, tree: { outside: [off, off], restarts: [] } }))
  assert.ok(!judgement.findings.some((one) => blames(one, 1)))
  assert.deepEqual([judgement.verdict, judgement.clean], ['no_concluyente', false])
})
test('row 7: the OLT is silent at the opening, or the cut lies between the request and the first reading', () => {
  const silentThen = found(boxOf([silent(1), silent(5), dark(29, 'los', 8)]))
  assert.deepEqual([silentThen.class, silentThen.preexisting, isBlamed(silentThen)], ['desconectado', false, true])
  assert.equal(found(boxOf([dark(9, 'los', 4), dark(29, 'los', 4)])).class, 'desconectado')
})
test('row 8: two works of one technician are no doubt', () => {
  const one = found(boxOf(cut(), { works: [work(1, 0, null), work(2, -10, null, { technician_id: 1 })] }))
  assert.deepEqual([one.attribution?.shared, one.attribution?.technician_id, isBlamed(one)], [false, 1, true])
})
test('row 9: a cut that is over in a box of two operators blames neither', () => {
  const one = [lit(1), alarm('los', 10), alarm('up', 12), backLit(29, 10, 12)]
  const finding = found(boxOf(one, { works: [work(1, 0, null), work(2, 5, null, { vno_id: 2 })] }))
  assert.deepEqual([finding.class, finding.attribution?.shared, isBlamed(finding)], ['corte_recuperado', true, false])
})
test('row 10: after the closing: weakened, pulled and put back, or cut', () => {
  const works = [work(1, 0, 30)]
  const later = (evidence: Evidence[]) => found(boxOf([lit(1), lit(29), ...evidence], { works }), 45.2)
  assert.equal(later([lit(45, { rx_dbm: -26 })]).class, 'degradado')
  assert.equal(later([backLit(45, 32, 40)]).class, 'corte_recuperado')
  assert.equal(later([dark(45, 'los', 44)]).class, 'desconectado')
  for (const one of [[lit(45, { rx_dbm: -26 })], [backLit(45, 32, 40)], [dark(45, 'los', 44)]])
    assert.deepEqual([later(one).clean, isBlamed(later(one))], [false, true])
})
test('row 11: 4 dB lost is serious, and somebody answers for it', () => {
  const one = found(boxOf([lit(1), lit(29, { rx_dbm: -24, olt_rx_dbm: -26 })]))
  assert.deepEqual([one.class, one.level, one.delta_db, isBlamed(one)], ['degradado', 'bloqueo', -4, true])
})
test('row 12: 1.9 dB in each of three works', () => {
  const isClean = (before: number, after: number) =>
    found(boxOf([lit(1, { rx_dbm: before }), lit(29, { rx_dbm: after })])).clean
  assert.deepEqual([isClean(-20, -21.9), isClean(-21.9, -23.8), isClean(-23.8, -25.7)], [true, false, false])
})
test('row 13: cut one minute before the request', () => {
  const one = found(boxOf([alarm('los', -1), dark(1, 'los', -1), dark(29, 'los', -1)]))
  assert.deepEqual([one.class, one.clean, isBlamed(one)], ['no_concluyente', false, false])
})
test('row 14: a month with one bad day, then 4 dB', () => {
  const baseline = { median: -20, mad: 0.08 }
  assert.equal(found(boxOf(neighbour(1, [lit(1), lit(29, { rx_dbm: -24 })], { baseline }))).level, 'bloqueo')
})
test('row 15: a work that was given up before its first reading answers for its own time', () => {
  const works = [work(1, 0, 15, { control_to: at(15) }), work(2, -200, -170, { vno_id: 2, control_to: at(-170) })]
  const one = found(boxOf([silent(1), alarm('los', 10), dark(14.9, 'los', 10)], { works }), 15)
  assert.deepEqual([one.class, one.attribution?.works], ['desconectado', [1]])
})
test('row 16: 107 s without light are no touch', () => {
  const one = found(boxOf([lit(1), alarm('los', 10), alarm('up', 10 + 107 / 60), backLit(29, 10, 10 + 107 / 60)]))
  assert.deepEqual([one.class, one.level, one.clean, one.short_cuts], ['corte_recuperado', 'aviso', false, 0])
})
