/**
 * Whether the work that a finding names has done it: a hand of its technician began the very darkness, or took the very light, that is found.
 * What only looks like that to every observer is undecidable; each kind is as wide as its comment says, and is counted.
 */
import type { Finding } from '../../proof/finding.ts'
import { isBlamable } from '../../proof/judgement.ts'
import { doneBetween } from '../../proof/timeline.ts'
import type { History, Session } from './case-file.ts'
import { isFound, isSeenLit, isTold } from './told.ts'
import { epoch, hour, isHand, lasts, minute, second, type Act, type Hand, type WorkPlan } from './plan.ts'
import type { TrueDark, TrueOnt } from './world.ts'

export type Undecidable =
  /** The light of one line failed by itself: the same LOS as a hand. */
  | 'line_fault'
  /** The customer switched off, and the ONT lets the OLT see a LOS instead of a gasp. */
  | 'switch_says_los'
  /** The gasp was not heard, a LOS was, and no reading showed the cause before the next fall. */
  | 'gasp_lost'
  /** Shut by its operator, reported as a LOS, and no reading showed the cause before the next fall. */
  | 'shut_untold'
  /** Its alarm was held back by the OLT, and no reading showed the moment: it counts from the arrival of the alarm. */
  | 'alarm_held'
  /** The OLT's clock was set by an hour, and what it dated was believed before that was noticed. */
  | 'clock_set'
  /** A common fall inside the box of which one ONT, or at most half of those believed lit, is known. */
  | 'feeder_hardly_told'
  /** A fall of the tree of which too few inside or outside the box are known. */
  | 'outage_hardly_told'
  /** The hand of a technician without a work in the box then, who requested none within half an hour while no other was open. */
  | 'hand_outside_own_window'
  /** The hand of a technician who requests a work within half an hour, and has not yet: judged again after the request. */
  | 'request_to_come'
  /** A technician bent the hair within 10 s of requesting a work: the first reading of that work finds the loss, and another work was open. */
  | 'found_at_request'
  /**
   * The feeder of the box lost power, and too few other ONTs of it, bent by no hand, were read before and after that. Or a hair was read
   * bent by the hand that is named, and was put right unread before the feeder lost its power.
   */
  | 'dim_hardly_told'
  /** Something else began the darkness, and a hand was at the hair before the light came back. */
  | 'joined_darkness'

interface Case {
  history: History
  session: Session
  one: TrueOnt
  finding: Finding
}

const inWindow = (work: WorkPlan, at: number) => at >= work.from && at <= work.to + (work.controls ? 24 * hour : 0)
const workOf = ({ history }: Case, { work: id }: Hand) => history.plan.works.find((work) => work.id === id)!

/** Done by whom the finding names: the technician, or any technician of the operator where only that is named. */
function isHis(which: Case, act: Act | null): boolean {
  const { attribution } = which.finding
  if (act === null || !isHand(act) || attribution === null) return false
  const { technician, vno } = workOf(which, act)
  return attribution.technician_id === null ? vno === attribution.vno_id : technician === attribution.technician_id
}

/** A work in the box was open: a later one is not considered. */
const isOpen = ({ history, session }: Case, at: number) =>
  history.worksOf(session).some((work) => work.from <= at && work.to >= at)

/** Why the evidence names another work for a hand: its technician had no work there, or has not requested it yet. */
function stray(which: Case, act: Act | null): Undecidable | null {
  if (act === null || !isHand(act)) return null
  const { history, session } = which
  const { technician } = workOf(which, act)
  const his = history.plan.works.filter((work) => work.technician === technician && work.box === session.work.box)
  if (his.some((work) => inWindow(work, act.at))) return null
  const soon = his.find((work) => work.from > act.at && work.from - act.at <= 30 * minute)
  if (!soon || isOpen(which, act.at)) return 'hand_outside_own_window'
  return soon.from > session.at ? 'request_to_come' : null
}

/** The true darknesses that a finding can mean, by when it began as exactly as its evidence tells. */
function meant({ history, session, one, finding }: Case): TrueDark[] {
  const slack = history.plant.momentSlack
  const cut = finding.cuts.find(({ from }) => from === finding.at)
  const at = finding.at ?? 0
  const [earliest, latest] = (cut ? doneBetween(cut) : [at, at]).map((moment) => moment - epoch) as [number, number]
  return one.darks.filter(({ from }) => {
    if (from > session.at) return false
    const isNear = from >= earliest - slack && from <= latest + slack
    // The light that was last seen before it may have been reported late as well.
    return isNear || isHeld(history, from, latest) || (latest > earliest && isHeld(history, from, earliest))
  })
}

/** True if the OLT buffered the LOS alarm of an ONT that lost light at `lostAt` and sent it at `sentAt`, within 4 s. Times are in ms since `epoch`. */
function isHeld({ plant }: History, lostAt: number, sentAt: number): boolean {
  const until = plant.heldUntil(lostAt)
  return until !== null && Math.abs(sentAt - until) <= 4 * second
}

/** Of the ONTs that an act put out: how many are known to have fallen, and their share of all that are believed to have been lit. */
function known({ history, session }: Case, act: Act, onts: readonly TrueOnt[]): { count: number; share: number } {
  // An alarm that was held back tells of a later fall.
  const sees = (one: TrueOnt, dark: TrueDark) =>
    isTold(history, session, one, dark) ||
    (history.plant.heldUntil(dark.from) === null &&
      isFound(history, session, one, dark) &&
      isSeenLit(history, session, one, dark.from))
  let count = 0
  let believed = 0
  for (const one of onts) {
    const fell = one.darks.find(({ by }) => by === act)
    const off = history.world.darkAt(one, act.at - second)
    if (fell && sees(one, fell)) count++
    if (fell || !off || !sees(one, off)) believed++
  }
  return { count, share: believed === 0 ? 0 : count / believed }
}

function isFeederHidden(which: Case, act: Act): boolean {
  const { count, share } = known(which, act, which.history.watched(which.session.work))
  return count < 2 || share <= 0.5
}

function isOutageHidden(which: Case, act: Act): boolean {
  const { history, session } = which
  const outside = history.world.onts.filter(({ ont }) => ont.box !== session.work.box)
  const tree = known(which, act, outside)
  const box = known(which, act, history.watched(session.work))
  return isFeederHidden(which, act) && (tree.count === 0 || tree.share < 0.8 || box.share < 0.5)
}

/** A gasp, or that its operator shut it, was not heard, and no reading showed it before the next fall. */
export function isCauseLost(history: History, { at }: Session, one: TrueOnt, dark: TrueDark): boolean {
  const { cause, by, from } = dark
  if ((cause !== 'dying_gasp' && cause !== 'admin') || by === null || from > at) return false
  const told = cause === 'admin' ? 'admin_down' : cause
  const next = one.darks.find((each) => each.from > from)?.from ?? Infinity
  return !history.items(one).some(({ arrives, evidence }) => {
    if (arrives > at || evidence.at < epoch + from || evidence.at >= epoch + next) return false
    return evidence.kind === 'reading' ? evidence.last_down_cause === told : evidence.alarm === told
  })
}

/** The OLT dates it as far from a true fall as its clock was set. */
function isDatedWrong({ history, one, finding }: Case): boolean {
  const { jump } = history.plan.clock
  const cut = finding.cuts.find(({ from }) => from === finding.at)
  if (!jump || cut?.source !== 'memory') return false
  const off = (from: number) => Math.abs(Math.abs(cut.from - epoch - from) - Math.abs(jump.by))
  return one.darks.some(({ from }) => off(from) <= history.plant.momentSlack)
}

function looksLikeHand(which: Case, dark: TrueDark): Undecidable | null {
  const { history, session, one } = which
  const { by } = dark
  if (by === null) return null
  const strange = stray(which, by)
  if (strange) return strange
  if (isHand(by) && isHeld(history, dark.from, (which.finding.at ?? 0) - epoch)) return 'alarm_held'
  if (dark.during.some((act) => isHis(which, act))) return 'joined_darkness'
  switch (by.kind) {
    case 'fault':
      return 'line_fault'
    case 'feeder':
      return isFeederHidden(which, by) ? 'feeder_hardly_told' : null
    case 'tree':
    case 'card':
      return isOutageHidden(which, by) ? 'outage_hardly_told' : null
    case 'switch':
    case 'street':
    case 'change':
      if (dark.cause === 'los') return 'switch_says_los'
      return isCauseLost(history, session, one, dark) ? 'gasp_lost' : null
    case 'disable':
      return isCauseLost(history, session, one, dark) ? 'shut_untold' : null
    default:
      return null
  }
}

/** The last good power of a loss: a finding is not dated before its work. */
function lossSince({ history, session, one, finding }: Case): number {
  const at = (finding.at ?? 0) - epoch
  if (at !== session.work.from) return at
  const good = history.powers(one, session.at).findLast((power) => power.at - epoch <= at)
  return good ? good.at - epoch : at
}

/** Light that hands took, dB, between the baseline of a loss and the last reading. */
function takenBy(which: Case, whose: (act: Hand) => boolean): number {
  const { history, session, one } = which
  const last = history.powers(one, session.at).at(-1)
  const now = last ? last.at - epoch : session.at
  const before = history.plant.measuredAt(lossSince(which))
  const lost = (at: number) => one.bends.reduce((sum, bend) => sum + (whose(bend) && lasts(bend, at) ? bend.db : 0), 0)
  return lost(now) - lost(before)
}

/** Bent within 10 s of its technician's request, while another work was open. */
function isAtRequest(which: Case, bend: Hand): boolean {
  const { from } = workOf(which, bend)
  const others = which.history.worksOf(which.session).filter(({ id }) => id !== bend.work)
  return (
    bend.at >= from && bend.at <= from + 10 * second && others.some((work) => work.from <= from && work.to >= bend.at)
  )
}

/** The box lost power as a whole, and fewer than four fifths of the other ONTs of it that were read lost as much as this one. */
function isDimHardlyTold(which: Case): boolean {
  const { history, session, one } = which
  const { world } = history
  const since = lossSince(which)
  const lost = (other: TrueOnt) => {
    const powers = history.powers(other, session.at).map(({ at }) => at - epoch)
    const [before, last] = [powers.findLast((at) => at <= since), powers.at(-1)]
    if (before === undefined || last === undefined || last <= before) return null
    const at = (moment: number) => world.bentBy(other, moment) + world.dimmedBy(other, moment)
    return { all: at(last) - at(before), common: world.dimmedBy(other, last) - world.dimmedBy(other, before) }
  }
  const own = lost(one)
  if (!own || own.common < leastShare) return false
  const wasBent = one.bends.some((bend) => {
    const reads = history.powers(one, session.at).map(({ at }) => at - epoch)
    return isHis(which, bend) && reads.some((at) => at >= since && lasts(bend, at))
  })
  if (wasBent) return true
  // One that was read while a hand bent it lost more between those readings.
  const isBent = (other: TrueOnt) =>
    history.powers(other, session.at).some(({ at }) => at - epoch >= since && world.bentBy(other, at - epoch) > 0)
  const read = history.watched(session.work).flatMap((other) => {
    const loss = other === one ? null : lost(other)
    return loss ? [{ loss, bent: isBent(other) }] : []
  })
  const alike = read.filter(({ loss, bent }) => !bent && Math.abs(loss.all - own.all) < leastShare)
  return alike.length === 0 || alike.length < 0.8 * read.length
}

/** dB from which a share of a loss is told. */
const leastShare = 0.3

/** Null where the finding names no work, or the one that did it. */
export function blameOf(
  history: History,
  session: Session,
  one: TrueOnt,
  finding: Finding,
): Undecidable | 'false' | null {
  const { attribution, class: found } = finding
  if (!isBlamable(found) || attribution === null || attribution.shared || attribution.vno_id === null) return null
  const which: Case = { history, session, one, finding }
  if (found === 'degradado') {
    if (takenBy(which, (act) => isHis(which, act)) >= leastShare) return null
    const strange = one.bends.map((bend) => stray(which, bend)).find((why) => why !== null) ?? null
    if (strange && takenBy(which, (act) => stray(which, act) !== null) >= leastShare) return strange
    if (takenBy(which, (act) => isAtRequest(which, act)) >= leastShare) return 'found_at_request'
    return isDimHardlyTold(which) ? 'dim_hardly_told' : 'false'
  }
  // Until a whole reading finds a hair on its new PON, its own one has it without light.
  const wasMoved = one.moved && one.moved.at <= (finding.at ?? 0) - epoch + 6 * second
  if (wasMoved && isHis(which, one.moved)) return null
  if (found === 'movido' && one.moved) {
    if (isHis(which, one.moved)) return null
    return stray(which, one.moved) ?? 'false'
  }
  const mover = wasMoved ? stray(which, one.moved) : null
  if (mover) return mover
  const darks = meant(which)
  if (darks.some(({ by }) => isHis(which, by))) return null
  for (const dark of darks) {
    const why = looksLikeHand(which, dark)
    if (why) return why
  }
  return isDatedWrong(which) ? 'clock_set' : 'false'
}
