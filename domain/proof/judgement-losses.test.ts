/** Losses of power: when one began, whose it is, and losses that a whole box has in common. Minutes after the first request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, judged, lit, neighbour, work } from '../test/scene.ts'
import { blames } from './judgement.ts'
import type { BoxEvidence, Evidence, WatchedOnt } from './evidence.ts'

const by = (db: number) => ({ rx_dbm: -20 - db, olt_rx_dbm: -22 - db })
const stored = (minutes: number, db = 0): Partial<WatchedOnt> => ({
  last_known: { at: at(minutes), distance_m: 1500, ...by(db) },
})
const verdictOn = (one: ReturnType<typeof found>) => [one.class, one.doubt, one.clean]
const whose = (box: BoxEvidence, minutes: number, id: number) => {
  const one = found(box, minutes, id)
  return [one.class, one.at, one.attribution?.works, one.attribution?.shared, blames(one, id)]
}

test('rule 10: a loss during a later work began after the last reading that was still good', () => {
  // Closed at 30, controlled at 45; the other work opens at 225 with full light.
  const evidence = [lit(1), lit(29), lit(45), lit(225.1), lit(239, by(4)), lit(300, by(4))]
  for (const vno_id of [1, 2]) {
    const box = boxOf(evidence, { works: [work(1, 0, 30), work(2, 225, 240, { vno_id })] })
    assert.deepEqual(whose(box, 301, 1), ['degradado', at(225.1), [1, 2], vno_id === 2, vno_id === 1])
    assert.deepEqual(found(box, 301, 2).attribution?.works, [1, 2])
  }
})

test('rule 10: a later work that finds the loss does not share it', () => {
  const evidence = [lit(1), lit(29, by(4)), lit(45, by(4)), lit(50.05, by(4)), lit(59, by(4)), lit(75, by(4))]
  const ont = neighbour(1, evidence, stored(-120))
  const works = [work(1, 0, 30), work(2, 50, 60, { vno_id: 2 })]
  const box = { ...boxOf(ont), works }
  assert.deepEqual(whose(box, 76, 1), ['degradado', at(1), [1], false, true])
  const seen = { ...boxOf(neighbour(1, evidence, stored(45, 4))), works }
  assert.deepEqual(verdictOn(found(seen, 60, 2)), ['igual', null, true])
})

test('rule 10: the first reading of a later work proves that an open work caused the loss', () => {
  const evidence = [lit(0.1), lit(20.05, by(4)), lit(29, by(4))]
  const works = [work(1, 0, null), work(2, 20, null, { vno_id: 2 })]
  const box = { ...boxOf(neighbour(1, evidence, stored(0.1))), works }
  assert.deepEqual(whose(box, 30, 1), ['degradado', at(0.1), [1], false, true])
  assert.deepEqual(verdictOn(found(box, 30, 2)), ['igual', null, true])
})

test('rule 10: a loss in two steps stays with who took the first one; noise about the limit moves nothing', () => {
  const works = [work(1, 0, 30), work(2, 225, 240, { vno_id: 2 })]
  const steps = (...db: number[]): Evidence[] =>
    [1, 29, 45, 225.1, 239, 300].map((minute, n) => lit(minute, by(db[n]!)))
  assert.deepEqual(whose(boxOf(steps(0, 3, 3, 3, 5, 5), { works }), 301, 1), ['degradado', at(1), [1], false, true])
  const noisy = boxOf(steps(0, 1.95, 2.05, 1.9, 1.95, 2.1), { works })
  assert.deepEqual(whose(noisy, 301, 1), ['degradado', at(1), [1], false, true])
})

test('rule 1: light lost between a reading just before the request and the first one since is the work’s', () => {
  for (const first of [0.57, 0.98, 1.02]) {
    const evidence = [lit(first, by(6)), lit(29, by(6))]
    const one = found(boxOf(neighbour(1, evidence, stored(-0.001))))
    const told = [one.class, one.level, one.delta_db, blames(one, 1)]
    assert.deepEqual(told, ['degradado', 'bloqueo', -6, true], `${first}`)
  }
  // The others were read at the same times: the reading before the request is not among them.
  const others = [2, 3, 4, 5].map((port) => neighbour(port, [lit(0.57), lit(29)], stored(-0.001)))
  const alone = neighbour(1, [lit(0.57, by(6)), lit(29, by(6))], stored(-0.001))
  assert.equal(found(boxOf(alone, { onts: [alone, ...others] })).class, 'degradado')
  // Mended just before the request, bent again by the work.
  const mended = found(boxOf(neighbour(1, [lit(0.1), lit(29, by(6))], stored(-0.5, 6))))
  assert.deepEqual([mended.class, mended.delta_db], ['degradado', -6])
})

test('rule 10: weaker at the first reading than at the last one before the request is in doubt, and earns no code', () => {
  const weak = [lit(0.1, by(6)), lit(29, by(6))]
  const after = (minutes: number, rest: Partial<WatchedOnt> = {}) =>
    found(boxOf(neighbour(1, weak, { ...stored(minutes), ...rest })))
  for (const minutes of [-2, -20, -1400, -20_000])
    assert.deepEqual(verdictOn(after(minutes)), ['no_concluyente', 'weak_before', false], `${minutes}`)
  assert.deepEqual([after(-20).at, after(-20).level], [at(-20), 'aviso'])
  // The line was weak before already, or is no weaker than its 30-day median: a reading of more than a day ago is not compared.
  assert.equal(found(boxOf(neighbour(1, weak, stored(-20, 6)))).class, 'igual')
  assert.equal(after(-20_000, { baseline: { median: -26, mad: 0.05 } }).class, 'igual')
  // Pulled, put back 6 dB weaker, and the request soon after.
  const cut = [alarm('los', -11), alarm('up', -1), lit(0.1, { ...by(6), ...backTimes }), lit(29, by(6))]
  assert.deepEqual(verdictOn(found(boxOf(neighbour(1, cut)))), ['no_concluyente', 'weak_before', false])
})
const backTimes = { last_down_at: at(-11), last_up_at: at(-1), last_down_cause: 'los' } as const

test('rule 3: dark at the request, and back with less light after the closing: in doubt from the last stored reading on', () => {
  const off = [dark(1, 'dying_gasp', -120), dark(29, 'dying_gasp', -120)]
  const back = [...off, alarm('up', 31), { ...backLit(45, -120, 31, 'dying_gasp'), ...by(6) }]
  const box = { ...boxOf(neighbour(1, back, stored(-600))), works: [work(1, 0, 30)] }
  assert.deepEqual(verdictOn(found(box, 46)), ['no_concluyente', 'weak_before', false])
  assert.equal(found(box, 46).at, at(-600))
})

/** A box whose ONTs lose so much in the work, in dB. */
const box = (...losses: number[]) =>
  boxOf([], { onts: losses.map((db, port) => neighbour(port + 1, [lit(1), lit(29, by(db))])) })

test('rule 6: a loss that nearly all ONTs of the box have alike is nobody’s', () => {
  const trunk = judged(box(4, 4.3, 3.8, 4.1))
  assert.deepEqual([trunk.verdict, trunk.blame, trunk.clean], ['no_concluyente', false, false])
  const told = trunk.findings.map(({ class: found, doubt, level }) => [found, doubt, level])
  assert.deepEqual(told, Array(4).fill(['no_concluyente', 'common_loss', 'aviso']))
  assert.deepEqual(verdictOn(found(box(4, 4, 4, 4, 4, 0))), ['no_concluyente', 'common_loss', false])
  // Half of them, one alone, or by other amounts: hairs.
  for (const losses of [[4, 4, 0, 0], [4], [4, 0, 0, 0], [6, 3, 9, 4]])
    assert.equal(found(box(...losses)).class, 'degradado', `${losses}`)
})

test('rule 10: an unchanged power at the OLT excuses no loss at the ONT', () => {
  const one = found(boxOf([lit(1), lit(29, { rx_dbm: -24, olt_rx_dbm: -22 })]))
  assert.deepEqual([one.class, one.level], ['degradado', 'bloqueo'])
})
