/** Why the plant's own data do not show a cut by a hand: every kind is something that no judgement could see through. */
import { type Act, epoch, isHand, minute, orderedBefore, second } from './plan.ts'
import type { History, Session } from './case-file.ts'
import { clockSlack, isFoundLit, isReturnTold, isSeenLit, isTold, lateAlarm } from './told.ts'
import type { TrueDark, TrueOnt } from './world.ts'

/** From here on a darkness is harm; moments are whole seconds at the OLT, and up to 5 s late where only an alarm tells. */
export const harmMs = 20 * second

export type Hidden =
  /** Of its alarms none was heard, the OLT's memory of it was not read, and no reading found it dark after light. */
  | 'not_told'
  /** Its operator had ordered a change of its ONT before. */
  | 'change_ordered'
  /** Its return before an ordered change was not seen. */
  | 'merged_with_change'
  /** The OLT's clock was set by an hour, and it dated this fall by the wrong time. */
  | 'clock_set'
  /** Alarms late by as much as the light was back: its fall is heard before the return of the fall before. */
  | 'reordered'
  /** Fell with an outage of the tree and was back with it. */
  | 'like_outage'
  /** Fell with four fifths or more of the tree's lit ONTs in other boxes, though not by the same cause. */
  | 'with_other_box'
  /** Fell before the request, under another work or unseen. */
  | 'before_request'
  /** 20 s or more, but not by more than moments may be off. */
  | 'edge_of_20_s'
  /** Another work for this customer was open then, and this work was closed or of another operator: the other work answers for it. */
  | 'worked_by_another'
  /** Dark since an outage, and no reading late enough after it, or nothing that tells of it. */
  | 'outage_not_told'
  /** Its hair was not read in its place since the request, or not yet found on the other PON. */
  | 'move_not_read'
  /** No power reading after the loss, or none before it; the report marks the neighbour's power as unknown. */
  | 'power_not_read'
  /** Less light than before by so little that noise and drift, or a feeder that regained its light, may hide it. */
  | 'power_hardly_less'

/** What the product has of this darkness: its alarm, a reading that found it dark, or the OLT's memory of it. */
function isSeen(history: History, session: Session, one: TrueOnt, dark: TrueDark): boolean {
  const ends = dark.to ?? Infinity
  const items = history.items(one).filter(({ arrives }) => arrives <= session.at)
  const readings = items.flatMap(({ evidence }) =>
    evidence.kind === 'reading' && evidence.state !== 'unknown' ? [evidence] : [],
  )
  if (isTold(history, session, one, dark)) return true
  // It tells no time: then light was seen in the window before it was found dark, or no reading had found it dark before.
  const found = readings.filter(({ at, state }) => at >= epoch + dark.from && at < epoch + ends && state === 'los')
  const lit = readings.some(
    ({ at, state }) => state === 'online' && at >= epoch + session.work.from && at < epoch + dark.from,
  )
  const wasDark = history.foundDarkAt(one, session.work.from) !== null
  return (lit || !wasDark) && found.some(({ at }) => Math.min(ends, session.at) - (at - epoch) >= harmMs)
}

/**
 * The OLT's clock was set by an hour, and it dated this fall, or one soon after it, by the new time before the product knew:
 * alarms since that moment count as late.
 */
function isDatedWrong(history: History, one: TrueOnt, { from }: TrueDark): boolean {
  const { jump } = history.plan.clock
  if (!jump) return false
  const falls = one.darks.filter((dark) => dark.from >= from && dark.from <= from + Math.abs(jump.by))
  return history.items(one).some(({ evidence }) => {
    if (evidence.kind !== 'reading' || evidence.last_down_at === null) return false
    const told = evidence.last_down_at - epoch
    return falls.some((dark) => Math.abs(Math.abs(told - dark.from) - Math.abs(jump.by)) <= clockSlack)
  })
}

/** It fell again within the time by which alarms are late, and the OLT tells no times: its return is heard after its fall. */
function isReordered(history: History, { at }: Session, one: TrueOnt, { from }: TrueDark): boolean {
  const back = one.darks.some(({ to }) => to !== null && to <= from && from - to <= lateAlarm)
  const isDated = history
    .items(one)
    .some(({ arrives, evidence }) => arrives <= at && evidence.kind === 'reading' && evidence.last_down_at !== null)
  return back && history.plant.stampedLate && !isDated
}

type TreeAct = Extract<Act, { kind: 'tree' | 'card' | 'olt' }>
const isOfTree = (act: Act): act is TreeAct => act.kind === 'tree' || act.kind === 'card' || act.kind === 'olt'

/** No other ONT of the tree is known to have returned before it: the end of the outage is unknown. */
const isFirstBack = (history: History, session: Session, one: TrueOnt, to: number, act: Act) =>
  !history.world.onts.some(
    (other) =>
      other !== one &&
      other.darks.some((dark) => {
        if (dark.by !== act || dark.to === null || dark.to >= to) return false
        return isReturnTold(history, session, other, dark.to) || isFoundLit(history, other, dark.to, to)
      }),
  )

/**
 * Fell with an outage (10 s, and the 5 s by which an alarm is late), or while its siblings were still ranging, and was back
 * in time, like the rest of the tree. Two times of ranging, because an outage ends when most are back.
 */
function looksLikeOutage(history: History, session: Session, one: TrueOnt, dark: TrueDark): boolean {
  const { plan } = history
  const { from, to } = dark
  if (to === null) return false
  // Without a stored time it may have fallen at any time before its return.
  const latest = isTold(history, session, one, dark) ? from : to
  // One outage may follow another before anybody is back.
  let ends = -Infinity
  for (const act of plan.acts.toSorted((a, b) => a.at - b.at)) {
    if (!isOfTree(act)) continue
    const together = latest >= act.at - 17 * second && from <= act.until + 3 * minute
    if (together || act.at <= ends)
      ends = Math.max(
        ends,
        isFirstBack(history, session, one, to, act) || !isReturnTold(history, session, one, to)
          ? to
          : act.until + 6 * minute,
      )
  }
  return to <= ends
}

/** Fell in the same quarter of a minute as four fifths or more of what may have been lit in other boxes, by falls of one box each. */
function fellWithAnotherBox(history: History, session: Session, { ont }: TrueOnt, { from }: TrueDark): boolean {
  const isNear = ({ by, ...dark }: TrueDark) =>
    by && !isHand(by) && !isOfTree(by) && dark.from >= from - 22 * second && dark.from <= from + 17 * second
  const start = from - 22 * second
  // A later fall without a known time may have happened in this interval.
  const mayFall = (one: TrueOnt) => {
    const next = one.darks.find((dark) => dark.from >= start)
    return next && !isTold(history, session, one, next) && !isFoundLit(history, one, start, next.from)
  }
  const outside = history.world.onts.filter((one) => one.ont.box !== ont.box)
  const fell = outside.filter(({ darks }) => darks.some(isNear))
  const lit = outside.filter((one) => !fell.includes(one) && !history.world.darkAt(one, start) && !mayFall(one))
  return fell.length > 0 && fell.length >= 4 * lit.length
}

/**
 * Rule 7: another ONT came up in its place, and its operator had ordered that before it lost its light, or may have, where no
 * moment of the loss is told.
 */
function isOrdered(history: History, session: Session, one: TrueOnt, dark: TrueDark): boolean {
  const latest = isTold(history, session, one, dark) ? dark.from : (dark.to ?? session.at)
  return dark.during.some(
    (act) => act.kind === 'change' && act.ordered && act.at - orderedBefore <= latest + 10 * second,
  )
}

/** Back without being seen, or only on another PON, before its ordered change: one darkness, as far as its own PON tells. */
function isMergedWithChange(history: History, one: TrueOnt, { to }: TrueDark): boolean {
  const change = one.replaced
  if (!change?.ordered || to === null || to > change.at) return false
  if (one.moved && one.moved.at < change.at) return true
  return !history.items(one).some(({ evidence }) => {
    if (evidence.at < epoch + to || evidence.at > epoch + change.at) return false
    return evidence.kind === 'reading' ? evidence.state === 'online' : evidence.alarm === 'up'
  })
}

/** Other works for this customer; `beside`: between which moments a work of the same operator was a colleague's of this one. */
const worksForHim = ({ plan }: History, { work }: Session, { ont }: TrueOnt, beside: readonly [number, number]) =>
  plan.works.filter(({ id, worked, vno, from, to }) => {
    const isColleague = vno === work.vno && from <= beside[1] && to >= beside[0]
    return worked === ont.id && id !== work.id && !isColleague
  })

/** Another work for this customer was open then: of another operator, or after this work was closed. */
export function isWorkedByAnother(history: History, session: Session, one: TrueOnt, at: number): boolean {
  const { from, to } = session.work
  const works = worksForHim(
    history,
    session,
    one,
    [from, to].every((end) => end < at) ? [Infinity, -Infinity] : [from, to],
  )
  return works.some((work) => work.from - clockSlack <= at && work.to + clockSlack >= at)
}

/** Light that was lost between the powers around such a work is taken for that work's. */
export function isLostToAnother(history: History, session: Session, one: TrueOnt, at: number): boolean {
  const powers = history.powers(one, session.at).map((reading) => reading.at - epoch)
  return worksForHim(history, session, one, [session.work.from, session.work.to]).some(({ from, to }) => {
    const [before, after] = [powers.findLast((when) => when < from), powers.find((when) => when > to)]
    return at >= (before ?? -Infinity) && at <= (after ?? Infinity)
  })
}

/**
 * Moments at which a darkness may seem to have begun: its own, that of the darkness before it if the return in between was not
 * seen, and that at which the OLT stopped holding its alarms back.
 */
export function begunAt(history: History, session: Session, one: TrueOnt, { from }: TrueDark): number[] {
  const dark = one.darks.findLast((each) => each.from <= from && !isContinued(history, session, one, each))
  return [from, dark?.from ?? from, history.plant.heldUntil(from) ?? from]
}
const isContinued = (history: History, session: Session, one: TrueOnt, dark: TrueDark) =>
  !isTold(history, session, one, dark) && !isSeenLit(history, session, one, dark.from)

/** Null where nothing but a hand explains the darkness to those who see what the product has, and it has the darkness. */
export function hiddenBy(history: History, session: Session, one: TrueOnt, dark: TrueDark): Hidden | null {
  const begins = begunAt(history, session, one, dark)
  const kinds: readonly [Hidden, boolean][] = [
    ['not_told', !isSeen(history, session, one, dark)],
    ['worked_by_another', begins.some((from) => isWorkedByAnother(history, session, one, from))],
    ['change_ordered', isOrdered(history, session, one, dark)],
    ['merged_with_change', isMergedWithChange(history, one, dark)],
    ['clock_set', isDatedWrong(history, one, dark)],
    ['reordered', isReordered(history, session, one, dark)],
    ['like_outage', looksLikeOutage(history, session, one, dark)],
    ['with_other_box', fellWithAnotherBox(history, session, one, dark)],
  ]
  return kinds.find(([, is]) => is)?.[0] ?? null
}
