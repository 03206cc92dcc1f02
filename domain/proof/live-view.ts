/**
 * What the board of an open intervention shows of each watched port: the judgement of everything known so far, before anybody
 * has read the box again. Same timelines, outages and reasons as the report, so that both say the same of a cut.
 */
import type { NeighbourClass, OpticalState } from '../status.ts'
import type { Doubt } from './darkness.ts'
import type { BoxEvidence, Outage, WatchedOnt, Work } from './evidence.ts'
import { lossOfService, shortCut, type Cut } from './cuts.ts'
import type { Finding } from './finding.ts'
import { judgeWork } from './judgement.ts'
import { outageOf } from './outages.ts'
import type { DarkCause } from './marks.ts'
import { darkAt, doneBetween, timelineAt, type Dark, type Timeline } from './timeline.ts'
import { isOwnDoing } from './worked-port.ts'

/** One time without light since the request. Moments in ms since 1970. */
export interface LiveCut {
  from: number
  /** When the light was back; null while the port is dark. */
  to: number | null
  /** Null while dark with no explanation but a hand, and while the customer is switched off. */
  class: NeighbourClass | null
  /** Its customer or its operator did it; at the worked port the work itself. */
  own: boolean
  /** Possibly caused at the box: the operators are notified if it lasts. */
  hand: boolean
  /** Reason why it is undecided; `outage` also if it began during an outage that has ended. */
  doubt: Doubt | null
}

export interface LivePort {
  port: number
  /** Null where nothing has been heard or read of it. */
  state: OpticalState | null
  /** When its light last came back since the request, from whatever darkness. */
  back_at: number | null
  /** Oldest first. */
  cuts: LiveCut[]
}

interface LiveView {
  /** Every watched port, including the worked one, whose cuts never count as harm. */
  ports: LivePort[]
  /** The tree, the card or the OLT is out. */
  upstream: boolean
  /** When a dark port has to be judged again though nothing more is heard of it, ms since 1970; null: never. */
  again_at: number | null
}

const stateOf: Readonly<Record<DarkCause, OpticalState>> = {
  los: 'los',
  dying_gasp: 'dying_gasp',
  silent: 'offline',
  admin: 'admin_down',
}
const backAt = ({ to, back_by }: Dark) => (to === null ? null : (back_by ?? to))
const isOwn = ({ reason }: Cut) => reason.kind === 'own' || reason.kind === 'changed'

/** An unconfirmed LOS is reported at once; a late dying gasp withdraws it. */
const isHand = ({ reason }: Cut) => reason.kind === 'hand' || (reason.kind === 'doubt' && reason.doubt === 'unread')

/** A cut excused by an outage keeps the doubt `outage` after the light returns, unless the customer caused it. */
function doubtOf(cut: Cut, timeline: Timeline, outages: readonly Outage[]): Doubt | null {
  if (cut.reason.kind === 'doubt') return isHand(cut) ? null : cut.reason.doubt
  if (cut.reason.kind !== 'own' || (cut.cause !== 'los' && cut.cause !== 'silent')) return null
  return outageOf(outages, timeline, cut) ? 'outage' : null
}

function classOf(cut: Cut, doubt: Doubt | null, isLoss: boolean): NeighbourClass | null {
  const back = backAt(cut)
  if (doubt !== null) return 'no_concluyente'
  if (back === null) return null
  if (isOwn(cut)) return 'apagado'
  return isLoss || back - cut.from >= shortCut ? 'corte_recuperado' : 'microcorte'
}

function liveCut(cut: Cut, timeline: Timeline, outages: readonly Outage[], isLoss: boolean): LiveCut {
  const doubt = doubtOf(cut, timeline, outages)
  const own = doubt === null && isOwn(cut)
  return { from: cut.from, to: backAt(cut), class: classOf(cut, doubt, isLoss), own, hand: isHand(cut), doubt }
}

/** A hair that gives light on another PON leaves its port without: the cut lasts. Touches that add up are called what the report calls them. */
function cutsOf(finding: Finding, timeline: Timeline, outages: readonly Outage[], at: number): LiveCut[] {
  const byHand = finding.cuts.filter(({ reason }) => reason.kind === 'hand')
  const lost = lossOfService(byHand, at)
  const cuts = finding.cuts.map((cut) => liveCut(cut, timeline, outages, lost.includes(cut)))
  if (finding.class !== 'movido' || finding.at === null) return cuts
  const lasting = { from: finding.at, to: null, class: null, own: false, hand: true, doubt: null }
  return [...cuts.filter(({ from }) => from < lasting.from), lasting]
}

/** Dark intervals of the worked port. They are no harm; without another work in the box the work itself caused them. */
const workedCuts = ({ darks }: Timeline, { port }: WatchedOnt, work: Work, works: readonly Work[]): LiveCut[] =>
  darks
    .filter(({ from }) => from >= work.from)
    .map((dark) => {
      const own = isOwnDoing(works, work, port, doneBetween(dark))
      return { from: dark.from, to: backAt(dark), class: null, own, hand: false, doubt: null }
    })

function stateNow(timeline: Timeline, at: number): OpticalState | null {
  const dark = darkAt(timeline, at)
  if (dark) return stateOf[dark.cause]
  if (timeline.elsewhere) return 'los'
  return timeline.last === null && timeline.darks.length === 0 ? null : 'online'
}

/** What is lit on another PON is not back. */
function lastBack({ darks, elsewhere }: Timeline, work: Work): number | null {
  const backs = darks.flatMap((dark) => backAt(dark) ?? [])
  return backs.findLast((at) => at >= work.from && (elsewhere === null || at < elsewhere.to)) ?? null
}

interface Now {
  work: Work
  /** All works of the box requested by now. */
  works: readonly Work[]
  outages: readonly Outage[]
  /** Moment of the judgement, ms since 1970. */
  at: number
}

function portNow(ont: WatchedOnt, finding: Finding | undefined, { work, works, outages, at }: Now): LivePort {
  const timeline = timelineAt(ont, at)
  const cuts = finding ? cutsOf(finding, timeline, outages, at) : workedCuts(timeline, ont, work, works)
  return { port: ont.port, state: stateNow(timeline, at), back_at: lastBack(timeline, work), cuts }
}

/** @param at now, ms since 1970: later evidence is not looked at */
export function liveView(box: BoxEvidence, workId: number, at: number): LiveView {
  // Nothing is closed by it: whether a degradation would stop the closing makes no difference.
  const { findings, outages, upstream } = judgeWork(box, workId, { degraded_blocks: false }, at)
  const byPort = new Map(findings.map((one) => [one.port, one]))
  const work = box.works.find(({ id }) => id === workId)
  const works = box.works.filter(({ from }) => from <= at)
  const ports = work ? box.onts.map((ont) => portNow(ont, byPort.get(ont.port), { work, works, outages, at })) : []
  const again = findings
    .flatMap(({ cuts }) => cuts.map(({ reason }) => ('again_at' in reason ? reason.again_at : undefined)))
    .filter((moment) => moment !== undefined)
  return { ports, upstream, again_at: again.length > 0 ? Math.min(...again) : null }
}
