/** What a work did to one neighbour, by the whole timeline of its ONT since the work was requested. */
import type { Level } from '../optics.ts'
import type { NeighbourClass } from '../status.ts'
import { attribute, attributeLoss, shortlyBefore, type Attribution } from './attribution.ts'
import {
  isHand,
  lasted,
  lossBegan,
  lossOfService,
  serviceLosses,
  shortCut,
  type Cut,
  type ServiceLoss,
} from './cuts.ts'
import { reasonOf, type Doubt } from './darkness.ts'
import { isCommonLoss, lossOf, type Loss } from './degradation.ts'
import { sameMoment } from './marks.ts'
import { outageOf } from './outages.ts'
import { darkAt, doneBetween, type Dark, type Timeline } from './timeline.ts'
import { isAnothers, isRecent, mayPrecede, spanOf, type WorkPlace } from './work-place.ts'
import { answering, ownLight } from './worked-port.ts'

export interface Finding {
  port: number
  class: NeighbourClass
  level: Level
  /** What cannot be decided; null where the class is certain. */
  doubt: Doubt | null
  /** Without light when the work was requested. */
  preexisting: boolean
  /** Its operator, or its customer, put another ONT in its place. */
  changed: boolean
  /** Had light before the work, was switched off meanwhile, and is dark a day later. */
  not_back: boolean
  /** Lit, but without a power reading since the end of the work. */
  power_unchecked: boolean
  delta_db: number | null
  usual_db: number | null
  /** Every darkness since the work was requested, oldest first. */
  cuts: Cut[]
  /** Cuts by a hand that were shorter than 20 s; the longest cut by a hand, ms. */
  short_cuts: number
  longest_cut_ms: number
  restored_at: number | null
  /** Every loss of service since the request, whatever the class says: each is notified once. */
  losses: ServiceLoss[]
  /** When the harm began, ms since 1970; null without harm. */
  at: number | null
  attribution: Attribution | null
}

/** So many touches on one neighbour mean that something pulls at the fibre. */
const manyTouches = 5
/** From here on after the closing, in ms, an ONT that was switched off should be back. */
const backByThen = 23 * 3_600_000

/** Found dark after the request, without a moment: only a reading from long before the request shows that it was dark already. */
function foundDark(place: WorkPlace, { cause, lit_before }: Dark): Doubt | null {
  const { ont, work } = place
  if (cause === 'dying_gasp' || cause === 'admin') return null
  if (lit_before === null && ont.found_dark_at !== null)
    return ont.found_dark_at < work.from - shortlyBefore ? null : 'dark_before'
  return lit_before !== null || isRecent(place) ? 'dark_before' : 'unread'
}

/** Whether a fall before the request can be the work's, another work's, or no work's. */
function darkBefore(whole: WorkPlace, dark: Dark): Doubt | null {
  const { work, works, ...place } = whole
  if (mayPrecede(dark, work.from)) return foundDark(whole, dark)
  if (dark.cause !== 'los') return null
  // Its alarm came after the request.
  if (dark.heardLate !== undefined && dark.heardLate >= work.from) return 'dark_before'
  if (dark.from < work.from - shortlyBefore) return null
  const reason = reasonOf(place, dark, place.at)
  if (reason.kind !== 'hand') return reason.kind === 'doubt' ? reason.doubt : null
  // Later requests are no candidates for a fall before this one.
  const known = works.filter(({ from }) => from <= work.from)
  const whose = attribute(known, [dark.from, dark.from])
  if (whose.works.every((id) => id === work.id)) return 'dark_before'
  return whose.works.includes(work.id) && whose.technician_id === null ? 'dark_before' : null
}

interface Draft {
  class: NeighbourClass
  doubt: Doubt | null
  at: number | null
  /** Between which moments it was done, where the moment is not known. */
  between?: readonly [number, number]
}
const drafts = (found: NeighbourClass, doubt: Doubt | null = null, at: number | null = null): Draft => ({
  class: found,
  doubt,
  at,
})

/** What the darkness that lasts says. */
function whileDark(dark: Cut): Draft {
  const { reason } = dark
  switch (reason.kind) {
    case 'hand':
      return { ...drafts('desconectado', null, dark.from), between: doneBetween(dark) }
    case 'doubt':
      return drafts('no_concluyente', reason.doubt, dark.from)
    case 'own':
    case 'changed':
      return drafts(reason.kind === 'own' ? 'apagado' : 'igual')
  }
}

/** Doubts that stay when the light is back: a customer was without service, and the cause is undecidable. */
const lasting: readonly Doubt[] = ['box_feeder', 'power_cut', 'replaced', 'dark_after_outage', 'disputed']

/** A doubt that stays. An ONT that goes without a LOS when the power of a street goes was without power. */
const staysDoubtful = ({ reason, cause }: Cut) =>
  reason.kind === 'doubt' && !(reason.doubt === 'power_cut' && cause !== 'los') && lasting.includes(reason.doubt)

function afterwards(cuts: readonly Cut[], loss: Loss, { at, work }: WorkPlace): Draft {
  const hands = cuts.filter(isHand)
  const doubtful = cuts.filter(staysDoubtful)
  // Touches that add up only together with those in doubt are in doubt as well.
  const isMixed = lossOfService(hands, at).length === 0 && lossOfService([...hands, ...doubtful], at).length > 0
  const [open] = isMixed ? doubtful : lossOfService(doubtful, at)
  if (open?.reason.kind === 'doubt') return drafts('no_concluyente', open.reason.doubt, open.from)
  const lostAt = loss.between?.[0] ?? null
  // The last good reading may be older than the work that took the power.
  if (loss.level !== 'ok' && !loss.common) return drafts('degradado', null, lostAt && Math.max(lostAt, work.from))
  const lost = lossOfService(hands, at)
  const [first, last] = [lost[0], lost.at(-1)]
  if (first && last) {
    const began = lossBegan(lost, at)?.from ?? first.from
    return { ...drafts('corte_recuperado', null, began), between: [doneBetween(first)[0], last.from] }
  }
  // The begin is that of the interval: the moment of the judgement would be new with every one.
  const unsure = (doubt: Doubt) => ({
    ...drafts('no_concluyente', doubt, lostAt ?? at),
    ...(loss.between && { between: loss.between }),
  })
  if (loss.common) return unsure('common_loss')
  if (loss.maybe_before) return unsure('weak_before')
  return hands[0] ? drafts('microcorte', null, hands[0].from) : drafts('igual')
}

function levelOf(draft: Draft, loss: Loss, touches: number, dark: boolean): Level {
  switch (draft.class) {
    case 'desconectado':
    case 'movido':
      return 'bloqueo'
    case 'degradado':
      return loss.level
    case 'no_concluyente':
      // Whoever has worked in a box whose feeder is cut does not leave before the light is back.
      return draft.doubt === 'box_feeder' && dark ? 'bloqueo' : 'aviso'
    case 'corte_recuperado':
      return 'aviso'
    default:
      return touches >= manyTouches ? 'aviso' : 'ok'
  }
}

/** Dark before the request by something else than a hand, or by nothing that was heard: it may have been moved since. */
const mayBeMoved = (place: WorkPlace, fall: Dark | undefined) =>
  fall ? reasonOf(place, fall, place.at).kind !== 'hand' : isRecent(place)

/** An alarm does not tell on which PON it fell: only a reading shows that it still hung in its place. */
const neverInPlace = ({ work }: WorkPlace, from: number | null, fall: Dark | undefined) =>
  from === null && fall !== undefined && fall.from >= work.from

/** True if the ONT returned, since its last reading in place, from a darkness whose unknown start may precede the request. */
const mayBeGone = ({ timeline, work }: WorkPlace, from: number | null, to: number) =>
  timeline.returns.some(
    ({ at, lit_before }) =>
      at <= to && at >= (from ?? -Infinity) && (lit_before ?? -Infinity) < Math.min(work.from, at - sameMoment),
  )

/** Its hair was put into another splitter: by this work, or before it was requested. */
function moved(place: WorkPlace, { from, to }: { from: number | null; to: number }): Draft {
  const { timeline, work } = place
  // Any loss of light since it was last read in its place: it may have come back elsewhere, heard or unheard.
  const falls = timeline.darks.filter(
    ({ cause, ...dark }) =>
      (cause === 'los' || cause === 'silent') && dark.from <= to && dark.from >= (from ?? -Infinity),
  )
  const fall = falls.at(-1)
  const start = fall ? fall.from : from
  if (neverInPlace(place, from, fall) || mayBeGone(place, from, to))
    return drafts('no_concluyente', 'dark_before', start ?? to)
  if (start !== null && start >= work.from && !(fall && mayPrecede(fall, work.from))) {
    // An `up` alarm may come from another PON: only a reading proves that the ONT was in its place.
    const [first] = falls
    const seen = first?.source === 'reading' ? from : null
    const earliest = seen ?? (first ? doneBetween(first)[0] : start)
    return { ...drafts('movido', null, start), between: [earliest, to] }
  }
  const doubt = mayBeMoved(place, fall) ? 'dark_before' : fall ? darkBefore(place, fall) : null
  return doubt === null ? drafts('igual') : drafts('no_concluyente', doubt, start ?? to)
}

/** Classes that say less than a doubt about what was before the request. */
const hidesEarlier: readonly NeighbourClass[] = ['igual', 'apagado', 'microcorte']
const worst: readonly NeighbourClass[] = ['movido', 'desconectado', 'no_concluyente']
const worse = (a: Draft, b: Draft) => (worst.includes(a.class) ? a : b)

function draftOf(place: WorkPlace, cuts: readonly Cut[], before: Dark | undefined, loss: Loss): Draft {
  const { timeline, at } = place
  const now = darkAt(timeline, at)
  const past = afterwards(cuts, loss, place)
  if (timeline.elsewhere) {
    const away = moved(place, timeline.elsewhere)
    return away.between && isAnothers(place, away.between) ? past : away
  }
  if (now && now === before) return drafts('igual')
  const open = cuts.find((cut) => cut.to === null)
  if (now && open) {
    const current = whileDark(open)
    return current.class === 'apagado' && past.class !== 'igual'
      ? past
      : worse(current, past.class === 'igual' ? current : past)
  }
  // The open work of this customer may have disconnected its ONT.
  if (isAnothers(place, now ? spanOf(place, now) : [at, at])) return past
  if (timeline.unread || !timeline.last) return drafts('no_concluyente', 'unread')
  const unheard = hidesEarlier.includes(past.class) ? undatedLoss(place) : undefined
  return unheard ? drafts('no_concluyente', 'undated', unheard.at) : past
}

/** A loss of light since the request whose begin and duration are unknown, unless an outage explains it. */
function undatedLoss(place: WorkPlace): Timeline['returns'][number] | undefined {
  const { timeline, outages, work } = place
  return timeline.returns.find(({ at, lit_before, lost }) => {
    if (!lost || at < work.from || isAnothers(place, [lit_before ?? at, at])) return false
    return !outageOf(outages, timeline, { from: at, to: at, cause: 'los', source: 'reading', lit_before })
  })
}

/** Its operator has put another ONT in its place since the work was requested. */
const isReplaced = ({ ont, newcomers, work }: WorkPlace) =>
  newcomers.some(({ port, serial, at }) => port === ont.port && serial !== ont.serial && at >= work.from)

/** Dark when the work was requested, as far as anybody saw: until its light is seen an ONT counts as dark. */
const darkAtRequest = ({ darks }: WorkPlace['timeline'], request: number) =>
  darks.findLast(({ from, to, back_by }) => from < request && (to === null || (back_by ?? to) >= request))

/** Loss of power as far as it is a question of this work: one from before the request that others answer for is none. */
function lossFor({ ont, timeline, inside, work, works, at }: WorkPlace): Loss {
  const light = ownLight(ont, timeline, works, work)
  const loss = lossOf(light.ont, light.timeline, work, at)
  if (loss.between === null) return loss
  if (!loss.maybe_before) return { ...loss, common: isCommonLoss(inside, timeline, loss.between) }
  // Later requests are no candidates for a loss before this one.
  const known = works.filter(({ from }) => from <= work.from)
  const isAsked = attributeLoss(known, loss.between).works.includes(work.id)
  return isAsked ? loss : lossOf({ ...light.ont, last_known: null }, light.timeline, work, at)
}

/** Whose the finding is; a loss of power lies between two readings. */
function whose({ ont, work, works }: WorkPlace, draft: Draft, loss: Loss): Attribution | null {
  if (draft.at === null || draft.class === 'igual') return null
  const isLoss = draft.class === 'degradado' || draft.doubt === 'weak_before' || draft.doubt === 'common_loss'
  const between = (isLoss ? loss.between : draft.between) ?? ([draft.at, draft.at] as const)
  const answers = answering(works, work, ont.port, between)
  return isLoss ? attributeLoss(answers, between) : attribute(answers, between)
}

/** A neighbour by everything that is known of it at the moment of the judgement. */
export function findingOf(place: WorkPlace): Finding {
  const { ont, timeline, work, at } = place
  const before = darkAtRequest(timeline, work.from) ?? timeline.darks.find((dark) => mayPrecede(dark, work.from))
  const cuts = timeline.darks
    .filter((dark) => dark !== before && dark.from >= work.from && !isAnothers(place, spanOf(place, dark)))
    .map((dark): Cut => ({ ...dark, reason: reasonOf(place, dark, at) }))
  const loss = lossFor(place)
  const since = draftOf(place, cuts, before, loss)
  // What fell before is no question of the work that its own customer comes from.
  const mayAsk = before && (!ont.worked || mayPrecede(before, work.from))
  const asks = mayAsk && hidesEarlier.includes(since.class) && !isAnothers(place, spanOf(place, before))
  const earlier = asks ? darkBefore(place, before) : null
  const draft = earlier && before ? drafts('no_concluyente', earlier, before.from) : since
  const hands = cuts.filter(isHand)
  const touches = hands.filter((cut) => lasted(cut, at) < shortCut).length
  const dark = darkAt(timeline, at) !== undefined
  return {
    port: ont.port,
    class: draft.class,
    level: levelOf(draft, loss, touches, dark),
    doubt: draft.doubt,
    preexisting: before !== undefined,
    changed: cuts.some(({ reason }) => reason.kind === 'changed') || isReplaced(place),
    not_back: !before && dark && draft.class === 'apagado' && work.to !== null && at >= work.to + backByThen,
    power_unchecked: loss.unchecked,
    delta_db: loss.delta_db,
    usual_db: loss.usual_db,
    cuts,
    short_cuts: touches,
    longest_cut_ms: Math.max(0, ...hands.map((cut) => lasted(cut, at))),
    restored_at: dark ? null : (cuts.findLast(({ reason }) => reason.kind !== 'own')?.to ?? null),
    losses: serviceLosses(cuts, at, (span) => attribute(answering(place.works, work, ont.port, span), span).works),
    at: draft.at,
    attribution: whose(place, draft, loss),
  }
}
