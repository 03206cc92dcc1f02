/** Holds a judgement against the truth: who is blamed without having touched, which harm was missed though it could be seen. */
import type { Finding } from '../../proof/finding.ts'
import type { Judgement } from '../../proof/judgement.ts'
import { blameOf, isCauseLost, type Undecidable } from './blame.ts'
import type { Hidden } from './hidden.ts'
import { cutsToSee, isPowerUnknown, lossesToSee, movesToSee, summedHarmMs, touchesToSee } from './observable.ts'
import { epoch, longAgo, minute, second } from './plan.ts'
import { clockSlack, isReturnTold, lateAlarm } from './told.ts'
import type { History, Session } from './case-file.ts'
import type { TrueDark, TrueOnt } from './world.ts'

export type Rule =
  | 'no_false_blame'
  | 'no_harm_missed'
  | 'no_code_after_harm'
  | 'unknown_power_is_said'
  | 'true_length'
  | 'quiet_stays_clean'
/** Why a length, or the silence about a quiet neighbour, cannot be compared with the truth. */
type Unheld = 'return_not_told' | 'cause_lost' | 'no_clock' | 'blamed_where_nobody_can_tell'
/** One broken rule. */
export interface Breach {
  rule: Rule
  session: Session
  port: number
  text: string
}
export interface Verification {
  breaches: Breach[]
  /** Harms that had to be found, by the class found. */
  found: Partial<Record<string, number>>
  undecidable: Partial<Record<Undecidable, number>>
  /** Harms that no plant data show, by why. */
  hidden: Partial<Record<Hidden, number>>
  /** Lengths and quiet neighbours that were not held against the truth, by why. */
  unheld: Partial<Record<Unheld, number>>
  harms: number
}

const harmClasses: readonly string[] = ['desconectado', 'movido', 'degradado', 'corte_recuperado', 'no_concluyente']

/** Nothing at all happened to this ONT, its box or its OLT, and all ONTs answered. */
function isQuiet(history: History, one: TrueOnt): boolean {
  const { plan } = history
  const { ont } = one
  // A cause without its moment, or with a wrong one, may be of another fall.
  const isDated = history.items(one).every(({ evidence }) => {
    if (evidence.kind !== 'reading' || !evidence.last_down_cause) return true
    const { last_down_at: down } = evidence
    return down !== null && one.darks.some(({ from }) => Math.abs(down - epoch - from) <= clockSlack)
  })
  return plan.acts.every((act) => {
    if (act.kind === 'switch') return act.ont !== ont.id || (ont.off === 'dying_gasp' && act.at !== longAgo && isDated)
    if (act.kind === 'dim' && act.box === null) return false
    if ('ont' in act) return act.ont !== ont.id && act.kind !== 'change'
    return 'box' in act && act.box !== ont.box
  })
}

/** A cut that is said to have been long was long: clocks of seconds and alarms up to 5 s late allow for this much, ms. */
const lengthSlack = 8 * second

/** Null if the length is true or not stated; else why it cannot be known. */
function lengthOf(history: History, session: Session, one: TrueOnt, finding: Finding): Unheld | 'false' | null {
  if (finding.class !== 'corte_recuperado') return null
  const { plant } = history
  // An alarm that the OLT held back may report an earlier fall during the work.
  const isTold = ({ from, to }: TrueDark) =>
    Math.max(to ?? Infinity, plant.heldUntil(from) ?? 0) >= session.work.from - minute
  const darks = one.darks.filter((dark) => dark.cause === 'los' && dark.from <= session.at && isTold(dark))
  const lasted = ({ from, to }: TrueDark) => (to ?? session.at) - from
  const summed = darks.reduce((sum, dark) => sum + lasted(dark) + lengthSlack, 0)
  if (summed >= summedHarmMs || darks.some((dark) => lasted(dark) >= 20 * second - lengthSlack)) return null
  // Where the return of the light was not seen, the next fall bounds the length.
  const isUntold = finding.cuts.some(({ back_by }) => back_by !== undefined)
  // Shorter than its alarms are late: its return may be heard before it.
  const isOvertaken = history.plant.stampedLate && darks.some(({ from, to }) => to !== null && to - from <= lateAlarm)
  if (isOvertaken) return 'return_not_told'
  if (isUntold || darks.some(({ to }) => !isReturnTold(history, session, one, to))) return 'return_not_told'
  if (history.plan.clockless) return 'no_clock'
  return losesCause(history, session, one) ? 'cause_lost' : 'false'
}

const losesCause = (history: History, session: Session, one: TrueOnt) =>
  one.darks.some((dark) => isCauseLost(history, session, one, dark))

function add<K extends string>(into: Partial<Record<K, number>>, key: K): void {
  into[key] = (into[key] ?? 0) + 1
}

/** A work judges its own customer from its end on. */
function judgedAs(session: Session, { ont }: TrueOnt): Session {
  const { work } = session
  return ont.id === work.worked ? { ...session, work: { ...work, from: work.to, requested: work.from } } : session
}

function verifyOne(
  history: History,
  session: Session,
  one: TrueOnt,
  { finding, clean }: { finding: Finding; clean: boolean },
  result: Verification,
): void {
  const breach = (rule: Rule, text: string) =>
    result.breaches.push({ rule, session, port: one.ont.port, text: `${finding.class}: ${text}` })
  const blame = blameOf(history, session, one, finding)
  if (blame === 'false') breach('no_false_blame', `technician ${finding.attribution?.technician_id} never touched it`)
  else if (blame) add(result.undecidable, blame)
  const harms = [cutsToSee, touchesToSee, movesToSee, lossesToSee].flatMap((see) => see(history, session, one))
  for (const { text, hidden } of harms) {
    if (hidden) {
      add(result.hidden, hidden)
      continue
    }
    result.harms++
    add(result.found, finding.class)
    if (!harmClasses.includes(finding.class)) breach('no_harm_missed', text)
    else if (clean) breach('no_code_after_harm', text)
  }
  if (isPowerUnknown(history, session, one) && !finding.power_unchecked && !harmClasses.includes(finding.class))
    breach('unknown_power_is_said', 'its power is said to be known')
  const length = lengthOf(history, session, one, finding)
  if (length === 'false' && blame === null) breach('true_length', 'no darkness of 20 s')
  else if (length) add(result.unheld, length === 'false' ? 'blamed_where_nobody_can_tell' : length)
  if (!isQuiet(history, one) || finding.class === 'igual' || finding.class === 'apagado') return
  if (losesCause(history, session, one)) add(result.unheld, 'cause_lost')
  else breach('quiet_stays_clean', 'nothing happened to it')
}

export function verify(history: History, session: Session, judgement: Judgement): Verification {
  const result: Verification = { breaches: [], found: {}, undecidable: {}, hidden: {}, unheld: {}, harms: 0 }
  for (const one of history.watched(session.work)) {
    const finding = judgement.findings.find(({ port }) => port === one.ont.port)
    if (finding) verifyOne(history, judgedAs(session, one), one, { finding, clean: judgement.clean }, result)
  }
  return result
}
