/** The customer that a work is for: while it is open, beside a colleague, and once it is over. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, judged, lit, neighbour, silent, work } from '../test/scene.ts'
import type { Evidence, Work } from './evidence.ts'
import { blames } from './judgement.ts'

const left: Evidence[] = [lit(1), alarm('los', 10), dark(29, 'los', 10)]
/** Worse by 4 dB. */
const weak = { rx_dbm: -24, olt_rx_dbm: -26 }
const putBack: Evidence[] = [lit(1), alarm('los', 10), alarm('up', 12), backLit(29, 10, 12)]
/** Work 2 is for the customer of port 1. */
const visit = (rest: Partial<Work> = {}) => work(2, 5, null, { worked_ports: [1], ...rest })
const seenBy = (evidence: Evidence[], works: Work[]) => {
  const one = found(boxOf(evidence, { works }))
  const { works: whose, technician_id, vno_id, shared } = one.attribution ?? {}
  return [one.class, whose, technician_id, vno_id, shared]
}

test('rule 8: colleagues do not shield each other: the port of one of them is no excuse for the other', () => {
  assert.deepEqual(seenBy(left, [work(1, 0, null), visit()]), ['desconectado', [1, 2], null, 1, false])
  assert.deepEqual(seenBy(putBack, [work(1, 0, null), visit()]), ['corte_recuperado', [1, 2], null, 1, false])
  const bent = found(boxOf([lit(1), lit(29, weak)], { works: [work(1, 0, null), visit()] }))
  assert.deepEqual([bent.class, bent.attribution?.technician_id, bent.attribution?.vno_id], ['degradado', null, 1])
})

test('rule 8: with somebody else in the box as well, a cut at a colleague’s port is laid on nobody', () => {
  const works = [work(1, 0, null), visit(), work(3, 0, null, { vno_id: 2 })]
  assert.deepEqual(seenBy(left, works), ['desconectado', [1, 2, 3], null, null, true])
})

test('rule 8: another operator’s work answers alone for its own customer while it is open', () => {
  assert.equal(seenBy(left, [work(1, 0, null), visit({ vno_id: 2 })])[0], 'igual')
  // Whoever is gone by then is no colleague in the box.
  const gone = [work(1, 0, 8), visit()]
  assert.equal(found(boxOf(left, { works: gone }), 30, 1).class, 'igual')
})

/** Work 1 is for the customer of port 1, and ends in minute 20. */
const own = (evidence: Evidence[], works: Work[] = [], minutes = 40) =>
  judged(
    boxOf(neighbour(1, evidence, { worked: true }), { works: [work(1, 0, 20, { worked_ports: [1] }), ...works] }),
    minutes,
  ).findings.find(({ port }) => port === 1)

test('rule 2: the customer of a work is its neighbour from its end on', () => {
  const one = own([lit(1), lit(19), alarm('los', 30), dark(35, 'los', 30)])
  assert.deepEqual([one?.class, one && blames(one, 1)], ['desconectado', true])
  assert.equal(own([lit(1), lit(19), alarm('los', 30), dark(35, 'los', 30)], [], 15), undefined)
  const bent = own([lit(1), lit(19), lit(35, weak)])
  assert.deepEqual([bent?.class, bent?.delta_db], ['degradado', -4])
})

test('rule 2: what a work did to its own customer is no finding of its controls', () => {
  const classOf = (...evidence: Evidence[]) => own([lit(1), ...evidence])?.class
  const low = { rx_dbm: -25, olt_rx_dbm: -27 }
  assert.equal(classOf(alarm('los', 10), alarm('up', 12), backLit(19, 10, 12), backLit(35, 10, 12)), 'igual')
  assert.equal(classOf(alarm('los', 10), dark(19, 'los', 10), dark(35, 'los', 10)), 'igual')
  assert.equal(classOf(lit(19, low), lit(35, low)), 'igual')
})

test('rule 8: a customer who falls under the controls of two works is found by both, and told of by the later one', () => {
  const older = work(2, -60, -10, { vno_id: 2 })
  const one = own([lit(1), lit(19), alarm('los', 30), dark(35, 'los', 30)], [older])
  assert.deepEqual([one?.class, one?.attribution?.works, one?.attribution?.shared], ['desconectado', [1, 2], true])
})

test('rule 10: light that was mended while somebody else works for that customer is no loss any more', () => {
  const evidence = [lit(1), lit(29, weak), lit(45)]
  const works = [work(1, 0, 30), work(2, 40, null, { worked_ports: [1], vno_id: 2 })]
  assert.equal(found(boxOf(evidence, { works }), 46).class, 'igual')
  // What is lost then is the other work's.
  assert.equal(found(boxOf([lit(1), lit(29), lit(45, weak)], { works }), 46).class, 'igual')
})

test('rule 10: what the first reading of another work for that customer finds lost is not its doing', () => {
  const works = [work(1, 0, null), work(2, 20, null, { worked_ports: [1], vno_id: 2 })]
  assert.equal(found(boxOf([lit(1), lit(20.1, weak), lit(29, weak)], { works })).class, 'degradado')
  assert.equal(found(boxOf([lit(1), lit(20.1), lit(29, weak)], { works })).class, 'igual')
})

test('rule 10: a later work for the same customer hides no light that was lost before it', () => {
  const stored = { at: at(-120), rx_dbm: -20, olt_rx_dbm: -22, distance_m: 1500 }
  const evidence = [silent(1), lit(29, weak), lit(45, weak), lit(200, weak)]
  const works = [work(1, 0, 30), work(2, 100, 150, { worked_ports: [1], vno_id: 2 })]
  const one = found(boxOf(neighbour(1, evidence, { last_known: stored }), { works }), 201)
  assert.deepEqual([one.class, one.doubt], ['no_concluyente', 'weak_before'])
})
