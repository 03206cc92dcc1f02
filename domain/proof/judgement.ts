/**
 * The judgement of a work: what it did to each neighbour of its box, the verdict, whether it may close, whether it earns a
 * discharge code. Pure: the same evidence always gives the same judgement.
 */
import type { Level } from '../optics.ts'
import type { NeighbourClass, Verdict } from '../status.ts'
import { commonFalls } from './common-fall.ts'
import type { BoxEvidence, Outage, Work } from './evidence.ts'
import { findingOf, type Finding } from './finding.ts'
import { outagesOf } from './outages.ts'
import { timelineAt, timelineOf, until } from './timeline.ts'
import { ownCustomer } from './worked-port.ts'

interface JudgementSettings {
  /** A seriously degraded neighbour stops the closing. */
  degraded_blocks: boolean
}

export interface Judgement {
  verdict: Verdict
  /** `bloqueo` keeps the work from closing. */
  level: Level
  /** Neighbours without service by a hand. */
  harmed: number
  /** Some harm is this work's, and no other operator's work could have done it. */
  blame: boolean
  /** Works of several operators could have done what was found. */
  shared: boolean
  /** The tree, the card or the OLT was out at the moment of the judgement. */
  upstream: boolean
  /** No ONT was 20 s without light by a hand, none is weaker, nothing is in doubt. */
  clean: boolean
  /** One for each watched ONT, by port; for the customer that the work is for only once it is over. */
  findings: Finding[]
  outages: Outage[]
}

const verdictOfClass: Readonly<Record<NeighbourClass, Verdict>> = {
  igual: 'limpia',
  apagado: 'limpia',
  microcorte: 'con_microcortes',
  corte_recuperado: 'con_cortes',
  degradado: 'degradada',
  no_concluyente: 'no_concluyente',
  desconectado: 'con_desconectados',
  movido: 'con_desconectados',
}
/** The worst first. */
const worstVerdict: readonly Verdict[] = [
  'con_desconectados',
  'no_concluyente',
  'degradada',
  'con_cortes',
  'con_microcortes',
  'limpia',
]

/** The worst class names the verdict; a box without neighbours is a clean one. */
export function verdictOf(classes: readonly NeighbourClass[]): Verdict {
  return worstVerdict.find((verdict) => classes.some((one) => verdictOfClass[one] === verdict)) ?? 'limpia'
}

/** Somebody is without service because of the work. */
export const isHarm = (found: NeighbourClass): boolean => verdictOfClass[found] === 'con_desconectados'
export const harmedCount = (classes: readonly NeighbourClass[]): number => classes.filter(isHarm).length
/** Classes that are attributed to a work. */
export const isBlamable = (found: NeighbourClass): boolean =>
  isHarm(found) || found === 'degradado' || found === 'corte_recuperado'

/** Whether the work answers for the finding: its own, and no other operator could have done it. */
export function blames({ class: found, attribution }: Finding, workId: number): boolean {
  if (!isBlamable(found) || attribution === null || attribution.shared) return false
  return attribution.works.includes(workId)
}

/** How a finding counts in the verdict: where several operators could have done it, it is inconclusive. */
const counted = ({ class: found, attribution }: Finding): NeighbourClass =>
  attribution?.shared && isBlamable(found) ? 'no_concluyente' : found

function levelOf(findings: readonly Finding[], { degraded_blocks }: JudgementSettings): Level {
  const stops = ({ class: found, level }: Finding) => level === 'bloqueo' && (found !== 'degradado' || degraded_blocks)
  if (findings.some(stops)) return 'bloqueo'
  return findings.every(({ level }) => level === 'ok') ? 'ok' : 'aviso'
}

/** @param at moment of the judgement, ms since 1970: later evidence is not looked at */
export function judgeWork(box: BoxEvidence, workId: number, settings: JudgementSettings, at: number): Judgement {
  const work = box.works.find(({ id }) => id === workId)
  if (!work) throw new RangeError(`work ${workId} is not among the works of the box`)
  const inside = box.onts.map((ont) => timelineAt(ont, at))
  const outside = box.tree.outside.map((evidence) => timelineOf(until(evidence, at)))
  const restarts = box.tree.restarts.filter((one) => one <= at)
  const outages = outagesOf(inside, outside, restarts)
  const newcomers = box.newcomers.filter((one) => one.at <= at)
  const works: Work[] = box.works.filter(({ from }) => from <= at)
  const tree = [...inside, ...outside]
  const place = { inside, tree, outages, common: commonFalls(inside, outside), newcomers, works, at }
  const findings = box.onts.flatMap((ont, index): Finding[] => {
    const timeline = inside[index]
    if (!timeline) return []
    if (!ont.worked) return [findingOf({ ...place, ont, timeline, work })]
    const { to: end } = work
    if (end === null || end > at || ont.serial === null) return []
    // Nothing that happens to its own customer from now on is the work's alone.
    const others = works.map((one) => (one.id === workId ? { ...one, worked_ports: [] } : one))
    return [findingOf({ ...place, ont: ownCustomer(ont, end), timeline, work: { ...work, from: end }, works: others })]
  })
  const verdict = verdictOf(findings.map(counted))
  const harm = findings.filter((one) => isHarm(one.class))
  return {
    verdict,
    level: levelOf(findings, settings),
    harmed: harm.length,
    blame: harm.some((one) => blames(one, workId)),
    shared: findings.some((one) => isBlamable(one.class) && one.attribution?.shared === true),
    upstream: outages.some(({ from, to }) => from <= at && to === null),
    clean: verdict === 'limpia' || verdict === 'con_microcortes',
    findings,
    outages,
  }
}

/** A discharge proves that no neighbour was cut; an override by a supervisor proves nothing. */
export function earnsDischarge(verdict: Verdict, overridden: boolean): boolean {
  return !overridden && (verdict === 'limpia' || verdict === 'con_microcortes')
}

/** How an intervention may be finalized or cancelled: a harmed neighbour stops it, what cannot be known does not. */
export function closes(verdict: Verdict, level: Level): 'clean' | 'harmed' {
  return verdict === 'con_desconectados' || level === 'bloqueo' ? 'harmed' : 'clean'
}
