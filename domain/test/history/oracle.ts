/** Holds a judgement against the truth: who is blamed without having touched, which harm was missed though it could be seen. */
import type { Finding } from '../../proof/finding.ts'
import { isBlamable, type Judgement } from '../../proof/judgement.ts'
import { cutsToSee, isTold, lossesToSee } from './observable.ts'
import { epoch, hour, isHand, longAgo, minute, second, type Act, type WorkPlan } from './plan.ts'
import type { History, Session } from './case-file.ts'
import type { TrueOnt } from './world.ts'

export type Rule = 'no_false_blame' | 'no_harm_missed' | 'no_code_after_harm' | 'true_length' | 'quiet_stays_clean'
/** One broken rule. */
export interface Breach {
  rule: Rule
  session: Session
  port: number
  text: string
}
/** Why somebody who touched nothing may be blamed: no evidence could tell. */
export type Undecidable =
  'line_fault' | 'feeder_hardly_told' | 'outage_hardly_told' | 'gasp_lost' | 'hand_outside_own_window'

export interface Verification {
  breaches: Breach[]
  /** Harms that had to be found, by the class found. */
  found: Partial<Record<string, number>>
  undecidable: Partial<Record<Undecidable, number>>
  harms: number
}

const harmClasses: readonly string[] = ['desconectado', 'movido', 'degradado', 'corte_recuperado', 'no_concluyente']

const inWindow = (work: WorkPlan, at: number) => at >= work.from && at <= work.to + (work.controls ? 24 * hour : 0)

/**
 * Whoever is blamed has had a hand at the hair. Five things look like a hand of his to every observer: a line whose light
 * fails by itself; a feeder that is cut in a box where one ONT alone was lit, or of whose ONTs most lost their alarms at an
 * OLT that remembers nothing; an outage of which as little is known; a customer whose gasp was lost, whose LOS was heard and
 * whose OLT has forgotten; the hand of somebody who had no work there at that moment
 * while his own window was open.
 */
function blameOf(history: History, session: Session, one: TrueOnt, finding: Finding): Undecidable | 'false' | null {
  const { attribution } = finding
  if (!isBlamable(finding.class) || attribution === null || attribution.shared || attribution.vno_id === null)
    return null
  const { plan, world } = history
  const hands = plan.acts.filter(isHand).filter((act) => act.ont === one.ont.id && act.at <= session.at)
  const workOf = (id: number) => plan.works.find((work) => work.id === id)!
  const his = ({ technician, vno }: WorkPlan) =>
    attribution.technician_id === null ? vno === attribution.vno_id : technician === attribution.technician_id
  if (hands.some((act) => his(workOf(act.work)))) return null
  const starters = one.darks.filter(({ from }) => from <= session.at).map(({ by }) => by)
  if (starters.some((act) => act?.kind === 'fault')) return 'line_fault'
  const told = (act: Act, onts: readonly TrueOnt[]) => {
    const fallen = onts.flatMap((each) =>
      each.darks.filter(({ during }) => during.includes(act)).map((dark) => ({ each, dark })),
    )
    const known = fallen.filter(({ each, dark }) => dark.by === act && isTold(history, session, each, dark)).length
    return { known, share: fallen.length === 0 ? 0 : known / fallen.length }
  }
  const inBox = history.watched(session.work)
  const outside = world.onts.filter(({ ont }) => ont.box !== session.work.box)
  const isFeederHidden = (act: Act) => told(act, inBox).known < 2 || told(act, inBox).share <= 0.5
  if (starters.some((act) => act?.kind === 'feeder' && isFeederHidden(act))) return 'feeder_hardly_told'
  const isOutageHidden = (act: Act) =>
    (told(act, outside).share < 0.85 && isFeederHidden(act)) || told(act, inBox).share < 0.6
  if (starters.some((act) => (act?.kind === 'tree' || act?.kind === 'card') && isOutageHidden(act)))
    return 'outage_hardly_told'
  if (isGaspLost(history, session, one)) return 'gasp_lost'
  const strays = (act: (typeof hands)[number]) =>
    !plan.works.some(
      (work) =>
        work.technician === workOf(act.work).technician && work.box === session.work.box && inWindow(work, act.at),
    )
  return hands.some(strays) ? 'hand_outside_own_window' : 'false'
}

/** A gasp that was not heard, and of which no reading told before the next fall. */
function isGaspLost(history: History, { at }: Session, one: TrueOnt): boolean {
  const items = history.items(one).filter(({ arrives }) => arrives <= at)
  return one.darks.some(({ cause, by, from }, index) => {
    if (cause !== 'dying_gasp' || by === null || from > at) return false
    const next = one.darks[index + 1]?.from ?? Infinity
    return !items.some(({ evidence }) => {
      if (evidence.at < epoch + from || evidence.at >= epoch + next) return false
      return evidence.kind === 'reading' ? evidence.last_down_cause === 'dying_gasp' : evidence.alarm === 'dying_gasp'
    })
  })
}

/** Nothing at all happened to this ONT, its box or its OLT, and everybody answered. */
function isQuiet({ plan }: History, { ont }: TrueOnt): boolean {
  return plan.acts.every((act) => {
    if (act.kind === 'switch') return act.ont !== ont.id || (ont.gasps && act.at !== longAgo && !plan.clockless)
    if ('ont' in act) return act.ont !== ont.id && act.kind !== 'change'
    return 'box' in act && act.box !== ont.box
  })
}

/** A cut that is said to have been long was long: clocks of seconds and alarms up to 5 s late allow for this much, ms. */
const lengthSlack = 8 * second

function lengthIsTrue(session: Session, one: TrueOnt, finding: Finding): boolean {
  // Where nobody saw the light come back, the next fall bounds the length.
  if (finding.class !== 'corte_recuperado' || finding.cuts.some((cut) => cut.back_by !== undefined)) return true
  return one.darks.some(
    ({ from, to, cause }) =>
      cause === 'los' &&
      from <= session.at &&
      from >= session.work.from - minute &&
      (to ?? session.at) - from >= 20 * second - lengthSlack,
  )
}

export function verify(history: History, session: Session, judgement: Judgement): Verification {
  const result: Verification = { breaches: [], found: {}, undecidable: {}, harms: 0 }
  for (const one of history.watched(session.work)) {
    const finding = judgement.findings.find(({ port }) => port === one.ont.port)
    if (!finding) continue
    const breach = (rule: Rule, text: string) =>
      result.breaches.push({ rule, session, port: one.ont.port, text: `${finding.class}: ${text}` })
    const blame = blameOf(history, session, one, finding)
    if (blame === 'false') breach('no_false_blame', `technician ${finding.attribution?.technician_id} never touched it`)
    else if (blame) result.undecidable[blame] = (result.undecidable[blame] ?? 0) + 1
    const harms = [...cutsToSee(history, session, one), ...lossesToSee(history, session, one)]
    for (const harm of harms) {
      result.harms++
      result.found[finding.class] = (result.found[finding.class] ?? 0) + 1
      if (!harmClasses.includes(finding.class)) breach('no_harm_missed', harm)
      else if (judgement.clean) breach('no_code_after_harm', harm)
    }
    if (
      blame === null &&
      !history.plan.clockless &&
      !isGaspLost(history, session, one) &&
      !lengthIsTrue(session, one, finding)
    )
      breach('true_length', 'no darkness of 20 s')
    if (
      isQuiet(history, one) &&
      !isGaspLost(history, session, one) &&
      finding.class !== 'igual' &&
      finding.class !== 'apagado'
    )
      breach('quiet_stays_clean', 'nothing happened to it')
  }
  return result
}
