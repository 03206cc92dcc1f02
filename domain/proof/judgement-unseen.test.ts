/** Falls and returns without an alarm: the ONT counts neither as lit nor as cut twice. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, lit, neighbour, silent, work } from '../test/scene.ts'
import { attribute } from './attribution.ts'
import { lossOfService, type Cut } from './cuts.ts'
import { outagesOf } from './outages.ts'
import { timelineOf } from './timeline.ts'

const second = 1 / 60
const tree = (inside: Parameters<typeof timelineOf>[0][], outside: Parameters<typeof timelineOf>[0][]) =>
  outagesOf(inside.map(timelineOf), outside.map(timelineOf), []).filter(({ scope }) => scope === 'pon')

test('rule 7: a cut that goes on where the last one may have ended is one cut; with light between them they are two touches', () => {
  const cut = (from: number, to: number, back_by?: number): Cut => ({
    from: at(from * second),
    to: at(to * second),
    ...(back_by !== undefined && { back_by: at(back_by * second) }),
    cause: 'los',
    source: 'alarm',
    lit_before: null,
    reason: { kind: 'hand' },
  })
  assert.equal(lossOfService([cut(0, 12, 15), cut(15.5, 27)], at(1)).length, 2)
  assert.equal(lossOfService([cut(0, 12, 15), cut(18, 29.5)], at(1)).length, 0)
})

test('times: a return that is told twice, the second time just after the next fall, does not end that fall', () => {
  const after = (...ups: number[]) =>
    timelineOf([lit(1), alarm('los', 5), ...ups.map((up) => alarm('up', up)), alarm('los', 6), lit(9)]).darks.map(
      ({ from, to }) => Math.round(((to ?? Infinity) - from) / 1000),
    )
  assert.deepEqual(after(6 - 3 * second, 6 + second, 6 + 40 * second), [57, 40])
  // Long after the return before, or with no third return, the light was back after a second.
  assert.deepEqual(after(5.5, 6 + second, 6 + 40 * second), [30, 1])
  assert.deepEqual(after(6 - 3 * second, 6 + second), [57, 1])
})

test('times: a reading in the second of a LOS that the OLT stores shows the darkness before it, and not its cause', () => {
  const causes = (minutes: number) =>
    timelineOf([lit(1), dark(minutes, 'dying_gasp', null), dark(9, 'los', 8)]).darks.map(({ cause }) => cause)
  assert.deepEqual(causes(8 + second / 2), ['los'])
})

test('rule 7: a LOS without a time, after another fall that the OLT stores, may be of a later fall and is in doubt', () => {
  const after = (first: 'dying_gasp' | 'offline', since: number | null) => {
    const [one] = timelineOf([lit(1), dark(9, first, 8), dark(12, 'los', since)]).darks
    return [one?.cause, one?.disputed === true]
  }
  assert.deepEqual(after('dying_gasp', null), ['dying_gasp', true])
  assert.deepEqual(after('dying_gasp', 8), ['dying_gasp', false])
  assert.deepEqual(after('offline', null), ['los', true])
  assert.deepEqual(after('offline', 8), ['los', false])
})

test('rule 7: a LOS of an ONT that switched off, and that nobody saw come back, is late or of a later fall: in doubt', () => {
  const after = (...more: Parameters<typeof timelineOf>[0]) =>
    timelineOf([lit(1), dark(5, 'dying_gasp', 4.9), ...more, alarm('los', 6), alarm('up', 8)]).darks.map(
      ({ cause, disputed }) => [cause, disputed === true],
    )
  assert.deepEqual(after(), [
    ['dying_gasp', false],
    ['los', true],
  ])
  assert.deepEqual(after(alarm('up', 5.5)).at(-1), ['los', false])
})

test('rule 5: an ONT whose return nobody saw is no witness of light between its last darkness and that return', () => {
  const fell = [lit(1), alarm('los', 10), dark(20, 'los', 10)]
  // Found dark at minute 8; the alarm of its next fall shows that it had come back meanwhile.
  const unseen = [lit(1), dark(5, 'los', null), dark(8, 'los', null), alarm('los', 14), dark(20, 'los', 14)]
  const seen = [lit(1), dark(5, 'los', null), alarm('up', 8), alarm('los', 14), dark(20, 'los', 14)]
  assert.equal(tree([fell, unseen, unseen], [fell]).length, 1)
  assert.equal(tree([fell, seen, seen], [fell]).length, 0)
})

test('rule 5: an ONT that switched off while the tree fell is no witness of light', () => {
  const fell = [lit(1), alarm('los', 10), dark(20, 'los', 10)]
  const off = [lit(1), alarm('dying_gasp', 10.1), dark(20, 'dying_gasp', 10.1)]
  assert.equal(tree([fell, off, off], [fell]).length, 1)
  assert.equal(tree([fell, [lit(1), lit(20)], [lit(1), lit(20)]], [fell]).length, 0)
})

test('rule 7: a hair that is found in another splitter, and may have gone there before the request, is in doubt', () => {
  const movedAfter = (evidence: Parameters<typeof neighbour>[1]) => {
    const one = found(boxOf(neighbour(1, evidence)))
    return [one.class, one.doubt]
  }
  const elsewhere = lit(20, { elsewhere: true })
  const pulled = [alarm('los', 3), elsewhere]
  assert.deepEqual(movedAfter([lit(-5), alarm('up', -1), ...pulled]), ['no_concluyente', 'dark_before'])
  assert.deepEqual(movedAfter([lit(-5), ...pulled])[0], 'movido')
})

test('attribution: a work requested within the error of the clock after a fall was not open when it happened', () => {
  const works = [work(1, -60, -30), work(2, 0.1, 20), work(3, 10, 20)]
  const of = (minutes: number) => attribute(works, [at(minutes), at(minutes)]).works
  // Only the first is in its control window: any of the next half hour may have been there already.
  assert.deepEqual(of(0.1), [1, 2, 3])
  assert.deepEqual(of(0.1 + 2 * second), [1, 2])
})

test('rule 11: a LOS that nobody heard, of an OLT that tells no times, leaves no clean work unless an outage explains it', () => {
  const back = lit(29, { last_down_cause: 'los' })
  const one = found(boxOf([lit(1), silent(10), back]))
  assert.deepEqual([one.class, one.doubt, one.clean, one.cuts.length], ['no_concluyente', 'undated', false, 0])
  assert.equal(found(boxOf([lit(1, { last_down_cause: 'los' }), silent(10), back])).class, 'igual')
  assert.equal(found(boxOf([lit(1), silent(10), lit(29, { last_down_cause: 'dying_gasp' })])).class, 'igual')
  const outside = [1, 2].map(() => [lit(1), alarm('los', 9), alarm('up', 11), backLit(29, 9, 11)])
  const fell = [1, 2].map((port) => neighbour(port, [lit(1), silent(10), back]))
  assert.equal(found(boxOf([], { onts: fell, tree: { outside, restarts: [] } })).class, 'igual')
})
