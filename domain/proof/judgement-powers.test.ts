/** Powers that an OLT has kept for minutes, each dated by its measurement. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, boxOf, found, lit, neighbour, work } from '../test/scene.ts'
import type { Evidence } from './evidence.ts'
import { blames } from './judgement.ts'

const noPower = { rx_dbm: null, olt_rx_dbm: null }
const weak = { rx_dbm: -26, olt_rx_dbm: -28 }
/** Read at minutes 1 and 29 with a power of before the request. */
const closing: Evidence[] = [lit(-10), lit(1, noPower), lit(29, noPower)]
const kept = { at: at(-10), rx_dbm: -20, olt_rx_dbm: -22, distance_m: 1500 }
const one = (evidence: Evidence[], last_known = kept) => boxOf(neighbour(1, evidence, { last_known }))
const closed = (evidence: Evidence[], last_known = kept) => ({ ...one(evidence, last_known), works: [work(1, 0, 30)] })

test('rule 10: a power of before the request says nothing of the light at the closing', () => {
  const { class: now, power_unchecked, clean } = found(one(closing))
  assert.deepEqual([now, power_unchecked, clean], ['igual', true, true])
  // Measured in the work, and not at its end.
  assert.equal(found(one([lit(-10), lit(1, noPower), lit(20), lit(29, noPower)])).power_unchecked, true)
  assert.equal(found(one([lit(1), lit(29)])).power_unchecked, false)
})

test('rule 10: the first power since the closing tells what was lost since the last one before the request', () => {
  const box = closed([...closing, lit(45, weak)])
  const judged = found(box, 46)
  assert.deepEqual([judged.class, judged.level, judged.delta_db], ['degradado', 'bloqueo', -6])
  assert.deepEqual([judged.power_unchecked, blames(judged, 1)], [false, true])
  const mended = found(closed([...closing, lit(45)]), 46)
  assert.deepEqual([mended.class, mended.power_unchecked], ['igual', false])
})

test('rule 10: where no power is measured after the closing its light stays unknown', () => {
  const { class: now, power_unchecked } = found(closed([...closing, lit(45, noPower)]), 46)
  assert.deepEqual([now, power_unchecked], ['igual', true])
})

test('rule 10: several works that may have taken the light are thought of', () => {
  const works = [work(1, 0, 30), work(2, -40, -5, { vno_id: 2 })]
  const judged = found({ ...one([...closing, lit(45, weak)]), works }, 46)
  assert.deepEqual([judged.class, judged.attribution?.shared], ['degradado', true])
})

test('rule 10: a power older than an OLT keeps them leaves open when the light was lost', () => {
  const judged = found(closed([lit(1, noPower), lit(29, noPower), lit(45, weak)], { ...kept, at: at(-60) }), 46)
  assert.deepEqual([judged.class, judged.doubt], ['no_concluyente', 'weak_before'])
})

test('rule 10: a loss of which only a part came after a late first power is in doubt as a whole', () => {
  const stored = { ...kept, at: at(-60) }
  const weaker = (db: number) => ({ rx_dbm: -20 - db, olt_rx_dbm: -22 - db })
  const evidence = [lit(1, noPower), lit(20, weaker(1.5)), lit(29, weaker(2.9))]
  const judged = found(boxOf(neighbour(1, evidence, { last_known: stored })))
  assert.deepEqual([judged.class, judged.doubt, judged.clean], ['no_concluyente', 'weak_before', false])
})
