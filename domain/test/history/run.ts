/** Plays histories one after another and holds every judgement in them against the truth. */
import { judgeWork, type Judgement } from '../../proof/judgement.ts'
import { History, type Session } from './case-file.ts'
import { drawPlan } from './generate.ts'
import { verify, type Breach, type Rule, type Verification } from './oracle.ts'
import { epoch, isHand, type Plan } from './plan.ts'
import { shrink } from './shrink.ts'
import { tellHistory } from './tell.ts'

interface Counts {
  histories: number
  judgements: number
  hands: number
  /** Harms that had to be found, once for each judgement that had to. */
  harms: number
  found: Record<string, number>
  undecidable: Record<string, number>
  hidden: Record<string, number>
  unheld: Record<string, number>
  /** Discharge codes earned. */
  codes: number
}

const settings = { degraded_blocks: true }
export const judgeSession = (history: History, session: Session): Judgement =>
  judgeWork(history.caseFile(session), session.work.id, settings, epoch + session.at)

function add(into: Record<string, number>, more: Partial<Record<string, number>>): void {
  for (const [key, count = 0] of Object.entries(more)) into[key] = (into[key] ?? 0) + count
}

function firstBreach(plan: Plan, rule?: Rule): { history: History; breach: Breach } | null {
  const history = new History(plan)
  for (const session of history.sessions()) {
    const breach = verify(history, session, judgeSession(history, session)).breaches.find(
      (one) => !rule || one.rule === rule,
    )
    if (breach) return { history, breach }
  }
  return null
}

/** The smallest history in which the rule is still broken, and what was broken in it. */
export function explain(plan: Plan, rule: Rule): string {
  const small = shrink(plan, (less) => firstBreach(less, rule) !== null)
  const failed = firstBreach(small, rule)
  if (!failed) return `seed ${plan.seed}: not broken again`
  const { history, breach } = failed
  const told = tellHistory(history, breach.session, breach.port)
  return `${breach.rule}, port ${breach.port}, ${breach.session.moment} of work ${breach.session.work.id}: ${breach.text}\n${told}`
}

/** @param onBreach called with the plan of each history that breaks a rule; histories go on after it */
export function play(first: number, count: number, onBreach: (plan: Plan, breaches: Breach[]) => void): Counts {
  const counts: Counts = {
    histories: 0,
    judgements: 0,
    hands: 0,
    harms: 0,
    codes: 0,
    ...{ found: {}, undecidable: {}, hidden: {}, unheld: {} },
  }
  for (let seed = first; seed < first + count; seed++) {
    const plan = drawPlan(seed)
    const history = new History(plan)
    const breaches: Breach[] = []
    for (const session of history.sessions()) {
      const judgement = judgeSession(history, session)
      const verified: Verification = verify(history, session, judgement)
      breaches.push(...verified.breaches)
      counts.judgements++
      counts.harms += verified.harms
      if (judgement.clean) counts.codes++
      add(counts.found, verified.found)
      add(counts.undecidable, verified.undecidable)
      add(counts.hidden, verified.hidden)
      add(counts.unheld, verified.unheld)
    }
    counts.histories++
    counts.hands += plan.acts.filter(isHand).length
    if (breaches.length > 0) onBreach(plan, breaches)
  }
  return counts
}

/** The counts as a person reads them, one line each. */
export function countsOf(counts: Counts): string {
  const list = (of: Record<string, number>) =>
    Object.entries(of)
      .map(([key, count]) => `${key} ${count}`)
      .join(', ')
  return [
    `${counts.histories} histories, ${counts.judgements} judgements, ${counts.hands} hands, ${counts.codes} discharge codes`,
    `harms to be seen ${counts.harms}, found as: ${list(counts.found)}`,
    `blamed where nobody can tell: ${list(counts.undecidable)}`,
    `harms that no plant data show: ${list(counts.hidden)}`,
    `not held against the truth: ${list(counts.unheld)}`,
  ].join('\n')
}
