/** What a work did to one neighbour, by the whole timeline of its ONT since the work was requested. */
import type { Level } from '../optics.ts'
import type { NeighbourClass } from '../status.ts'
import { attribute, type Attribution } from './attribution.ts'
import { reasonOf, type Doubt, type Place, type Reason } from './darkness.ts'
import { lossOf, type Loss } from './degradation.ts'
import type { Work } from './evidence.ts'
import { darkAt, type Dark } from './timeline.ts'

/** A darkness that began during the work or its control window, with its reason. */
export interface Cut extends Dark {
  reason: Reason
}

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
  delta_db: number | null
  usual_db: number | null
  /** Every darkness since the work was requested, oldest first. */
  cuts: Cut[]
  /** Cuts by a hand that were shorter than 20 s; the longest cut by a hand, ms. */
  short_cuts: number
  longest_cut_ms: number
  restored_at: number | null
  /** When the harm began, ms since 1970; null without harm. */
  at: number | null
  attribution: Attribution | null
}

/** A cut shorter than this, in ms, is a touch; from here on somebody was without service. */
export const shortCut = 20_000
/** So many touches on one neighbour mean that something pulls at the fibre. */
const manyTouches = 5
/** A LOS within this before the request, in ms, may belong to what was done at the box just before. */
export const shortlyBefore = 30 * 60_000
const dayMs = 24 * 3_600_000
/** From here on after the closing, in ms, whoever was switched off should be back. */
const backByThen = 23 * 3_600_000

export interface WorkPlace extends Place {
  work: Work
  works: readonly Work[]
  /** Moment of the judgement, ms since 1970. */
  at: number
}

const lasted = ({ from, to, back_by }: Dark, at: number) => (back_by ?? to ?? at) - from
const isHand = ({ reason }: Cut) => reason.kind === 'hand'

/** Found dark, and nobody knows whether it fell before the request. */
const mayPrecede = ({ source, from, lit_before }: Dark, request: number) =>
  source === 'reading' && from >= request && (lit_before ?? -Infinity) < request

/** Had light within the day before the request, as far as stored readings tell. */
const isRecent = ({ ont, work }: WorkPlace) => ont.last_known !== null && work.from - ont.last_known.at <= dayMs

/** Whether a fall before the request can be the work's, another work's, or nobody's. */
function darkBefore(whole: WorkPlace, dark: Dark): Doubt | null {
  const { work, works, ...place } = whole
  if (mayPrecede(dark, work.from)) {
    const excused = dark.cause === 'dying_gasp' || dark.cause === 'admin'
    return excused || (dark.lit_before === null && !isRecent(whole)) ? null : 'dark_before'
  }
  if (dark.cause !== 'los' || dark.from < work.from - shortlyBefore) return null
  const reason = reasonOf(place, dark, place.at)
  if (reason.kind !== 'hand') return reason.kind === 'doubt' ? reason.doubt : null
  const other = attribute(
    works.filter(({ id }) => id !== work.id),
    [dark.from, dark.from],
  )
  return other.works.length > 0 ? null : 'dark_before'
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
      return drafts('desconectado', null, dark.from)
    case 'doubt':
      return drafts('no_concluyente', reason.doubt, dark.from)
    case 'own':
    case 'changed':
      return drafts(reason.kind === 'own' ? 'apagado' : 'igual')
  }
}

/** Doubts that stay when the light is back: somebody was without service, and nobody can tell by whom. */
const lasting: readonly Doubt[] = ['box_feeder', 'power_cut', 'replaced', 'dark_after_outage', 'disputed']

function afterwards(cuts: readonly Cut[], loss: Loss, at: number): Draft {
  const hands = cuts.filter(isHand)
  const long = hands.find((cut) => lasted(cut, at) >= shortCut)
  const open = cuts.find((cut) => {
    const { reason, cause } = cut
    // An ONT that goes without a LOS when the power of a street goes was without power.
    if (reason.kind !== 'doubt' || (reason.doubt === 'power_cut' && cause !== 'los')) return false
    return lasting.includes(reason.doubt) && lasted(cut, at) >= shortCut
  })
  if (open && open.reason.kind === 'doubt') return drafts('no_concluyente', open.reason.doubt, open.from)
  if (loss.level !== 'ok') return drafts('degradado', null, loss.between?.[0] ?? null)
  if (long) return drafts('corte_recuperado', null, long.from)
  if (loss.maybe_before)
    return { ...drafts('no_concluyente', 'weak_before', at), ...(loss.between && { between: loss.between }) }
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

/** Its hair was put into another splitter: by this work, or before it was requested. */
function moved(place: WorkPlace, { from, to }: { from: number | null; to: number }): Draft {
  const { timeline, work } = place
  // A hair that is pulled gives a LOS, and no other LOS of this PON follows it.
  const fall = timeline.darks.findLast(
    ({ cause, ...dark }) =>
      (cause === 'los' || cause === 'silent') && dark.from <= to && dark.from >= (from ?? -Infinity),
  )
  const start = fall?.from ?? from
  if (start !== null && start >= work.from) {
    const known = fall && reasonOf(place, fall, place.at).kind === 'hand'
    return { ...drafts('movido', null, start), between: [start, known ? start : to] }
  }
  const doubt = fall ? darkBefore(place, fall) : isRecent(place) ? 'dark_before' : null
  return doubt === null ? drafts('igual') : drafts('no_concluyente', doubt, start ?? to)
}

/** Classes that say less than a doubt about what was before the request. */
const hidesEarlier: readonly NeighbourClass[] = ['igual', 'apagado', 'microcorte']
const worst: readonly NeighbourClass[] = ['movido', 'desconectado', 'no_concluyente']
const worse = (a: Draft, b: Draft) => (worst.includes(a.class) ? a : b)

function draftOf(place: WorkPlace, cuts: readonly Cut[], before: Dark | undefined, loss: Loss): Draft {
  const { timeline, at } = place
  const now = darkAt(timeline, at)
  const past = afterwards(cuts, loss, at)
  if (timeline.elsewhere) return moved(place, timeline.elsewhere)
  if (now && now === before) return drafts('igual')
  const open = cuts.find((cut) => cut.to === null)
  if (now && open) {
    const current = whileDark(open)
    return current.class === 'apagado' && past.class !== 'igual'
      ? past
      : worse(current, past.class === 'igual' ? current : past)
  }
  return timeline.unread || !timeline.last ? drafts('no_concluyente', 'unread') : past
}

/** Its operator has put another ONT in its place since the work was requested. */
const isReplaced = ({ ont, newcomers, work }: WorkPlace) =>
  newcomers.some(({ port, serial, at }) => port === ont.port && serial !== ont.serial && at >= work.from)

/** A neighbour by everything that is known of it at the moment of the judgement. */
export function findingOf(place: WorkPlace): Finding {
  const { ont, timeline, work, at } = place
  const before = darkAt(timeline, work.from - 1) ?? timeline.darks.find((dark) => mayPrecede(dark, work.from))
  const cuts = timeline.darks
    .filter((dark) => dark !== before && dark.from >= work.from)
    .map((dark): Cut => ({ ...dark, reason: reasonOf(place, dark, at) }))
  const loss = lossOf(ont, timeline, work.from)
  const since = draftOf(place, cuts, before, loss)
  const earlier = before && hidesEarlier.includes(since.class) ? darkBefore(place, before) : null
  const draft = earlier && before ? drafts('no_concluyente', earlier, before.from) : since
  const hands = cuts.filter(isHand)
  const touches = hands.filter((cut) => lasted(cut, at) < shortCut).length
  const dark = darkAt(timeline, at) !== undefined
  const harmed = draft.at !== null && draft.class !== 'igual'
  const moment = draft.at ?? at
  const between =
    draft.class === 'degradado' && loss.between ? loss.between : (draft.between ?? ([moment, moment] as const))
  return {
    port: ont.port,
    class: draft.class,
    level: levelOf(draft, loss, touches, dark),
    doubt: draft.doubt,
    preexisting: before !== undefined,
    changed: cuts.some(({ reason }) => reason.kind === 'changed') || isReplaced(place),
    not_back: !before && dark && draft.class === 'apagado' && work.to !== null && at >= work.to + backByThen,
    delta_db: loss.delta_db,
    usual_db: loss.usual_db,
    cuts,
    short_cuts: touches,
    longest_cut_ms: Math.max(0, ...hands.map((cut) => lasted(cut, at))),
    restored_at: dark ? null : (cuts.findLast(({ reason }) => reason.kind !== 'own')?.to ?? null),
    at: draft.at,
    attribution: harmed ? attribute(place.works, between) : null,
  }
}
