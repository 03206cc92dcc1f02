import { eventType, portState, processState } from '@hilo/domain/status.ts'
import type { OpticalState, Phase } from '@hilo/domain/status.ts'
import { quantise } from '@hilo/domain/optics.ts'
import type { AlarmEvidence } from '@hilo/domain/proof/evidence.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import { text } from '../../http/texts.ts'
import { compare, judgedReading } from '../../process/judging/compare.ts'
import type { Comparison, Facts } from '../../process/judging/compare.ts'
import type { WatchedRow } from '../../process/judging/facts.ts'
import type { SnapshotItem } from '../../process/opening/snapshot.ts'
import type { Draft, World } from '../draft.ts'
import { at, createRng } from '../rng.ts'
import type { Rng } from '../rng.ts'
import { day, minute, second, stamp } from '../time.ts'
import { boxLines } from './box-lines.ts'
import type { BoxLine } from './box-lines.ts'
import { isTold, workedPort } from './incident.ts'

const state = processState.is

export interface Taken {
  phase: Phase
  at: number
  items: SnapshotItem[]
  complete: number
}
/** A watched position with what was heard of its light. */
export interface HeardRow extends WatchedRow {
  cuts: { down_at: string; up_at: string | null; gasp: boolean }[]
}

/** What was kept of an intervention: its readings in order, its watched ports, what came of them. */
export interface Proof {
  readings: Taken[]
  watched: HeardRow[]
  /** The box as it was last seen, whether or not that was kept as a reading of its own. */
  last: SnapshotItem[]
  /** By the last reading; null while only the first was taken. */
  comparison: Comparison | null
  /** Whether it closed with a report. */
  frozen: boolean
}

interface PortCut {
  down: number
  up: number | null
  gasp: boolean
}
interface Scene {
  draft: Draft
  lines: BoxLine[]
  own: number | null
  opened: number
  /** By number of the position. */
  cuts: Map<number, PortCut[]>
  rng: Rng
}

/** States whose interventions were read before the work. */
const opened: readonly number[] = [state.created, state.finalizing, state.wronglyFinalized, state.wronglyCancelled]
/** ... and again after it, with a report. */
const closed: readonly number[] = [state.finalized, state.finalizedSync, state.cancelled, state.canceledSync]

/** Stopped because nobody closed it in time. */
const expired = ({ state: now, resume }: Draft) => now === state.error && resume === state.cancelled

/** Whether an intervention keeps its readings: what goes on, what is recent, and whatever harmed somebody. */
export function isProven({ now, proofs }: World, draft: Draft): boolean {
  if (draft.type !== eventType.is.createListener || draft.started === null) return false
  if (opened.includes(draft.state)) return true
  const recent = now - draft.created < proofs.days * day && draft.line % proofs.oneIn === 0
  return recent || (proofs.harm && draft.incidents.some(isTold))
}

/** Customers who switch off by themselves: half of them once a day, most for some minutes. */
function powerCuts(scene: Omit<Scene, 'cuts'>, span: number): [number, PortCut[]][] {
  const { lines, own, opened: from, rng, draft } = scene
  const touched = new Set(draft.incidents.map(({ port }) => port))
  return lines.flatMap(({ plan, state: light }): [number, PortCut[]][] => {
    if (light !== 'online' || plan.number === own || touched.has(plan.number)) return []
    if (!rng.chance((0.5 * span) / day)) return []
    const down = from + Math.floor(rng.next() * span)
    const lasts = rng.chance(0.7) ? rng.logNormal(5, 0.5) : 30 + rng.logNormal(180, 0.8)
    const up = down + Math.floor(lasts * minute)
    const back = up < from + span ? up : null
    // Whoever is off now is so in the inventory, and was before.
    if (back === null && opened.includes(draft.state)) return []
    return [[plan.number, [{ down, up: back, gasp: true }]]]
  })
}

function handCuts({ incidents }: Draft, from: number): Map<number, PortCut[]> {
  const cuts = new Map<number, PortCut[]>()
  for (const { kind, port, after, lasts } of incidents) {
    if (kind === 'seat' || kind === 'unread') continue
    const down = from + after
    cuts.set(port, [...(cuts.get(port) ?? []), { down, up: lasts === null ? null : down + lasts, gasp: false }])
  }
  return cuts
}

function sceneOf(world: World, draft: Draft): Scene {
  const from = draft.started ?? draft.created
  const lines = boxLines(world, at(world.survey.box, draft.line))
  const scene = { draft, lines, own: workedPort(world, draft), opened: from, rng: createRng(92, draft.id) }
  const until = draft.finished ?? Math.min(draft.updated, world.now)
  const cuts = new Map([...handCuts(draft, from), ...powerCuts(scene, Math.max(until - from, 0))])
  return { ...scene, cuts }
}

/** The position that a new customer gets: promised before, dark until his ONT is there. */
function ownLight({ draft, own }: Scene, line: BoxLine, when: number, from: number): OpticalState | null {
  if (line.plan.number !== own || draft.kind !== 'alta' || line.plan.state !== portState.is.ocupado) return null
  const end = draft.finished ?? Infinity
  const failed = draft.refusals.some(({ code }) => code === 'ONT_NOT_DETECTED')
  const lit = draft.power !== null && when > (failed ? end - minute : from + (end - from) * 0.7)
  return lit ? 'online' : 'unknown'
}

interface Look {
  state: OpticalState
  line: BoxLine
  db: number
}

/** What answers at a position at an instant, and whose hair is there. */
function lookAt(scene: Scene, line: BoxLine, when: number, last: boolean): Look {
  const { number } = line.plan
  const own = ownLight(scene, line, when, scene.opened)
  if (own !== null) return { state: own, line, db: 0 }
  if (line.state !== 'online') return { state: line.state, line, db: 0 }
  const here = scene.draft.incidents.filter(({ port }) => port === number)
  const dark = scene.cuts.get(number)?.find(({ down, up }) => down <= when && (up === null || up > when))
  const swap = here.find(({ kind }) => kind === 'swap')
  if (dark && swap) {
    const other = scene.lines.find(({ plan }) => plan.number === swap.with) ?? line
    return { state: 'online', line: other, db: 0 }
  }
  if (dark) return { state: dark.gasp ? 'dying_gasp' : 'los', line, db: 0 }
  if (last && here.some(({ kind }) => kind === 'unread')) return { state: 'unknown', line, db: 0 }
  const seat = here.find(({ kind }) => kind === 'seat')
  return { state: 'online', line, db: last && seat ? seat.db : 0 }
}

function itemAt(scene: Scene, line: BoxLine, when: number, last: boolean): SnapshotItem {
  const { plan, portId, vnoId, accessId, accessCode } = line
  const { state: seen, line: hair, db } = lookAt(scene, line, when, last)
  const lit = seen === 'online'
  const noise = () => scene.rng.normal(0, 0.08) - db
  const fell = scene.cuts.get(plan.number)?.findLast(({ down }) => down <= when)
  const back = fell?.up != null && fell.up <= when ? fell.up : null
  const promised = plan.number === scene.own && scene.draft.kind === 'alta'
  return {
    port: plan.number,
    port_id: portId,
    port_state: promised ? portState.is.asignado : plan.state,
    vno_id: vnoId,
    access_id: accessId,
    access_code: accessCode,
    serial: promised && !lit ? null : hair.serial,
    state: seen,
    rx_dbm: lit ? quantise(hair.light.median + noise()) : null,
    olt_rx_dbm: lit && hair.light.oltRx !== null ? quantise(hair.light.oltRx + noise()) : null,
    distance_m: lit ? hair.light.metres : null,
    last_down_at: fell ? stamp(fell.down) : null,
    last_down_cause: fell ? (fell.gasp ? 'dying_gasp' : 'los') : null,
    last_up_at: back === null ? null : stamp(back),
    read_at: stamp(when),
  }
}

function take(scene: Scene, phase: Phase, when: number, last = phase === 'after'): Taken {
  const items = scene.lines.map((line) => itemAt(scene, line, when, last))
  const occupied = items.filter((item) => item.port_state === portState.is.ocupado)
  const read = occupied.filter((item) => item.state !== 'unknown').length
  const complete = occupied.length === 0 ? 100 : Math.floor((100 * read) / occupied.length)
  return { phase, at: when, items, complete }
}

function watchedRows({ lines, own, cuts }: Scene, before: Taken, until: number): HeardRow[] {
  return before.items.flatMap((item, index) => {
    const line = at(lines, index)
    const somebody = item.port_state === portState.is.ocupado || item.state === 'online' || item.serial !== null
    if (item.port === own || !somebody) return []
    const known = (cuts.get(item.port) ?? []).filter(({ down }) => down <= until)
    return [
      {
        ...{ port_id: item.port_id, port: item.port, port_state: item.port_state, vno_id: item.vno_id },
        ...{ access_id: item.access_id, access_code: item.access_code, serial: item.serial },
        ...{ serial_due: item.serial, worked: false, changes: [] },
        ...{ last_rx: item.rx_dbm, last_olt_rx: item.olt_rx_dbm, last_distance_m: item.distance_m },
        last_lit_at: item.state === 'online' ? item.read_at : null,
        ...{ before_state: item.state, before_rx: item.rx_dbm, before_olt_rx: item.olt_rx_dbm },
        baseline_p50: line.baseline?.p50 ?? null,
        baseline_stddev: line.baseline?.stddev ?? null,
        cuts: known.map(({ down, up, gasp }) => {
          return { down_at: stamp(down), up_at: up !== null && up <= until ? stamp(up) : null, gasp }
        }),
      },
    ]
  })
}

/** The alarms that told of these cuts. */
const alarmsOf = (cuts: HeardRow['cuts']): AlarmEvidence[] =>
  cuts.flatMap(({ down_at, up_at, gasp }) => [
    { kind: 'alarm' as const, alarm: gasp ? ('dying_gasp' as const) : ('los' as const), at: Date.parse(down_at) },
    ...(up_at === null ? [] : [{ kind: 'alarm' as const, alarm: 'up' as const, at: Date.parse(up_at) }]),
  ])

function judged(scene: Scene, before: Taken, reading: Taken): Comparison {
  const { draft } = scene
  const watched = watchedRows(scene, before, reading.at)
  const end = draft.finished === null ? null : stamp(draft.finished)
  const facts: Facts = {
    event_id: draft.id,
    ...{ cto_id: 0, pon_id: 0 },
    process_state: draft.state,
    degraded: false,
    // There is one; what it is called does not matter here.
    before_id: 0,
    after_id: null,
    created_at: stamp(draft.created),
    watched,
    works: [
      { id: draft.id, technical_id: null, vno_id: draft.tenant + 1, from: stamp(before.at), to: end, control_to: end },
    ],
    seen: [{ taken_at: stamp(before.at), items: before.items }],
    alarms: new Map(watched.map(({ port, cuts }) => [port, alarmsOf(cuts)])),
    tree: { outside: [], restarts: [] },
    ...{ strangers: [], own_serials: [] },
    judged: { taken_at: stamp(reading.at), items: reading.items },
  }
  return compare(facts, judgedReading(facts))
}

/** The sentences for the neighbours that are without service. */
function harmTexts(draft: Draft, { diff }: Comparison): string {
  const found = diff.filter((one) => isHarm(one.class))
  return found
    .map((one) => {
      const whose = text(one.vno_id === draft.tenant + 1 ? 'closing.own' : 'closing.other')
      const to = draft.incidents.find(({ port, kind }) => kind === 'swap' && port === one.port)?.with
      return one.class === 'movido'
        ? text('closing.movido', { port: one.port, whose, at: to ?? '–' })
        : text('closing.desconectado', { port: one.port, whose })
    })
    .join('\n')
}

/** Readings of the closings that were refused; each tells why, and whom it found in the dark. */
function refused(scene: Scene, before: Taken): { reading: Taken; comparison: Comparison }[] {
  const { draft, opened: from } = scene
  return draft.refusals.map((refusal) => {
    const reading = take(scene, 'after', from + refusal.settled - 400, false)
    const comparison = judged(scene, before, reading)
    refusal.verdict = comparison.verdict
    refusal.harmed = comparison.harmed
    if (comparison.harmed > 0) {
      refusal.code = 'NEIGHBOUR_HARMED'
      refusal.text = harmTexts(draft, comparison)
    }
    return { reading, comparison }
  })
}

/** Everything that the product would have kept of an intervention; writes into the draft what the closing tells. */
export function prove(world: World, draft: Draft): Proof {
  const scene = sceneOf(world, draft)
  const before = take(scene, 'before', scene.opened - 250)
  const earlier = refused(scene, before)
  const done = closed.includes(draft.state) || expired(draft)
  const end = draft.finished ?? draft.updated
  // What a supervisor closes is judged by the reading that refused it.
  const last = done && draft.override === null ? take(scene, 'after', end - 400) : null
  const readings = [before, ...earlier.map(({ reading }) => reading), ...(last ? [last] : [])]
  const comparison = last ? judged(scene, before, last) : (earlier.at(-1)?.comparison ?? null)
  const until = draft.finished ?? world.now
  if (comparison) Object.assign(draft, { verdict: comparison.verdict, harmed: comparison.harmed })
  const refusal = draft.refusals.at(-1)
  if (refusal && !done) draft.error = { code: refusal.code, text: refusal.text }
  const { items } = last ?? take(scene, 'live', until, false)
  return { readings, last: items, watched: watchedRows(scene, before, until), comparison, frozen: done }
}

/** When the box was last touched by anything that was seen. */
export function touchedAt(draft: Draft, { watched }: Proof): number {
  const seen = watched.flatMap(({ cuts }) => cuts.flatMap(({ down_at, up_at }) => [down_at, up_at ?? down_at]))
  const ended = draft.finished === null ? draft.updated : draft.finished - 70 * second
  return Math.max(draft.started ?? draft.created, ended, ...seen.map((one) => Date.parse(one)))
}
