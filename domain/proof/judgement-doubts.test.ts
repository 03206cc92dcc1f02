/** What excuses a darkness and what does not: newcomers, unknown moments, ceased lines, gasps of another moment. Minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, boxOf, dark, found, lit, neighbour, silent } from '../test/scene.ts'
import { blames } from './judgement.ts'
import { liveView } from './live-view.ts'
import type { Evidence, Newcomer, WatchedOnt } from './evidence.ts'

const day = 24 * 60
const cut = (down = 10): Evidence[] => [lit(1), alarm('los', down), dark(29, 'los', down)]
/** An ONT without an access that comes up at the same distance. */
const stray = (minutes: number, port: number | null = null): Newcomer => ({
  ...{ serial: 'NEW', at: at(minutes), distance_m: 1490, rx_dbm: null, olt_rx_dbm: null, port },
})
const said = (box: Parameters<typeof found>[0], minutes?: number) => {
  const one = found(box, minutes)
  return [one.class, one.doubt, one.clean, blames(one, 1)]
}
const blamed = ['desconectado', null, false, true]

test('rule 7: a LOS that came first is excused by no newcomer that nobody ordered, wherever it comes up', () => {
  const off = [lit(1), alarm('dying_gasp', 10.5), dark(29, 'dying_gasp', 10.5)]
  const tree = { outside: [off, ...[1, 2, 3, 4].map(() => [lit(1), lit(29)])], restarts: [] }
  assert.deepEqual(said(boxOf(cut(), { newcomers: [stray(11)] })), blamed)
  assert.deepEqual(said(boxOf(cut(), { newcomers: [stray(11)], tree })), blamed)
  // Of no order in time.
  const late = { changes_ordered: [at(-2 * day)] }
  assert.deepEqual(said(boxOf(neighbour(1, cut(), late), { newcomers: [stray(11, 1)] })), blamed)
})

test('rule 7: a newcomer excuses one line: where another one of the tree went as well, at the same distance, it excuses none', () => {
  const quiet = [lit(1), dark(29, 'offline', 10)]
  const off = [lit(1), alarm('dying_gasp', 10.5), dark(29, 'dying_gasp', 10.5)]
  const one = found(boxOf(quiet, { newcomers: [stray(11)] }))
  assert.deepEqual([one.class, one.changed, one.clean], ['igual', true, true])
  const rest = [1, 2, 3, 4].map(() => [lit(1), lit(29)])
  const rival = { newcomers: [stray(11)], tree: { outside: [off, ...rest], restarts: [] } }
  assert.deepEqual(said(boxOf(quiet, rival)), ['no_concluyente', 'silent', false, false])
  // Further away, or off since days: not in its place.
  const far = [lit(1, { distance_m: 1800 }), alarm('dying_gasp', 10.5), dark(29, 'dying_gasp', 10.5)]
  const old = [dark(1, 'dying_gasp', -3 * day), dark(29, 'dying_gasp', -3 * day)]
  for (const other of [far, old])
    assert.equal(found(boxOf(quiet, { ...rival, tree: { outside: [other, ...rest], restarts: [] } })).changed, true)
})

/** The OLT answers nothing at the request, and later that the line is dark, without a time. */
const undated = (state: 'los' | 'offline' | 'dying_gasp', rest: Partial<WatchedOnt>) =>
  boxOf(neighbour(1, [silent(1), dark(9, state, null), dark(29, state, null)], rest))
const light = (minutes: number) => ({ at: at(minutes), rx_dbm: -20, olt_rx_dbm: -22, distance_m: 1500 })

test('rule 11: a line that is dark without a time was dark before the request only if a reading had found it so', () => {
  const old = { last_known: light(-3 * day) }
  for (const state of ['los', 'offline'] as const) {
    assert.deepEqual(said(undated(state, old)), ['no_concluyente', 'unread', false, false])
    assert.deepEqual(said(undated(state, { last_known: null })), ['no_concluyente', 'unread', false, false])
    assert.deepEqual(said(undated(state, { ...old, found_dark_at: at(-600) })), ['igual', null, true, false])
    assert.equal(found(undated(state, { ...old, found_dark_at: at(-10) })).doubt, 'dark_before')
    assert.equal(found(undated(state, { last_known: light(-600) })).doubt, 'dark_before')
  }
  assert.deepEqual(said(undated('dying_gasp', old)), ['igual', null, true, false])
})

test('rule 9: a line that its operator has ceased is no neighbour from then on', () => {
  const gone = [silent(1), silent(29)]
  assert.deepEqual(said(boxOf(neighbour(1, gone, { ceased_at: at(-3 * day) }))), ['igual', null, true, false])
  assert.equal(found(boxOf(neighbour(1, gone))).doubt, 'unread')
  const during = [lit(1), silent(29)]
  assert.deepEqual(said(boxOf(neighbour(1, during, { ceased_at: at(10) }))), ['apagado', null, true, false])
  // What was done to it before stays done.
  const before = found(boxOf(neighbour(1, cut(5), { ceased_at: at(20) })))
  assert.deepEqual([before.class, before.clean], ['corte_recuperado', false])
})

test('rule 6: the power of a street went only if its gasps are of that moment', () => {
  const pulled = [alarm('los', 0.05), dark(0.1, 'los', 0.05), dark(29, 'los', 0.05)]
  const off = [2, 3, 4, 5, 6].map((port) =>
    neighbour(port, [dark(0.1, 'dying_gasp', null), dark(29, 'dying_gasp', null)]),
  )
  const onts = [neighbour(1, pulled), ...off, neighbour(7)]
  assert.deepEqual(said(boxOf(pulled, { onts })), blamed)
})

test('rule 5: the live view says when a dark line is left alone by those that fell with it', () => {
  const fell = [lit(1), alarm('los', 10), alarm('up', 15)]
  const left = [lit(1), alarm('los', 10.01)]
  const others = [2, 3, 4, 5].map((port) => neighbour(port, fell))
  const box = (outside: Evidence[]) =>
    boxOf(left, {
      onts: [neighbour(1, left), ...others],
      tree: { outside: [1, 2, 3].map(() => outside), restarts: [] },
    })
  // The tree fell; all hairs of the box fell.
  for (const outside of [fell, [lit(1), lit(16)]]) {
    assert.equal(liveView(box(outside), 1, at(12)).again_at, null)
    assert.equal(liveView(box(outside), 1, at(16)).again_at, at(20))
    assert.equal(liveView(box(outside), 1, at(21)).again_at, null)
    assert.deepEqual(said(box(outside), 21), ['no_concluyente', 'dark_after_outage', false, false])
  }
})

test('rule 10: a loss is dated in the work that it is a finding of', () => {
  const late = [silent(1), lit(9, { rx_dbm: -26, olt_rx_dbm: -28 }), lit(29, { rx_dbm: -26, olt_rx_dbm: -28 })]
  const one = found(boxOf(neighbour(1, late, { last_known: light(-10) })))
  assert.deepEqual([one.class, one.at], ['degradado', at(0)])
})
