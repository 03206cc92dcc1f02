/** Harms by hands, and which of them the plant's own data show. */
import type { ReadingEvidence } from '../../proof/evidence.ts'
import { epoch, hour, isHand, lasts, minute, second, type Hand } from './plan.ts'
import type { History, Session } from './case-file.ts'
import { begunAt, harmMs, hiddenBy, isLostToAnother, isWorkedByAnother, type Hidden } from './hidden.ts'
import { clockSlack, isReturnTold, isSeenLit, isTold, lateAlarm } from './told.ts'
import type { TrueDark, TrueOnt } from './world.ts'

/** From here on touches add up to harm. */
export const summedHarmMs = 60 * second

/** Before this much of light against the reference or the median, dB, noise and drift may hide a loss. */
const sure = { loss: 2.9, usual: 3.6, share: 1.3 }

/** What a hand did to one neighbour; `hidden`: why no judgement can see it. */
interface Harm {
  text: string
  hidden: Hidden | null
}

const isUnplugging = (act: TrueDark['by']): act is Hand => act !== null && isHand(act) && act.kind !== 'bend'

/**
 * Rule 4: a fall before the request is another work's while that was open; under the controls of a closed one it belongs
 * to the work whose technician comes again, and is in doubt where another technician requests the next work.
 */
const isAnothers = (history: History, session: Session, at: number) =>
  history.worksOf(session).some((work) => {
    if (work === session.work || work.from - clockSlack > at) return false
    const ends = work.to + (work.controls ? 24 * 60 * minute : 0)
    const isHis = work.technician === session.work.technician && ends + clockSlack >= at
    return work.to + clockSlack >= at || isHis
  })

/** Cuts by anybody's hand, since half an hour before the request. */
export function cutsToSee(history: History, session: Session, one: TrueOnt): Harm[] {
  const { work, at } = session
  const slack = clockSlack + (history.plant.stampedLate ? lateAlarm : 0)
  return one.darks.flatMap((dark): Harm[] => {
    const { from, to, by } = dark
    if (from > at) return []
    if (by !== null && (by.kind === 'tree' || by.kind === 'card' || by.kind === 'olt'))
      return stillDark(history, session, one, dark)
    // A line that is ceased is no neighbour from then on.
    const lasted = Math.min(to ?? at, at, history.world.ceasedAt(one)) - from
    if (!isUnplugging(by) || lasted < harmMs || (to !== null && to < work.from)) return []
    const harm = (hidden: Hidden | null) => [
      { text: `${by.kind} by work ${by.work} at ${from}, dark until ${to}`, hidden },
    ]
    if (from < work.from + clockSlack) {
      const recent = from >= work.from - 30 * minute + lateAlarm && (to === null || to > work.from + minute)
      const isOwn = work.from === work.to
      if (isOwn || !recent || isAnothers(history, session, from)) return harm('before_request')
    }
    return harm(lasted < harmMs + slack ? 'edge_of_20_s' : hiddenBy(history, session, one, dark))
  })
}

/** Touches by hands in the work and after it that add up to a loss of service, each of them and its return told. */
export function touchesToSee(history: History, session: Session, one: TrueOnt): Harm[] {
  const { work, at } = session
  // Both ends of each are reported in whole seconds, or as late as its alarms.
  const slack = history.plant.stampedLate ? lateAlarm + 2 * second : 2 * second
  const touches = one.darks.filter(
    (dark) =>
      isUnplugging(dark.by) &&
      dark.from >= work.from + clockSlack &&
      dark.to !== null &&
      dark.to <= at &&
      dark.to - dark.from < harmMs &&
      isTold(history, session, one, dark) &&
      isReturnTold(history, session, one, dark.to) &&
      hiddenBy(history, session, one, dark) === null,
  )
  const sum = touches.reduce((total, { from, to }) => total + Math.max(0, (to ?? at) - from - slack), 0)
  return sum >= summedHarmMs ? [{ text: `${touches.length} touches of ${sum} ms at least`, hidden: null }] : []
}

/** Without the time of its fall its light at the request is unknown, unless a reading shows it. */
const wasLit = (history: History, { work }: Session, one: TrueOnt, from: number) =>
  history
    .items(one)
    .some(
      ({ evidence }) =>
        evidence.kind === 'reading' &&
        evidence.state === 'online' &&
        evidence.at >= epoch + work.from &&
        evidence.at < epoch + from,
    )

/** An OLT that stopped with a single lit ONT, and forgot nothing, tells of one customer who went off. */
const stoppedAlone = (history: History, session: Session, one: TrueOnt, { by }: TrueDark) =>
  by?.kind === 'olt' &&
  !history.world.onts.some(
    (other) => other !== one && other.darks.some((each) => each.by === by && isTold(history, session, other, each)),
  )

/** Lit before an outage, disconnected during it, found dark eight minutes after it: undecided. */
function stillDark(history: History, session: Session, one: TrueOnt, dark: TrueDark): Harm[] {
  const { by, to, from, during } = dark
  const { work, at } = session
  const pulled = during.find(isUnplugging)
  if (!pulled || by === null || by.until === null || from < work.from + clockSlack) return []
  if ((to !== null && to <= at) || at < by.until + 8 * minute + 10 * second) return []
  const last = history
    .items(one)
    .filter(({ arrives, evidence }) => arrives <= at && evidence.kind === 'reading')
    .at(-1)?.evidence
  const isFound = last?.kind === 'reading' && last.state !== 'unknown' && last.at - epoch >= by.until + 8 * minute
  const isHidden =
    !isFound ||
    (!wasLit(history, session, one, from) && !isTold(history, session, one, dark)) ||
    stoppedAlone(history, session, one, dark) ||
    during.some(({ kind }) => kind === 'change') ||
    !isSeenLit(history, session, one, from)
  const text = `${pulled.kind} by work ${pulled.work} during ${by.kind} at ${from}, still dark`
  const begins = [...begunAt(history, session, one, dark), pulled.at]
  if (begins.some((moment) => isWorkedByAnother(history, session, one, moment)))
    return [{ text, hidden: 'worked_by_another' }]
  return [{ text, hidden: isHidden ? 'outage_not_told' : null }]
}

/** A hair that was seen in its place since the request, and is found on another PON. */
export function movesToSee(history: History, session: Session, one: TrueOnt): Harm[] {
  const { work, at } = session
  const { moved } = one
  if (!moved || moved.at < work.from + clockSlack || moved.at > at) return []
  const lit = history
    .items(one)
    .filter(({ arrives }) => arrives <= at)
    .flatMap(({ evidence }) => (evidence.kind === 'reading' && evidence.state === 'online' ? [evidence] : []))
  const inPlace = lit.some((reading) => !reading.elsewhere && reading.at >= epoch + work.from)
  const isFound = inPlace && lit.at(-1)?.elsewhere === true
  const text = `moved by work ${moved.work} at ${moved.at}`
  if (isWorkedByAnother(history, session, one, moved.at)) return [{ text, hidden: 'worked_by_another' }]
  return [{ text, hidden: isFound ? null : 'move_not_read' }]
}

/** Light that hands took since the request, as the readings show it: against the one before it, or against the month. */
export function lossesToSee(history: History, session: Session, one: TrueOnt): Harm[] {
  const { work, at } = session
  if (one.bends.length === 0) return []
  const taken = one.bends.filter((bend) => bend.at >= work.from && bend.at <= at && lasts(bend, at))
  const powers = history.powers(one, at)
  const last = powers.at(-1)
  const first = powers.find((reading) => reading.at >= epoch + work.from)
  // A first power that came late does not show the light before the work: the one known from before does.
  const isOwn = work.from === work.to
  const stored = isOwn ? history.lastLight(one, session) : history.lastKnown(one, work.from)
  const isLate = first && stored && first.at - epoch - work.from > minute && work.from - (stored.at - epoch) < 20 * hour
  const before = isLate ? stored : first
  const truly = taken.reduce((sum, { db }) => sum + db, 0)
  const harm = (hidden: Hidden | null) => [{ text: `bent by ${truly.toFixed(1)} dB in this work`, hidden }]
  if (one.bends.some((bend) => isLostToAnother(history, session, one, bend.at)))
    return truly >= sure.loss ? harm('worked_by_another') : []
  const newest = Math.max(...taken.map((bend) => bend.at))
  const isRead = last && before && last.at > before.at && last.rx_dbm !== null
  if (isRead && isSurelyLess(history, one, last, before, isLate === true || isOwn)) return harm(null)
  if (truly < sure.loss) return []
  return harm(isRead && last.at >= epoch + newest ? 'power_hardly_less' : 'power_not_read')
}

type Moment = Pick<ReadingEvidence, 'at'>
/** The hair is bent by more than noise and drift hide, between two powers or against the month with a share of its own. */
function isSurelyLess(history: History, one: TrueOnt, last: Moment, before: Moment, noMonth: boolean): boolean {
  const bentAt = ({ at }: Moment) => history.world.bentBy(one, at - epoch)
  const dimmedAt = ({ at }: Moment) => history.world.dimmedBy(one, at - epoch)
  const bent = bentAt(last)
  // A feeder that has regained its light meanwhile hides as much of the loss.
  const own = bent - bentAt(before) - Math.max(0, dimmedAt(before) - dimmedAt(last))
  const usual = !noMonth && one.ont.baseline !== null && bent >= sure.usual && own >= sure.share
  return (own >= sure.loss && bent >= sure.loss) || usual
}

/** Light was lost and no power was read since: the report has to mark the power as unknown. */
export function isPowerUnknown(history: History, { work, at }: Session, one: TrueOnt): boolean {
  const end = Math.min(work.to, at)
  const taken = one.bends.some((bend) => bend.at >= work.from && bend.at < end - 2 * minute && lasts(bend, at))
  const last = history.items(one).findLast(({ arrives, evidence }) => arrives <= at && evidence.kind === 'reading')
  const isLit = last?.evidence.kind === 'reading' && last.evidence.state === 'online' && !last.evidence.elsewhere
  return taken && isLit && !history.powers(one, at).some((reading) => reading.at >= epoch + end - 2 * minute)
}
