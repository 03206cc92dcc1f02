/** Touches that add up, and falls that only look like those of many. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, boxOf, dark, found, judged, lit, neighbour, work } from '../test/scene.ts'
import type { Evidence } from './evidence.ts'

const second = 1 / 60
/** Cuts of one length, two minutes apart, from the second minute on. */
const touches = (count: number, seconds: number): Evidence[] => [
  lit(1),
  ...Array.from({ length: count }, (_, index) => 2 + index * 2).flatMap((minute) => [
    alarm('los', minute),
    alarm('up', minute + seconds * second),
  ]),
  lit(29),
]
const judgedOf = (evidence: Evidence[], rest = {}) => {
  const one = found(boxOf(evidence, rest))
  return [one.class, one.level, one.clean]
}

test('rule 11: touches that add up to 60 s without light are a loss of service, however short each was', () => {
  assert.deepEqual(judgedOf(touches(10, 12)), ['corte_recuperado', 'aviso', false])
  assert.deepEqual(judgedOf(touches(5, 12)), ['corte_recuperado', 'aviso', false])
  assert.deepEqual(judgedOf(touches(4, 14)), ['microcorte', 'ok', true])
})

test('rule 11: five touches that do not add up are a warning, and no loss of service', () => {
  assert.deepEqual(judgedOf(touches(5, 11)), ['microcorte', 'aviso', true])
})

test('rule 11: touches that add up belong to whoever worked between the first and the last of them', () => {
  const works = [work(1, 0, 7), work(2, 8, null, { vno_id: 2 })]
  const one = found(boxOf(touches(6, 12), { works }))
  assert.deepEqual([one.class, one.attribution?.works, one.attribution?.shared], ['corte_recuperado', [1, 2], true])
  // The fifth one makes them a loss of service, after the closing of the first work.
  assert.equal(one.at, at(10))
})

test('rule 6: touches in doubt that add up to 60 s leave no clean work', () => {
  const alone = { onts: [neighbour(1, touches(10, 12))], tree: { outside: [], restarts: [] } }
  const judgement = judged(boxOf([], alone))
  assert.deepEqual([judgement.findings[0]?.class, judgement.clean], ['no_concluyente', false])
})

/** Port 1 is pulled, and customers switch off at the same moment, in a box with so many lit ONTs. */
function pulledBeside(gasps: number, ports: number) {
  const gasp = [lit(1), alarm('dying_gasp', 10), dark(29, 'dying_gasp', 10)]
  const onts = Array.from({ length: ports }, (_, index) => index + 1).map((port) =>
    port === 1
      ? neighbour(port, [lit(1), alarm('los', 10), dark(29, 'los', 10)])
      : neighbour(port, port <= gasps + 1 ? gasp : [lit(1), lit(29)]),
  )
  const one = found(boxOf([], { onts }))
  return [one.class, one.doubt]
}

test('rule 6: two gasps explain a LOS as the power of a street only where half of the box fell with it', () => {
  assert.deepEqual(pulledBeside(2, 8), ['desconectado', null])
  assert.deepEqual(pulledBeside(2, 7), ['desconectado', null])
  assert.deepEqual(pulledBeside(2, 6), ['no_concluyente', 'power_cut'])
  assert.deepEqual(pulledBeside(5, 6), ['no_concluyente', 'power_cut'])
})

test('rule 11: touches that add up only together with some in doubt are in doubt', () => {
  // From minute 7 on no other ONT is lit: a fall of the last one may be that of the feeder.
  const sibling = neighbour(2, [lit(1), alarm('los', 7), dark(29, 'los', 7)])
  const classOf = (count: number) => {
    const box = { onts: [neighbour(1, touches(count, 12)), sibling], tree: { outside: [], restarts: [] } }
    const [one] = judged(boxOf([], box)).findings
    return [one?.class, one?.doubt]
  }
  assert.deepEqual(classOf(6), ['no_concluyente', 'box_feeder'])
  assert.deepEqual(classOf(4), ['microcorte', null])
})
