/** One test for each rule of the judgement of neighbours. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, judged, lit, neighbour, silent, work } from '../test/scene.ts'
import { blames } from './judgement.ts'
import type { Evidence } from './evidence.ts'

const cut = (down = 10): Evidence[] => [lit(1), alarm('los', down), dark(29, 'los', down)]
const verdictOn = (finding: ReturnType<typeof found>) => [finding.class, finding.doubt, finding.clean]

test('rule 1: watching starts at the request, before the first reading', () => {
  const one = found(boxOf([silent(1), dark(12, 'los', 4), dark(29, 'los', 4)]))
  assert.deepEqual(verdictOn(one), ['desconectado', null, false])
  assert.equal(blames(one, 1), true)
})

test('rule 2: only the position that was worked on at the request is left out', () => {
  const ports = (worked: boolean) => judged(boxOf(neighbour(1, cut(), { worked }))).findings.map(({ port }) => port)
  assert.deepEqual(ports(true), [2, 3, 4, 5])
  assert.deepEqual(ports(false), [1, 2, 3, 4, 5])
})

test('rule 3: who was dark at the request is protected from the moment he is seen lit', () => {
  const before = [dark(1, 'dying_gasp', -300), alarm('up', 5)]
  assert.equal(found(boxOf([...before, alarm('los', 10), dark(29, 'los', 10)])).class, 'desconectado')
  assert.equal(found(boxOf([...before, lit(6), lit(29, { rx_dbm: -24 })])).class, 'degradado')
  const unread = neighbour(1, [...before, lit(6), lit(29, { rx_dbm: -24 })], { last_known: null })
  assert.equal(found(boxOf(unread)).class, 'degradado')
})

test('rule 4: a LOS within half an hour before the request is in doubt, an earlier one is nobody’s', () => {
  const fellAt = (down: number) => [alarm('los', down), dark(1, 'los', down), dark(29, 'los', down)]
  assert.deepEqual(verdictOn(found(boxOf(fellAt(-10)))), ['no_concluyente', 'dark_before', false])
  assert.deepEqual(verdictOn(found(boxOf([dark(1, 'los', -40), dark(29, 'los', -40)]))), ['igual', null, true])
  assert.equal(found(boxOf([dark(1, 'dying_gasp', -10), dark(29, 'dying_gasp', -10)])).class, 'igual')
  const works = [work(1, 0, null), work(2, -50, -5, { control_to: at(-5) })]
  const box = boxOf([lit(-49), ...fellAt(-10)], { works })
  assert.equal(found(box).class, 'igual')
  assert.equal(blames(found(box, 30, 2), 2), true)
})

test('rule 4: under the controls of a closed work a fall is shared with whoever asks for the next work within half an hour', () => {
  const fall = [lit(-49), lit(-21), alarm('los', -10), dark(1, 'los', -10), dark(29, 'los', -10)]
  const after = (rest: object, to: number | null = -20) =>
    boxOf(fall, { works: [work(1, 0, null, rest), work(2, -50, to)] })
  const named = (box: ReturnType<typeof boxOf>) => {
    const { attribution } = found(box, 30, 2)
    return [attribution?.works, attribution?.shared, attribution?.technician_id, blames(found(box, 30, 2), 2)]
  }
  assert.deepEqual(named(after({ vno_id: 2 })), [[1, 2], true, null, false])
  assert.deepEqual(verdictOn(found(after({ vno_id: 2 }))), ['no_concluyente', 'dark_before', false])
  // A colleague: their operator is named, and neither of them.
  assert.deepEqual(named(after({})), [[1, 2], false, null, true])
  assert.deepEqual(verdictOn(found(after({}))), ['no_concluyente', 'dark_before', false])
  // Both works are the same technician’s.
  assert.deepEqual(named(after({ technician_id: 2 })), [[1, 2], false, 2, true])
  assert.equal(found(after({ technician_id: 2 })).class, 'igual')
  // In the very second of the request.
  const late = boxOf([lit(-49), alarm('los', -0.008), dark(1, 'los', -0.016)], { works: [work(1, 0, null)] })
  assert.deepEqual(verdictOn(found(late)), ['no_concluyente', 'dark_before', false])
  // The first work was still open, so the later request is no candidate.
  assert.deepEqual(named(after({ vno_id: 2 }, -5)), [[2], false, 2, true])
})
test('rule 4: a request later than half an hour after a fall is no candidate', () => {
  const fall = [lit(-99), lit(-61), alarm('los', -40), dark(1, 'los', -40), dark(29, 'los', -40)]
  const works = [work(1, 0, null, { vno_id: 2 }), work(2, -100, -60)]
  assert.deepEqual(found(boxOf(fall, { works }), 30, 2).attribution?.works, [2])
})

test('rule 4: found dark at the first reading by an OLT that does not tell since when', () => {
  const evidence = [dark(1, 'los', null), dark(29, 'los', null)]
  assert.deepEqual(verdictOn(found(boxOf(evidence))), ['no_concluyente', 'dark_before', false])
  const long = { last_known: null, found_dark_at: at(-600) }
  assert.equal(found(boxOf(neighbour(1, evidence, long))).class, 'igual')
})

/** The tree falls at minute 10 and has light again at minute 15. */
const fallsWithTree = (up: number | null = 15.5): Evidence[] =>
  up === null
    ? [lit(1), alarm('los', 10), dark(29, 'los', 10)]
    : [lit(1), alarm('los', 10), alarm('up', up), backLit(29, 10, up)]
const fallenTree = (one: readonly Evidence[]) =>
  boxOf(one, {
    onts: [neighbour(1, one), ...[2, 3, 4, 5].map((port) => neighbour(port, fallsWithTree()))],
    tree: { outside: [1, 2, 3, 4, 5].map(() => fallsWithTree()), restarts: [] },
  })

test('rule 5: an outage of the tree excuses whoever fell with it and was back with it', () => {
  assert.deepEqual(verdictOn(found(fallenTree(fallsWithTree(17.5)))), ['igual', null, true])
})
test('rule 5: who fell more than 10 s before an outage fell by himself', () => {
  const one = found(fallenTree([lit(1), alarm('los', 9.5), dark(29, 'los', 9.5)]))
  assert.equal(one.class, 'desconectado')
  assert.equal(blames(one, 1), true)
})
test('rule 5: who stays dark five minutes after his siblings is in doubt, and earns no code when he is back', () => {
  assert.deepEqual(verdictOn(found(fallenTree(fallsWithTree(null)))), ['no_concluyente', 'dark_after_outage', false])
  assert.deepEqual(verdictOn(found(fallenTree(fallsWithTree(24)))), ['no_concluyente', 'dark_after_outage', false])
})
test('rule 5: who fell again after he had come back is not excused by an outage that lasts for others', () => {
  const again = [lit(1), alarm('los', 10), alarm('up', 12), alarm('los', 13), dark(29, 'los', 13)]
  const early = fallsWithTree(11)
  const outside = [early, early, fallsWithTree(), fallsWithTree(), fallsWithTree()]
  assert.equal(found({ ...fallenTree(again), tree: { outside, restarts: [] } }).class, 'desconectado')
})
test('rule 5: the OLT starts again and nobody is blamed', () => {
  const fell = [lit(1), backLit(29, 10, 14.5, 'unknown')]
  const onts = [1, 2, 3, 4, 5].map((port) => neighbour(port, fell))
  const judgement = judged(boxOf(fell, { onts, tree: { outside: [fell, fell], restarts: [at(14)] } }))
  assert.deepEqual([judgement.verdict, judgement.blame], ['limpia', false])
})

test('rule 6: the feeder of the box is cut: nobody is blamed, the closing waits for the light', () => {
  const onts = [1, 2, 3, 4, 5].map((port) => neighbour(port, cut(10 + port / 100)))
  const judgement = judged(boxOf(cut(), { onts }))
  assert.deepEqual([judgement.verdict, judgement.blame, judgement.level], ['no_concluyente', false, 'bloqueo'])
  assert.equal(judgement.findings[0]?.doubt, 'box_feeder')
})
test('rule 5: a tree is back when half of it outside the box is, whoever stays dark inside', () => {
  const fell = fallsWithTree()
  const left = [lit(1), alarm('los', 10), alarm('up', 25), backLit(29, 10, 25)]
  const onts = [neighbour(1, left), neighbour(2, fallsWithTree(null))]
  const box = boxOf(left, { onts, tree: { outside: [fell], restarts: [] } })
  assert.deepEqual(verdictOn(found(box)), ['no_concluyente', 'dark_after_outage', false])
})
test('rule 6: three hairs at the same moment are pulled by nobody, whatever stays lit: a box may have two splitters', () => {
  const onts = [1, 2, 3, 4, 5, 6, 7, 8].map((port) =>
    port <= 3 ? neighbour(port, cut(10 + port / 100)) : neighbour(port),
  )
  assert.deepEqual(verdictOn(found(boxOf([], { onts }))), ['no_concluyente', 'box_feeder', false])
  const two = [neighbour(1, cut(10)), neighbour(2, cut(11)), ...onts.slice(3)]
  assert.equal(found(boxOf([], { onts: two })).class, 'desconectado')
})
test('rule 6: nobody else of the tree was lit: the last lit ONT of a box cannot be told from its tree', () => {
  const off = [dark(1, 'dying_gasp', -300), dark(29, 'dying_gasp', -300)]
  const onts = [neighbour(1, cut()), neighbour(2, off)]
  const one = found(boxOf(cut(), { onts, tree: { outside: [off, off], restarts: [] } }))
  assert.deepEqual(verdictOn(one), ['no_concluyente', 'box_feeder', false])
})

const successor = { serial: 'NEW', at: at(14), distance_m: 1505, rx_dbm: -20.3, olt_rx_dbm: -22.2, port: null }
test('rule 7: an ordered change is no harm, nor one that followed the last gasp', () => {
  const ordered = neighbour(1, cut(), { changes_ordered: [at(5)] })
  const changed = found(boxOf(ordered, { newcomers: [successor] }))
  assert.deepEqual([changed.class, changed.changed, changed.clean], ['igual', true, true])
  const gasped = [lit(1), alarm('dying_gasp', 10), dark(29, 'dying_gasp', 10)]
  assert.equal(found(boxOf(gasped, { newcomers: [successor] })).clean, true)
})
test('rule 7: a change that is ordered and not made, or ordered after the fall, blames nobody and proves nothing', () => {
  const pending = found(boxOf(neighbour(1, cut(), { changes_ordered: [at(5)] })))
  assert.deepEqual(verdictOn(pending), ['no_concluyente', 'change_ordered', false])
  const late = neighbour(1, cut(), { changes_ordered: [at(12)] })
  assert.deepEqual(verdictOn(found(boxOf(late, { newcomers: [successor] }))), ['no_concluyente', 'replaced', false])
})
test('rule 7: the ONT that the work itself brings up is no successor of a neighbour', () => {
  const ownOnt = { ...successor, port: 9 }
  const ordered = neighbour(1, cut(), { changes_ordered: [at(12)] })
  assert.equal(found(boxOf(ordered, { newcomers: [ownOnt] })).class, 'desconectado')
  assert.equal(found(boxOf(cut(), { newcomers: [{ ...successor, distance_m: 2500 }] })).class, 'desconectado')
})
test('rule 7: the serial answers on another PON', () => {
  const elsewhere = [alarm('los', 10), lit(29, { elsewhere: true })]
  const one = found(boxOf([lit(1), ...elsewhere]))
  assert.equal(one.class, 'movido')
  assert.equal(blames(one, 1), true)
  const always = [lit(1, { elsewhere: true }), lit(29, { elsewhere: true })]
  assert.equal(found(boxOf(neighbour(1, always, { last_known: null }))).class, 'igual')
})

const attributed = (...works: ReturnType<typeof work>[]) => found(boxOf(cut(), { works })).attribution
test('rule 8: a finding is of the works whose window holds the fall', () => {
  const open = work(1, 0, null)
  assert.deepEqual(attributed(open), { works: [1], shared: false, technician_id: 1, vno_id: 1 })
  const his = attributed(open, work(2, -60, -30, { technician_id: 1 }))
  assert.deepEqual(his, { works: [1, 2], shared: false, technician_id: 1, vno_id: 1 })
  const operators = attributed(open, work(2, 5, null, { vno_id: 2 }))
  assert.deepEqual(operators, { works: [1, 2], shared: true, technician_id: null, vno_id: null })
  const colleagues = attributed(open, work(2, 5, null))
  assert.deepEqual(colleagues, { works: [1, 2], shared: false, technician_id: null, vno_id: 1 })
  assert.equal(attributed(open, work(2, -60, -30, { vno_id: 2 }))?.shared, true)
  assert.deepEqual(attributed(open, work(2, 12, null, { vno_id: 2 }))?.works, [1])
})
test('rule 8: what several operators could have done is inconclusive for each of them', () => {
  const works = [work(1, 0, null), work(2, 5, null, { vno_id: 2 })]
  for (const one of [
    [...cut().slice(0, 2), alarm('up', 15), backLit(29, 10, 15)],
    [lit(1), lit(29, { rx_dbm: -24 })],
  ]) {
    const judgement = judged(boxOf(one, { works }))
    assert.deepEqual([judgement.verdict, judgement.shared, judgement.clean], ['no_concluyente', true, false])
    assert.ok(!judgement.findings.some((finding) => blames(finding, 1) || blames(finding, 2)))
  }
})

test('rule 9: the controls judge what came after the closing', () => {
  const works = [work(1, 0, 30)]
  const pulled = [lit(1), lit(29), alarm('los', 33), alarm('up', 36), backLit(45, 33, 36)]
  const [closing, control] = [found(boxOf(pulled, { works }), 30), found(boxOf(pulled, { works }), 45.2)]
  assert.deepEqual([closing.clean, control.class], [true, 'corte_recuperado'])
  const weak = [lit(1), lit(29), lit(45, { rx_dbm: -26 })]
  assert.equal(found(boxOf(weak, { works }), 45.2).level, 'bloqueo')
})
test('rule 9: switched off during the work and dark a day later is told without blame', () => {
  const day = 30 + 24 * 60
  const one = [lit(1), alarm('dying_gasp', 10), dark(29, 'dying_gasp', 10), dark(day, 'dying_gasp', 10)]
  const finding = found(boxOf(one, { works: [work(1, 0, 30)] }), day)
  assert.deepEqual([finding.class, finding.not_back, finding.attribution], ['apagado', true, null])
})

test('rule 10: 2 dB and below the band of the month is a warning, 3 dB is serious', () => {
  const lost = (rx_dbm: number, mad = 0.05) => {
    const ont = neighbour(1, [lit(1), lit(29, { rx_dbm })], { baseline: { median: -20, mad } })
    const { class: name, level } = found(boxOf(ont))
    return [name, level]
  }
  assert.deepEqual(lost(-21.9), ['igual', 'ok'])
  assert.deepEqual(lost(-22.1), ['degradado', 'aviso'])
  assert.deepEqual(lost(-22.1, 0.6), ['igual', 'ok'])
  assert.deepEqual(lost(-23.1), ['degradado', 'bloqueo'])
})
test('rule 10: 3 dB against the month count however many works they took, for whoever took a share', () => {
  const third = (before: number, after: number) => {
    const last_known = { at: at(-120), rx_dbm: before, olt_rx_dbm: -22, distance_m: 1500 }
    return found(boxOf(neighbour(1, [lit(1, { rx_dbm: before }), lit(29, { rx_dbm: after })], { last_known })))
  }
  assert.deepEqual([third(-21.9, -23.8).class, third(-21.9, -23.8).level], ['degradado', 'bloqueo'])
  assert.equal(third(-23.8, -23.9).class, 'igual')
})

test('rule 10: weaker than the day before already at the first reading is in doubt, however soon that came', () => {
  const weak = (first: number) => found(boxOf([silent(0.2), lit(first, { rx_dbm: -24 }), lit(29, { rx_dbm: -24 })]))
  assert.deepEqual(verdictOn(weak(9)), ['no_concluyente', 'weak_before', false])
  assert.deepEqual(verdictOn(weak(0.5)), ['no_concluyente', 'weak_before', false])
})

test('rule 10: weaker than a reading before the request, and dark from then until it was read: in doubt, blames nobody', () => {
  const off = [dark(1, 'dying_gasp', -300), alarm('up', 5), lit(29, { rx_dbm: -24 })]
  const one = found(boxOf(off))
  assert.deepEqual([...verdictOn(one), blames(one, 1)], ['no_concluyente', 'weak_before', false, false])
})
test('rule 8: found dark by a reading, it fell since the light was last seen: whoever worked meanwhile is thought of', () => {
  const one = [lit(1), lit(9), dark(29, 'los', null)]
  const works = [work(1, 0, null), work(2, -30, 15, { vno_id: 2, control_to: at(15) })]
  const finding = found(boxOf(one, { works }))
  assert.deepEqual([finding.class, finding.attribution?.works], ['desconectado', [1, 2]])
})

test('rule 11: a code only where nobody was 20 s without light and nothing is in doubt', () => {
  const back = (seconds: number) => {
    const up = 10 + seconds / 60
    return verdictOn(found(boxOf([lit(1), alarm('los', 10), alarm('up', up), backLit(29, 10, up)])))
  }
  assert.deepEqual(back(19), ['microcorte', null, true])
  assert.deepEqual(back(20), ['corte_recuperado', null, false])
  assert.deepEqual(verdictOn(found(boxOf([lit(1), silent(29)]))), ['no_concluyente', 'unread', false])
})
test('rule 11: a LOS that was only heard is no certainty while the OLT does not answer', () => {
  assert.deepEqual(verdictOn(found(boxOf([lit(1), alarm('los', 10), silent(29)]))), ['no_concluyente', 'unread', false])
})
