import { eventType, portState, processState } from '@hilo/domain/status.ts'
import type { OpticalState, Phase } from '@hilo/domain/status.ts'
import { quantise } from '@hilo/domain/optics.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import type { LivePort } from '@hilo/domain/proof/live-view.ts'
import { text } from '../../kernel/texts.ts'
import type { Comparison } from '../../process/judging/compare.ts'
import type { SnapshotItem } from '../../process/opening/snapshot.ts'
import type { Draft, World } from '../draft.ts'
import { at, createRng } from '../rng.ts'
import { day, minute, second, stamp } from '../time.ts'
import { boxLines } from './box-lines.ts'
import type { BoxLine } from './box-lines.ts'
import { judged, liveOf, watchedRows } from './facts.ts'
import type { HeardRow, PortCut, Scene, Taken } from './facts.ts'
import { isTold, workedPort } from './incident.ts'

const state = processState.is

/** Evidence of an intervention: readings in order, watched ports, judgement. */
export interface Proof {
  readings: Taken[]
  watched: HeardRow[]
  /** The last reading of the box, stored or not. */
  last: SnapshotItem[]
  /** By the last reading; null while there is only the first. */
  comparison: Comparison | null
  /** Board of each watched port. */
  live: LivePort[]
  /** Whether it closed with a report. */
  frozen: boolean
}

/** States with a reading before the work. */
const opened: readonly number[] = [state.created, state.finalizing, state.wronglyFinalized, state.wronglyCancelled]
/** ... and with one after it, with a report. */
const closed: readonly number[] = [state.finalized, state.finalizedSync, state.cancelled, state.canceledSync]

/** Ended by its deadline. */
const expired = ({ state: now, resume }: Draft) => now === state.error && resume === state.cancelled

/** Whether an intervention keeps its readings: open ones, recent ones, and all with harm. */
export function isProven({ now, proofs }: World, draft: Draft): boolean {
  if (draft.type !== eventType.is.createListener || draft.started === null) return false
  if (opened.includes(draft.state)) return true
  const recent = now - draft.created < proofs.days * day && draft.line % proofs.oneIn === 0
  return recent || (proofs.harm && draft.incidents.some(isTold))
}

/** Customers who switch off: half of them once a day, mostly for some minutes. */
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
    // A customer off now is so in the inventory, and was before.
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

/** The position of a new customer: promised before, dark until the ONT is there. */
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

/** State of a position at a time, with the hair there. */
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

/** Sentences for the neighbours without service. */
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

/** Readings of the refused closings, each with its reasons and dark neighbours. */
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

/** Generates all stored evidence of an intervention; writes the closing's results into the draft. */
export function prove(world: World, draft: Draft): Proof {
  const scene = sceneOf(world, draft)
  const before = take(scene, 'before', scene.opened - 250)
  const earlier = refused(scene, before)
  const done = closed.includes(draft.state) || expired(draft)
  const end = draft.finished ?? draft.updated
  // An override is judged by the reading that was refused.
  const last = done && draft.override === null ? take(scene, 'after', end - 400) : null
  const readings = [before, ...earlier.map(({ reading }) => reading), ...(last ? [last] : [])]
  const comparison = last ? judged(scene, before, last) : (earlier.at(-1)?.comparison ?? null)
  const until = draft.finished ?? world.now
  if (comparison) Object.assign(draft, { verdict: comparison.verdict, harmed: comparison.harmed })
  const refusal = draft.refusals.at(-1)
  if (refusal && !done) draft.error = { code: refusal.code, text: refusal.text }
  const now = last ?? take(scene, 'live', until, false)
  const live = liveOf(scene, before, now, until)
  const watched = watchedRows(scene, before, until)
  return { readings, last: now.items, watched, comparison, live, frozen: done }
}

/** When the box was last touched, as observed. */
export function touchedAt(draft: Draft, { watched }: Proof): number {
  const seen = watched.flatMap(({ cuts }) => cuts.flatMap(({ down_at, up_at }) => [down_at, up_at ?? down_at]))
  const ended = draft.finished === null ? draft.updated : draft.finished - 70 * second
  return Math.max(draft.started ?? draft.created, ended, ...seen.map((one) => Date.parse(one)))
}
