/** Judgement with unknown or contradicting times of a fall. Times are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, lit, neighbour, work } from '../test/scene.ts'
import { blames } from './judgement.ts'

const verdictOn = (finding: ReturnType<typeof found>) => [finding.class, finding.doubt, finding.clean]

test('rule 6: the feeder is cut, and one ONT is only found dark by an OLT that tells no times', () => {
  const unheard = [lit(1), dark(29, 'los', null)]
  const heard = [lit(1), alarm('los', 10), dark(29, 'los', null)]
  const off = [dark(1, 'dying_gasp', -300), dark(29, 'dying_gasp', -300)]
  const onts = [neighbour(1, heard), neighbour(2, unheard), ...[3, 4, 5].map((port) => neighbour(port, off))]
  assert.deepEqual(verdictOn(found(boxOf(heard, { onts }))), ['no_concluyente', 'box_feeder', false])
})
test('rule 5: the whole tree is only found dark, by an OLT that tells no times: nobody is blamed', () => {
  const unheard = (minutes: number) => [lit(1), dark(minutes, 'los', null), dark(29, 'los', null)]
  const onts = [1, 2].map((port) => neighbour(port, unheard(9)))
  const stays = [neighbour(3), neighbour(4)]
  const tree = { outside: [unheard(19), unheard(19)], restarts: [] }
  const finding = found(boxOf([], { onts: [...onts, ...stays], tree }))
  assert.deepEqual(verdictOn(finding), ['no_concluyente', 'outage', false])
})
test('rule 7: moved while its tree was out, which began before the request: in doubt, never passed over', () => {
  const fell = [lit(-20), alarm('los', -5), alarm('up', 10), backLit(29, -5, 10)]
  const one = [lit(-20), alarm('los', -5), dark(1, 'los', -5), lit(29, { elsewhere: true })]
  const onts = [neighbour(1, one), ...[2, 3, 4, 5].map((port) => neighbour(port, fell))]
  const box = boxOf(one, { onts, tree: { outside: [fell, fell, fell], restarts: [] } })
  assert.deepEqual(verdictOn(found(box)), ['no_concluyente', 'dark_before', false])
})
test('rule 7: moved at some time between its last fall and the reading that finds it: whoever worked then is thought of', () => {
  const works = [work(1, 0, 15, { control_to: at(20) }), work(2, 18, null, { vno_id: 2 })]
  const one = [lit(1), alarm('los', 10), lit(29, { elsewhere: true })]
  const finding = found(boxOf(one, { works }))
  assert.deepEqual([finding.class, finding.attribution?.works], ['movido', [1, 2]])
})

test('times: an alarm that the OLT’s memory contradicts was held back, or its clock is wrong: in doubt, blames nobody', () => {
  const finding = found(boxOf([lit(1), alarm('los', 15), backLit(29, 10, 10.1)]))
  assert.deepEqual([...verdictOn(finding), blames(finding, 1)], ['no_concluyente', 'disputed', false, false])
})
test('times: of a fall that the OLT dates anew, by a clock that drifts or was set by an hour, the first moment holds', () => {
  for (const shift of [-0.1, 0.1, 60, -60]) {
    const one = found(boxOf([lit(1), dark(12, 'los', 10), dark(75, 'los', 10 + shift)]), 76)
    assert.deepEqual([one.class, one.at, one.cuts.length], ['desconectado', at(10), 1], `${shift} min`)
  }
})
test('times: a memory that has grown older is none', () => {
  const off = [dark(1, 'dying_gasp', -41), alarm('up', 2), alarm('los', 3), dark(20, 'los', -57)]
  assert.equal(found(boxOf(off)).class, 'desconectado')
})
test('rule 5: an ONT that its operator has shut, told as a LOS by an OLT without times, blames nobody', () => {
  const one = [lit(1), alarm('los', 10), dark(29, 'admin_down', null)]
  const shut = one.map((each) =>
    each.kind === 'reading' && each.state === 'admin_down' ? { ...each, last_down_cause: 'admin_down' as const } : each,
  )
  assert.deepEqual(verdictOn(found(boxOf(shut))), ['no_concluyente', 'disputed', false])
})
test('rule 8: a LOS that is heard while it is known to be dark may be that of its fall, told late', () => {
  const one = [lit(1), dark(9, 'los', null), alarm('los', 15), dark(29, 'los', null)]
  const works = [work(1, 0, null), work(2, -30, 10, { vno_id: 2, control_to: at(10) })]
  assert.deepEqual(found(boxOf(one, { works })).attribution?.works, [1, 2])
})
