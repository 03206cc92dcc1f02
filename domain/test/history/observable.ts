/** Which harm the plant's own data show. Every condition here is something that no judgement could see through. */
import { epoch, isHand, minute, orderedBefore, second, type Hand } from './plan.ts'
import type { History, Session } from './case-file.ts'
import type { TrueDark, TrueOnt } from './world.ts'

/** From here on a darkness is harm; moments are whole seconds at the OLT, and up to 5 s late where only an alarm tells. */
const harmMs = 20 * second
const clockSlack = 2 * second
const lateAlarm = 5 * second

/** Before this much of light against the reference or the median, dB, noise and drift may hide a loss. */
const sure = { loss: 2.9, usual: 3.6, share: 1.1 }

const isUnplugging = (act: TrueDark['by']): act is Hand => act !== null && isHand(act) && act.kind !== 'bend'

/** Its alarm was heard, or the OLT's memory of it was read. */
export function isTold(history: History, { at }: Session, one: TrueOnt, dark: TrueDark): boolean {
  const stamp = epoch + Math.floor(dark.from / second) * second
  return history.items(one).some(({ arrives, evidence }) => {
    if (arrives > at) return false
    if (evidence.kind === 'reading') return evidence.last_down_at === stamp
    return evidence.alarm !== 'up' && evidence.at >= epoch + dark.from && evidence.at <= epoch + dark.from + lateAlarm
  })
}

/** What the product has of this darkness: its alarm, a reading that found it dark, or the OLT's memory of it. */
function isSeen(history: History, session: Session, one: TrueOnt, dark: TrueDark): boolean {
  const ends = dark.to ?? Infinity
  const items = history.items(one).filter(({ arrives }) => arrives <= session.at)
  const readings = items.flatMap(({ evidence }) =>
    evidence.kind === 'reading' && evidence.state !== 'unknown' ? [evidence] : [],
  )
  if (isTold(history, session, one, dark)) return true
  // It tells no time: then light must have been seen in the window before it was found dark.
  const found = readings.filter(({ at, state }) => at >= epoch + dark.from && at < epoch + ends && state === 'los')
  const lit = readings.some(
    ({ at, state }) => state === 'online' && at >= epoch + session.work.from && at < epoch + dark.from,
  )
  return lit && found.some(({ at }) => Math.min(ends, session.at) - (at - epoch) >= harmMs)
}

/**
 * Fell with an outage (10 s, and the 5 s by which an alarm is late), or while its siblings were still ranging, and was back
 * in time: like everybody of the tree. Two times of ranging, because an outage ends when most are back.
 */
function looksLikeOutage({ plan }: History, { from, to }: TrueDark): boolean {
  if (to === null) return false
  // One outage may follow another before anybody is back.
  let ends = -Infinity
  for (const act of plan.acts.toSorted((a, b) => a.at - b.at)) {
    if (act.kind !== 'tree' && act.kind !== 'card' && act.kind !== 'olt') continue
    const together = from >= act.at - 17 * second && from <= act.until + 3 * minute
    if (together || act.at <= ends) ends = Math.max(ends, act.until + 6 * minute)
  }
  return to <= ends
}

/** Fell in the same quarter of a minute as the feeder of another box: where nothing else is lit, the whole tree has fallen. */
const fellWithAnotherBox = ({ plan }: History, { ont }: TrueOnt, { from }: TrueDark) =>
  plan.acts.some(
    (act) =>
      act.kind === 'feeder' &&
      act.box !== ont.box &&
      from >= act.at - 17 * second &&
      from <= act.at + 22 * second &&
      plan.onts.every(({ box }) => box === ont.box || box === act.box),
  )

/** Rule 4: a fall before the request that lies in the window of another closed work of the box is that work's. */
const isAnothers = (history: History, session: Session, at: number) =>
  history.worksOf(session).some((work) => {
    const ends = work.controls ? work.to + 24 * 60 * minute : work.to
    return work !== session.work && work.from - clockSlack <= at && ends + clockSlack >= at
  })

/** Rule 7: another ONT came up in its place, and its operator had ordered that before it lost its light. */
const isOrdered = ({ from, during }: TrueDark) =>
  during.some((act) => act.kind === 'change' && act.ordered && act.at - orderedBefore <= from + 10 * second)

/** Back, and nobody saw it, before its ordered change: one darkness, as far as anybody knows. */
function isMergedWithChange(history: History, one: TrueOnt, { to }: TrueDark): boolean {
  const change = one.replaced
  if (!change?.ordered || to === null || to > change.at) return false
  return !history.items(one).some(({ evidence }) => {
    if (evidence.at < epoch + to || evidence.at > epoch + change.at) return false
    return evidence.kind === 'reading' ? evidence.state === 'online' : evidence.alarm === 'up'
  })
}

/** Cuts by anybody's hand, since half an hour before the request, that have to be found. */
export function cutsToSee(history: History, session: Session, one: TrueOnt): string[] {
  const { work, at } = session
  if (one.ont.id === work.worked) return []
  const slack = clockSlack + (history.plant.stampedLate ? lateAlarm : 0)
  return one.darks.flatMap((dark): string[] => {
    const { from, to, by } = dark
    if (from > at) return []
    if (by !== null && (by.kind === 'tree' || by.kind === 'card' || by.kind === 'olt'))
      return stillDark(history, session, one, dark)
    if (!isUnplugging(by)) return []
    if (from < work.from + clockSlack) {
      const recent = from >= work.from - 30 * minute + lateAlarm && (to === null || to > work.from + minute)
      if (!recent || isAnothers(history, session, from)) return []
    }
    if (Math.min(to ?? at, at) - from < harmMs + slack) return []
    if (
      isOrdered(dark) ||
      isMergedWithChange(history, one, dark) ||
      looksLikeOutage(history, dark) ||
      fellWithAnotherBox(history, one, dark) ||
      !isSeen(history, session, one, dark)
    )
      return []
    return [`${by.kind} by work ${by.work} at ${from}, dark until ${to}`]
  })
}

/** The return from the darkness before this moment was heard, or a reading found the light. */
function isSeenLit(history: History, { work }: Session, one: TrueOnt, before: number): boolean {
  const back = one.darks.findLast(({ to }) => to !== null && to <= before)?.to
  if (back === undefined || back === null) return true
  return history.items(one).some(({ evidence }) => {
    const since = Math.max(back, work.from - 30 * minute)
    if (evidence.at < epoch + since || evidence.at > epoch + before) return false
    return evidence.kind === 'reading' ? evidence.state === 'online' : evidence.alarm === 'up'
  })
}

/** Lit before an outage, pulled during it, found dark eight minutes after it: a question, whoever did it. */
function stillDark(history: History, session: Session, one: TrueOnt, dark: TrueDark): string[] {
  const { by, to, from, during } = dark
  const { work, at } = session
  if (by === null || by.until === null || from < work.from + clockSlack) return []
  const pulled = during.find(isUnplugging)
  // An OLT that stopped with a single lit ONT, and forgot nothing, tells of one customer who went off.
  const others = history.world.onts.filter((other) => other !== one)
  const isAlone = !others.some((other) =>
    other.darks.some((each) => each.by === by && isTold(history, session, other, each)),
  )
  if (by.kind === 'olt' && isAlone) return []
  if (during.some(({ kind }) => kind === 'change') || !isSeenLit(history, session, one, from)) return []
  if (!pulled || (to !== null && to <= at) || at < by.until + 8 * minute + 10 * second) return []
  const last = history
    .items(one)
    .filter(({ arrives, evidence }) => arrives <= at && evidence.kind === 'reading')
    .at(-1)?.evidence
  const isFound = last?.kind === 'reading' && last.state !== 'unknown' && last.at - epoch >= by.until + 8 * minute
  return isFound ? [`${pulled.kind} by work ${pulled.work} during ${by.kind} at ${from}, still dark`] : []
}

/** Light that a reading shows as lost: against the reading before it in the window, or against the month with a share of its own. */
export function lossesToSee(history: History, session: Session, one: TrueOnt): string[] {
  const { work, at } = session
  if (one.ont.id === work.worked || one.bends.length === 0) return []
  const lit = history
    .items(one)
    .filter(({ arrives }) => arrives <= at)
    .flatMap(({ evidence }) => (evidence.kind === 'reading' && evidence.olt_rx_dbm !== null ? [evidence] : []))
  const last = lit.at(-1)
  const first = lit.find((reading) => reading.at >= epoch + work.from)
  // A first reading that came late does not show the light before the work: the one stored within the day before does.
  const stored = history.lastKnown(one, work.from)
  const isLate =
    first && stored && first.at - epoch - work.from > minute && work.from - (stored.at - epoch) < 20 * 60 * minute
  const before = isLate ? stored : first
  if (!last || !before || last.at <= before.at || last.rx_dbm === null) return []
  const bent = history.world.bentBy(one, last.at - epoch)
  const own = bent - history.world.bentBy(one, before.at - epoch)
  const usual = !isLate && one.ont.baseline !== null && bent >= sure.usual && own >= sure.share
  return (own >= sure.loss && bent >= sure.loss) || usual
    ? [`bent by ${bent.toFixed(1)} dB, ${own.toFixed(1)} of it in this work`]
    : []
}
