import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BoxEvidence, Evidence, ReadingEvidence, WatchedOnt, Work } from './evidence.ts'
import { judgeWork } from './judgement.ts'
import { columnsOf } from '../test/columns.ts'
import { liveView } from './live-view.ts'

const start = Date.UTC(2026, 10, 20, 10)
const at = (seconds: number) => start + seconds * 1000
const alarm = (kind: 'los' | 'dying_gasp' | 'up', seconds: number): Evidence => ({
  kind: 'alarm',
  alarm: kind,
  at: at(seconds),
})
const reading = (seconds: number, over: Partial<ReadingEvidence> = {}): ReadingEvidence => {
  const lit = (over.state ?? 'online') === 'online'
  return {
    ...{ kind: 'reading', at: at(seconds), state: 'online', distance_m: 1000, last_down_cause: null },
    ...{ rx_dbm: lit ? -19.5 : null, olt_rx_dbm: lit ? -21 : null, last_down_at: null, last_up_at: null },
    ...over,
  }
}
const ont = (port: number, evidence: Evidence[], over: Partial<WatchedOnt> = {}): WatchedOnt => ({
  ...{ port, vno_id: 2, serial: `HWTC0000000${port}`, worked: false, evidence },
  ...{ last_known: null, found_dark_at: null, baseline: null, ceased_at: null, changes_ordered: [] },
  ...over,
})
const lit = [reading(-60)]
/** A box with one work since `start`; no other ONT of the box or the tree loses light. */
const boxOf = (onts: WatchedOnt[], outside: Evidence[][] = [lit, lit]): BoxEvidence => ({
  onts: [...onts, ont(8, lit), ont(9, lit)],
  newcomers: [],
  tree: { outside, restarts: [] },
  works: [{ id: 1, technician_id: 5, vno_id: 1, from: start, to: null, control_to: null }],
})
const viewOf = (box: BoxEvidence, now: number) => {
  const port = liveView(box, 1, at(now)).ports[0]
  assert.ok(port)
  const cuts = port.cuts.map(({ from, to, ...rest }) => ({
    ...{ from: (from - start) / 1000, to: to === null ? null : (to - start) / 1000 },
    ...rest,
  }))
  return { ...port, cuts }
}
const hear = (evidence: Evidence[], now = 3600) => viewOf(boxOf([ont(7, [...lit, ...evidence])]), now)
const spans = (evidence: Evidence[], now?: number) =>
  hear(evidence, now).cuts.map(({ from, to, own }) => [from, to, own])

describe('the cuts of a watched port as its board shows them', () => {
  it('a loss and its return are one cut, whatever comes first', () => {
    for (const order of [
      [alarm('los', 5), alarm('up', 12)],
      [alarm('up', 12), alarm('los', 5)],
    ]) {
      assert.deepEqual(spans(order), [[5, 12, false]])
      assert.equal(hear(order).state, 'online')
    }
  })

  it('a gasp beside the loss makes it the customer’s own, in any order', () => {
    for (const order of [
      [alarm('los', 5), alarm('dying_gasp', 5.4)],
      [alarm('dying_gasp', 5.4), alarm('los', 5)],
    ]) {
      const { state, cuts } = hear(order)
      assert.deepEqual([state, cuts], ['dying_gasp', [{ from: 5, to: null, class: null, own: true, hand: false, doubt: null }]]) // prettier-ignore
    }
  })

  it('a LOS that nothing confirms yet is told at once', () => {
    const [cut] = hear([alarm('los', 5)], 5).cuts
    assert.deepEqual(cut, { from: 5, to: null, class: null, own: false, hand: true, doubt: null })
  })

  it('what was dark before the work accuses nobody, until it has had light', () => {
    const dark = reading(-300, { state: 'los', last_down_at: at(-4000), last_down_cause: 'los' })
    const seen = (more: Evidence[]) => viewOf(boxOf([ont(7, [dark, ...more])]), 3600)
    assert.deepEqual([seen([alarm('los', 5)]).state, seen([]).cuts], ['los', []])
    const again = seen([alarm('up', 60), alarm('los', 120)])
    assert.deepEqual([again.state, again.cuts.map(({ from, hand }) => [from, hand])], ['los', [[120, true]]])
    assert.equal(again.back_at, at(60))
  })

  it('the same loss told twice is one', () => {
    assert.deepEqual(spans([alarm('los', 5), alarm('los', 5), alarm('up', 9), alarm('up', 9)]), [[5, 9, false]])
  })

  it('a reading finds a cut that no alarm told of, and the alarm that comes late adds nothing', () => {
    const dark = reading(20, { state: 'los', last_down_at: at(15), last_down_cause: 'los' })
    assert.deepEqual(spans([dark]), [[15, null, false]])
    assert.deepEqual(spans([dark, alarm('los', 15)]), [[15, null, false]])
    assert.deepEqual(spans([dark, alarm('los', 22)]), [[15, null, false]])
  })

  it('a reading finds a cut that is over, once', () => {
    const back = (seconds: number) =>
      reading(seconds, { last_down_at: at(15), last_up_at: at(40), last_down_cause: 'los' })
    assert.deepEqual(spans([back(60)]), [[15, 40, false]])
    assert.deepEqual(spans([back(60), back(70), alarm('los', 15), alarm('up', 40)]), [[15, 40, false]])
  })

  it('a reading ends a cut whose return was never told', () => {
    const { state, cuts } = hear([alarm('los', 5), reading(50, { last_down_at: at(5), last_up_at: at(31) })])
    assert.deepEqual([state, cuts[0]?.from, cuts[0]?.to], ['online', 5, 31])
  })

  it('a reading older than the last alarm says nothing of the light', () => {
    assert.deepEqual(spans([alarm('los', 30), reading(29)]), [[30, null, false]])
    assert.deepEqual(spans([alarm('los', 30), alarm('up', 40), reading(35, { state: 'los' })]), [[30, 40, false]])
  })

  it('an ONT that a reading finds gone accuses nobody, unless its light is heard to fail; back, it was its own', () => {
    const gone = reading(20, { state: 'offline', last_down_at: at(15), last_down_cause: 'unknown' })
    assert.deepEqual([hear([gone]).state, hear([gone]).cuts.map((cut) => [cut.class, cut.own, cut.hand])], ['offline', [['no_concluyente', false, false]]]) // prettier-ignore
    assert.equal(hear([gone, alarm('los', 16)]).cuts[0]?.hand, true)
    const back = hear([gone, alarm('up', 90)])
    assert.deepEqual(columnsOf(back.cuts, 'class', 'own', 'hand'), [['apagado', true, false]])
    const told = reading(20, { state: 'offline', last_down_at: at(15), last_down_cause: 'dying_gasp' })
    assert.deepEqual(spans([told]), [[15, null, true]])
  })

  it('nothing is concluded from a port that could not be read', () => {
    assert.deepEqual(hear([reading(9, { state: 'unknown' })]), hear([]))
    assert.equal(viewOf(boxOf([ont(7, [reading(9, { state: 'unknown' })])]), 60).state, null)
  })

  it('a cut has no class while it lasts, then by its length and its cause', () => {
    const classes = [
      hear([alarm('los', 5), alarm('up', 24.9)]),
      hear([alarm('los', 5), alarm('up', 25)]),
      hear([alarm('dying_gasp', 5), alarm('up', 90)]),
      hear([alarm('los', 5)]),
    ].map(({ cuts }) => cuts[0]?.class)
    assert.deepEqual(classes, ['microcorte', 'corte_recuperado', 'apagado', null])
  })

  it('what the tree took is the tree’s, by the alarms of the others alone, and stays so when the light is back', () => {
    const fallen = [5, 6].map((seconds) => [...lit, alarm('los', seconds)])
    const onts = [7, 8, 9].map((port) => ont(port, [...lit, alarm('los', 5)]))
    const tree = { ...boxOf([], fallen), onts }
    assert.deepEqual(liveView(tree, 1, at(60)).upstream, true)
    for (const { cuts } of liveView(tree, 1, at(60)).ports)
      assert.deepEqual(columnsOf(cuts, 'class', 'hand', 'doubt'), [['no_concluyente', false, 'outage']])
    const over = (evidence: readonly Evidence[]) => [...evidence, alarm('up', 300)]
    const back = {
      ...tree,
      onts: onts.map((one) => ({ ...one, evidence: over(one.evidence) })),
      tree: { outside: fallen.map(over), restarts: [] },
    }
    assert.deepEqual(columnsOf(viewOf(back, 600).cuts, 'to', 'class', 'doubt'), [[300, 'no_concluyente', 'outage']])
  })

  it('when the feeder of the box is cut nobody is accused, and whoever works there sees who has no light', () => {
    const onts = [7, 8, 9].map((port) => ont(port, [...lit, alarm('los', 5)]))
    const box = { ...boxOf([]), onts }
    assert.ok(judgeWork(box, 1, { degraded_blocks: false }, at(60)).findings.every((one) => one.doubt === 'box_feeder'))
    assert.deepEqual(viewOf(box, 60).cuts[0], {
      ...{ from: 5, to: null, class: 'no_concluyente', own: false, hand: false, doubt: 'box_feeder' },
    })
    const back = { ...box, onts: onts.map((one) => ({ ...one, evidence: [...one.evidence, alarm('up', 65)] })) }
    assert.deepEqual(viewOf(back, 90).cuts[0]?.class, 'no_concluyente')
  })

  it('a hair that was put into another splitter leaves its port without light', () => {
    const seen = hear([alarm('los', 5), reading(40, { elsewhere: true })])
    assert.deepEqual([seen.state, seen.cuts.map(({ to, class: found, hand }) => [to, found, hand])], ['los', [[null, null, true]]]) // prettier-ignore
  })

  it('the port that is worked on is nobody’s harm, and its cuts are touches', () => {
    const { state, cuts } = viewOf(boxOf([ont(7, [...lit, alarm('los', 5)], { worked: true })]), 60)
    assert.deepEqual([state, cuts[0]?.from, cuts[0]?.hand], ['los', 5, false])
  })

  it('a darkness at the port that is worked on is the work’s own doing unless somebody else works in the box', () => {
    const mine: Work = { ...boxOf([]).works[0]!, worked_ports: [7] }
    const own = (others: Partial<Work>[] = [], evidence = [alarm('los', 100), alarm('up', 130)]) => {
      const works = [mine, ...others.map((one) => ({ ...mine, id: 2, worked_ports: [], ...one }))]
      const box = { ...boxOf([ont(7, [...lit, ...evidence], { worked: true })]), works }
      return viewOf(box, 200).cuts.map((cut) => [cut.own, cut.hand])
    }
    assert.deepEqual(own(), [[true, false]])
    assert.deepEqual(own([{ vno_id: 2, technician_id: 6 }]), [[false, false]], 'another operator')
    assert.deepEqual(own([{ technician_id: 6 }]), [[false, false]], 'a colleague')
    assert.deepEqual(own([{ vno_id: 2, to: at(60) }]), [[true, false]], 'gone by then')
    assert.deepEqual(own([{ vno_id: 2, from: at(160) }]), [[true, false]], 'not there yet')
    const found = reading(20, { state: 'los', last_down_cause: 'los' })
    assert.deepEqual(own([], [found]), [[false, false]], 'it may have fallen before the request')
  })

  it('touches that add up to a loss of service are called that, as in the report', () => {
    const touches = (count: number) =>
      Array.from({ length: count }, (_, n) => [alarm('los', 10 + n * 60), alarm('up', 22 + n * 60)]).flat()
    const classes = (count: number) =>
      viewOf(boxOf([ont(7, [...lit, ...touches(count)])]), 700).cuts.map((cut) => cut.class)
    assert.deepEqual(classes(4), Array<string>(4).fill('microcorte'))
    assert.deepEqual(classes(6), Array<string>(6).fill('corte_recuperado'))
  })
})
