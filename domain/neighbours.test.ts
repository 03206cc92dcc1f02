import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  classify,
  closes,
  earnsDischarge,
  harmedCount,
  isHarm,
  judge,
  outages,
  verdictOf,
  wholePon,
} from './neighbours.ts'
import type { Cut, Neighbour, PortReading, Watched } from './neighbours.ts'
import { neighbourClasses, opticalStates, verdicts } from './status.ts'
import type { NeighbourClass, Verdict } from './status.ts'

const end = 600_000
const lit = (port: number, rx: number | null = -20, serial: string | null = `HWTC0000000${port}`): PortReading => ({
  port,
  serial,
  state: 'online',
  rx_dbm: rx,
  olt_rx_dbm: rx === null ? null : rx - 1,
})
const unlit = (port: number, state: PortReading['state'] = 'los', serial?: string): PortReading => ({
  ...lit(port, null, serial),
  state,
  olt_rx_dbm: null,
})
const silence = (down_at: number, up_at: number | null): Cut => ({ down_at, up_at, gasp: false, silent: true })
const loss = (down_at: number, up_at: number | null, gasp = false): Cut => ({ down_at, up_at, gasp })
const watch = (after: PortReading | null, extra: Partial<Watched> = {}): Watched => ({
  port: 7,
  before: lit(7),
  after,
  cuts: [],
  baseline: null,
  ...extra,
})
function one(watched: Watched, elsewhere: PortReading[] = []): Neighbour {
  const [found] = classify([watched], [...elsewhere, ...(watched.after ? [watched.after] : [])], end)
  assert.ok(found)
  return found
}

type Row = [name: string, watched: Watched, found: NeighbourClass, level: Neighbour['level'], elsewhere?: PortReading[]]
const heardAfter = [silence(1000, null), loss(2000, null)]
const touches = (count: number) => Array.from({ length: count }, (_, at) => loss(at * 30_000, at * 30_000 + 3000))
const steady = { p50: -20, stddev: 0.1 }
const table: Row[] = [
  ['as before', watch(lit(7)), 'igual', 'ok'],
  ['a touch', watch(lit(7), { cuts: [loss(1000, 20_999)] }), 'microcorte', 'ok'],
  ['four touches', watch(lit(7), { cuts: touches(4) }), 'microcorte', 'ok'],
  ['five touches', watch(lit(7), { cuts: touches(5) }), 'microcorte', 'aviso'],
  ['twenty seconds', watch(lit(7), { cuts: [loss(1000, 21_000)] }), 'corte_recuperado', 'aviso'],
  ['back without saying so', watch(lit(7), { cuts: [loss(1000, null)] }), 'corte_recuperado', 'aviso'],
  ['switched off and on', watch(lit(7), { cuts: [loss(1000, 90_000, true)] }), 'igual', 'ok'],
  ['1.99 dB less', watch(lit(7, -21.99)), 'igual', 'ok'],
  ['2 dB less', watch(lit(7, -22)), 'degradado', 'aviso'],
  ['2.99 dB less', watch(lit(7, -22.99)), 'degradado', 'aviso'],
  ['3 dB less', watch(lit(7, -23)), 'degradado', 'bloqueo'],
  ['3 dB more', watch(lit(7, -17)), 'igual', 'ok'],
  ['less, as never in a month', watch(lit(7, -23), { baseline: steady }), 'degradado', 'bloqueo'],
  ['less, as so often', watch(lit(7, -23), { baseline: { p50: -21, stddev: 0.8 } }), 'igual', 'ok'],
  [
    'less by what the OLT receives',
    watch({ ...lit(7), rx_dbm: null, olt_rx_dbm: -24 }, { baseline: steady }),
    'degradado',
    'bloqueo',
  ],
  ['lit without figures', watch({ ...lit(7), rx_dbm: null, olt_rx_dbm: null }), 'igual', 'ok'],
  ['a touch and less light', watch(lit(7, -22.5), { cuts: [loss(0, 5000)] }), 'degradado', 'aviso'],
  ['last gasp', watch(unlit(7, 'dying_gasp')), 'apagado', 'ok'],
  ['gasp known to the OLT alone', watch(unlit(7, 'dying_gasp'), { cuts: [loss(1000, null)] }), 'apagado', 'ok'],
  ['disabled', watch(unlit(7, 'admin_down')), 'apagado', 'ok'],
  ['LOS after a gasp', watch(unlit(7), { cuts: [loss(1000, null, true), loss(1200, null)] }), 'apagado', 'ok'],
  ['gasp told after its LOS', watch(unlit(7), { cuts: [loss(1000, null), loss(4000, null, true)] }), 'apagado', 'ok'],
  ['offline after a gasp', watch(unlit(7, 'offline'), { cuts: [loss(1000, null, true)] }), 'apagado', 'ok'],
  [
    'LOS long after a gasp',
    watch(unlit(7), { cuts: [loss(1000, null, true), loss(90_000, null)] }),
    'desconectado',
    'bloqueo',
  ],
  ['LOS after a gasp that ended', watch(unlit(7), { cuts: [loss(1000, 2000, true)] }), 'desconectado', 'bloqueo'],
  [
    'cut, back, then off',
    watch(unlit(7), { cuts: [loss(0, 30_000), loss(60_000, null, true)] }),
    'corte_recuperado',
    'aviso',
  ],
  ['LOS', watch(unlit(7), { cuts: [loss(1000, null)] }), 'desconectado', 'bloqueo'],
  ['LOS that nobody heard', watch(unlit(7)), 'desconectado', 'bloqueo'],
  ['gone', watch(unlit(7, 'offline')), 'no_concluyente', 'aviso'],
  ['found gone', watch(unlit(7, 'offline'), { cuts: [silence(0, null)] }), 'no_concluyente', 'aviso'],
  ['found gone, then heard', watch(unlit(7, 'offline'), { cuts: heardAfter }), 'desconectado', 'bloqueo'],
  ['found gone, dark now', watch(unlit(7), { cuts: [silence(0, null)] }), 'desconectado', 'bloqueo'],
  ['gone without a word and back', watch(lit(7), { cuts: [silence(1000, 90_000)] }), 'igual', 'ok'],
  ['back as another ONT', watch(lit(7, -20, 'ZTEG00000001')), 'desconectado', 'bloqueo'],
  ['its ONT on port 9', watch(unlit(7)), 'movido', 'bloqueo', [lit(9, -20, 'HWTC00000007')]],
  ['swapped', watch(lit(7, -20, 'HWTC00000009')), 'movido', 'bloqueo', [lit(9, -20, 'HWTC00000007')]],
  ['unread, but seen on port 9', watch(null), 'movido', 'bloqueo', [lit(9, -20, 'HWTC00000007')]],
  ['its dark ONT on port 9', watch(unlit(7)), 'desconectado', 'bloqueo', [unlit(9, 'los', 'HWTC00000007')]],
  ['its ONT on both ports', watch(lit(7)), 'igual', 'ok', [lit(9, -20, 'HWTC00000007')]],
  ['unread, though seen in its place', watch(null), 'no_concluyente', 'aviso', [lit(7)]],
  ['unread', watch(null), 'no_concluyente', 'aviso'],
  ['unreadable', watch(unlit(7, 'unknown')), 'no_concluyente', 'aviso'],
  ['unread before, lit now', watch(lit(7), { before: unlit(7, 'unknown') }), 'igual', 'ok'],
  ['unread before, dark now', watch(unlit(7), { before: unlit(7, 'unknown') }), 'no_concluyente', 'aviso'],
  [
    'unread before, seen to fall',
    watch(unlit(7), { before: unlit(7, 'unknown'), cuts: [loss(1000, null)] }),
    'desconectado',
    'bloqueo',
  ],
  ['dark before', watch(unlit(7), { before: unlit(7) }), 'igual', 'ok'],
  ['off before, unread now', watch(null, { before: unlit(7, 'dying_gasp') }), 'igual', 'ok'],
  ['dark before, another ONT now', watch(lit(7, -20, 'ZTEG00000001'), { before: unlit(7) }), 'igual', 'aviso'],
]

test('every way a neighbour may end', () => {
  for (const [name, watched, found, level, elsewhere] of table) {
    const result = one(watched, elsewhere)
    assert.deepEqual([result.class, result.level], [found, level], name)
  }
  assert.deepEqual([...new Set(table.map((row) => row[2]))].sort(), [...neighbourClasses].sort())
})

test('cuts are told with their number, length and end', () => {
  const cuts = [loss(0, 4900), loss(100_000, 125_600), loss(200_000, 290_000, true)]
  const { delta_db, ...result } = one(watch(lit(7, -20.4), { cuts }))
  assert.equal(delta_db, -0.4)
  assert.deepEqual(result, {
    port: 7,
    class: 'corte_recuperado',
    cuts: 2,
    short_cuts: 1,
    longest_cut_s: 25,
    restored_at: 125_600,
    level: 'aviso',
    preexisting: false,
  })
  const still = one(watch(unlit(7), { cuts: [loss(end - 42_000, null)] }))
  assert.deepEqual([still.cuts, still.longest_cut_s, still.restored_at, still.delta_db], [1, 42, null, null])
  const later = one(watch(lit(7), { cuts: [loss(end + 1, null)] }))
  assert.deepEqual([later.class, later.cuts, later.longest_cut_s], ['igual', 0, 0])
})

test('losses of light do not overlap, whatever alarms came in whatever order', () => {
  const alarm = fc.record({
    down_at: fc.integer({ min: 0, max: end * 2 }),
    up_at: fc.option(fc.integer({ min: 0, max: end }), { nil: null }),
    gasp: fc.boolean(),
  })
  const alarms = fc
    .uniqueArray(alarm, { selector: (cut) => cut.down_at })
    .map((all) => all.map((cut) => ({ ...cut, up_at: cut.up_at === null ? null : cut.down_at + cut.up_at })))
  fc.assert(
    fc.property(alarms, (cuts) => {
      const found = outages(cuts, end)
      assert.deepEqual(outages(cuts.toReversed(), end), found)
      for (const [at, cut] of found.entries()) {
        assert.ok(cut.down_at <= end && (cut.up_at ?? end) <= end && (cut.up_at ?? end) >= cut.down_at)
        const next = found[at + 1]
        if (next) assert.ok(cut.up_at !== null && cut.up_at <= next.down_at)
      }
      assert.equal(
        found.length > 0,
        cuts.some((cut) => cut.down_at <= end),
      )
    }),
  )
})

const reading = (port: number) =>
  fc.record({
    port: fc.constant(port),
    serial: fc.option(fc.constantFrom('AAAA00000001', 'AAAA00000002', 'AAAA00000003'), { nil: null }),
    state: fc.constantFrom(...opticalStates),
    rx_dbm: fc.option(fc.double({ min: -30, max: -8, noNaN: true }), { nil: null }),
    olt_rx_dbm: fc.option(fc.double({ min: -32, max: -8, noNaN: true }), { nil: null }),
  })
const cut = fc.record({
  down_at: fc.integer({ min: 0, max: end }),
  up_at: fc.option(fc.integer({ min: 0, max: end }), { nil: null }),
  gasp: fc.boolean(),
})
const neighbour = (port: number) =>
  fc.record({
    port: fc.constant(port),
    before: reading(port),
    after: fc.option(reading(port), { nil: null }),
    cuts: fc.array(
      cut.map((one) => ({ ...one, up_at: one.up_at === null ? null : one.down_at + one.up_at })),
      { maxLength: 6 },
    ),
    baseline: fc.option(fc.record({ p50: fc.constant(-20), stddev: fc.double({ min: 0, max: 2, noNaN: true }) }), {
      nil: null,
    }),
  })
const box = fc.tuple(neighbour(1), neighbour(2), neighbour(3), neighbour(4))
const seenIn = (all: readonly Watched[]) => all.flatMap(({ after }) => after ?? [])
const judged = (all: readonly Watched[]) => classify(all, seenIn(all), end)
const classesOf = (all: readonly Watched[]) => judged(all).map((found) => found.class)

test('every neighbour has one class, in any order of ports, and one that was dark before is never harmed', () => {
  fc.assert(
    fc.property(box, (all) => {
      const found = judged(all)
      assert.deepEqual(judged(all.toReversed()).toReversed(), found)
      for (const { class: name, preexisting, short_cuts, cuts, level } of found) {
        assert.ok(neighbourClasses.includes(name) && short_cuts <= cuts)
        if (preexisting) assert.ok(!isHarm(name) && level !== 'bloqueo')
        if (isHarm(name)) assert.equal(level, 'bloqueo')
      }
    }),
    { numRuns: 2000 },
  )
})

test('a neighbour to whom nothing happened changes no verdict', () => {
  fc.assert(
    fc.property(box, (all) => {
      const clean = watch(lit(9, -20, 'ZZZZ00000009'), { port: 9, before: lit(9, -20, 'ZZZZ00000009') })
      assert.equal(verdictOf(classesOf([...all, clean])), verdictOf(classesOf(all)))
    }),
  )
})

test('the worst class names the verdict', () => {
  const worst: Readonly<Record<NeighbourClass, Verdict>> = {
    igual: 'limpia',
    apagado: 'limpia',
    microcorte: 'con_microcortes',
    corte_recuperado: 'con_microcortes',
    degradado: 'degradada',
    no_concluyente: 'no_concluyente',
    desconectado: 'con_desconectados',
    movido: 'con_desconectados',
  }
  const rank: Verdict[] = ['limpia', 'con_microcortes', 'degradada', 'no_concluyente', 'con_desconectados']
  assert.equal(verdictOf([]), 'limpia')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...neighbourClasses), { minLength: 1 }), (classes) => {
      const ranks = classes.map((name) => rank.indexOf(worst[name]))
      assert.equal(verdictOf(classes), rank[Math.max(...ranks)])
    }),
  )
})

test('a tree fell only when what hangs outside the box fell too', () => {
  assert.equal(wholePon({ online: 50, dropped: 40 }, { online: 10, dropped: 8 }), true)
  assert.equal(wholePon({ online: 50, dropped: 39 }, { online: 10, dropped: 10 }), false)
  assert.equal(wholePon({ online: 18, dropped: 16 }, { online: 16, dropped: 16 }), false)
  assert.equal(wholePon({ online: 10, dropped: 10 }, { online: 10, dropped: 10 }), false)
  assert.equal(wholePon({ online: 0, dropped: 0 }, { online: 0, dropped: 0 }), false)
})

test('circumstances decide who answers for the harm', () => {
  const cutOff = judged([watch(unlit(7))])
  const moved = classify([watch(unlit(7))], [lit(9, -20, 'HWTC00000007')], end)
  const fine = judged([watch(lit(7))])
  const weak = judged([watch(lit(7, -24))])
  const dim = judged([watch(lit(7, -22.5))])
  const none = { verdict: 'no_concluyente', level: 'aviso', harmed: 0, blame: false }
  assert.deepEqual(judge(fine), { verdict: 'limpia', level: 'ok', harmed: 0, blame: false })
  assert.deepEqual(judge(cutOff), { verdict: 'con_desconectados', level: 'bloqueo', harmed: 1, blame: true })
  assert.deepEqual(judge(cutOff, { upstream: true }), none)
  assert.deepEqual(judge(fine, { upstream: true }), none)
  assert.equal(judge(moved, { upstream: true }).blame, true)
  assert.deepEqual(judge(cutOff, { shared: true }), {
    verdict: 'no_concluyente',
    level: 'bloqueo',
    harmed: 1,
    blame: false,
  })
  assert.equal(judge(fine, { shared: true }).verdict, 'limpia')
  assert.equal(judge(weak).level, 'aviso')
  assert.equal(judge(weak, { degradedBlocks: true }).level, 'bloqueo')
  assert.equal(judge(dim, { degradedBlocks: true }).level, 'aviso')
  assert.equal(judge(weak, { degradedBlocks: true, upstream: true }).level, 'aviso')
  assert.equal(harmedCount(['desconectado', 'movido', 'degradado', 'apagado']), 2)
})

test('harm stops the closing, doubt does not, and only proof earns a discharge', () => {
  const open = verdicts.map((verdict) => [verdict, closes(verdict, 'aviso'), earnsDischarge(verdict, false)])
  assert.deepEqual(open, [
    ['limpia', 'clean', true],
    ['con_microcortes', 'clean', true],
    ['degradada', 'clean', false],
    ['con_desconectados', 'harmed', false],
    ['no_concluyente', 'clean', false],
  ])
  for (const verdict of verdicts) {
    assert.equal(closes(verdict, 'bloqueo'), 'harmed')
    assert.equal(earnsDischarge(verdict, true), false)
  }
})
