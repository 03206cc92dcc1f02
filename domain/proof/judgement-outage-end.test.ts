/** When an outage is over, and what an OLT whose clock was set tells. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, lit, neighbour } from '../test/scene.ts'

/** The card is out from minute 7.1 to 28; outside the box the power goes meanwhile, and stays away. */
const outside = [1, 2].map(() => [lit(1), alarm('los', 7.1), dark(40, 'los', 7.1)])
const backWithCard = neighbour(2, [lit(1), alarm('los', 7.1), alarm('up', 28), backLit(40, 7.1, 28)])
/** Fell with the card, or up to 10 s before it. */
const pulled = (up: number) => neighbour(1, [lit(1), alarm('los', 7), alarm('up', up), backLit(40, 7, up)])
const afterCard = (up: number) => {
  const one = found(boxOf([], { onts: [pulled(up), backWithCard], tree: { outside, restarts: [] } }), 41)
  return [one.class, one.doubt, one.clean]
}

test('rule 5: an outage is over when the others are back: whoever comes back long after them does not move its end', () => {
  assert.deepEqual(afterCard(36), ['no_concluyente', 'dark_after_outage', false])
  assert.deepEqual(afterCard(30), ['igual', null, true])
})

test('rule 7: a fall counts whose return was heard, though the clock was set back and the OLT dates the return before it', () => {
  const told = { last_down_at: at(22.4), last_up_at: at(-36.9), last_down_cause: 'los' } as const
  const set = (heard: boolean) =>
    found(boxOf([lit(1), ...(heard ? [alarm('up', 23.2)] : []), lit(24.5, told), lit(29, { last_down_cause: 'los' })]))
  assert.deepEqual([set(true).class, set(true).longest_cut_ms], ['corte_recuperado', 48_000])
  assert.equal(set(false).class, 'igual')
})

test('rule 5: a fall that a reading finds while its alarm is on the way has its moment, and no outage of later excuses it', () => {
  // The OLT dates nothing; the tree falls in minute 18.6, and no alarm from outside the box arrives.
  const noted = { last_down_cause: 'los' } as const
  const told = [lit(1), lit(17), dark(17.17, 'los', null), alarm('los', 17.18), alarm('up', 29.6), lit(32, noted)]
  const late = neighbour(1, told)
  const sibling = neighbour(2, [lit(1), alarm('los', 18.6), alarm('up', 29.5), lit(32, noted)])
  const unheard = [lit(17.1), dark(26, 'los', null), alarm('up', 29.5)]
  const one = found(boxOf([], { onts: [late, sibling], tree: { outside: [unheard], restarts: [] } }), 33)
  assert.deepEqual([one.class, one.clean], ['corte_recuperado', false])
})

test('rule 5: two hairs of two boxes pulled 8 s apart, as the OLT dates them, are no outage; with two falls outside they may be one', () => {
  const fell = (minutes: number) => [lit(1), alarm('los', minutes), dark(30, 'los', minutes)]
  const pulled = neighbour(1, [lit(1), alarm('los', 7), alarm('up', 8), backLit(30, 7, 8)])
  const after = (seconds: number, others: number) => {
    const outside = Array.from({ length: others }, () => fell(7 + seconds / 60))
    return found(boxOf([], { onts: [pulled], tree: { outside, restarts: [] } }), 31).class
  }
  assert.equal(after(8, 1), 'corte_recuperado')
  assert.equal(after(2, 1), 'igual')
  assert.equal(after(8, 2), 'igual')
})
