/** What an intervention did to the neighbours of a box: the class of each one, the verdict, and what it allows. */
import { quantise } from './optics.ts'
import type { Level } from './optics.ts'
import type { NeighbourClass, OpticalState, Verdict } from './status.ts'

export interface PortReading {
  port: number
  serial: string | null
  state: OpticalState
  rx_dbm: number | null
  olt_rx_dbm: number | null
}
/** A loss of light that the OLT reported while listening, or that a reading found; milliseconds since 1970. */
export interface Cut {
  down_at: number
  /** Null while it lasts. */
  up_at: number | null
  /** The ONT said that its power went: the customer switched it off. */
  gasp: boolean
  /** It is gone and the OLT never saw the light fail, which it sees of every fibre that is pulled. */
  silent?: boolean
}
/** A neighbour: a port with somebody's ONT that is not the port being worked on. */
export interface Watched {
  port: number
  before: PortReading
  /** Null when it could not be read. */
  after: PortReading | null
  cuts: readonly Cut[]
  /** Its last 30 days at the ONT, dBm and dB. */
  baseline: { p50: number; stddev: number } | null
}
export interface Neighbour {
  port: number
  class: NeighbourClass
  /** Light gained (+) or lost (−) against the reading before, dB. */
  delta_db: number | null
  /** Cuts that can have been a hand, and how many of them were short. */
  cuts: number
  short_cuts: number
  /** Whole seconds; 0 without cuts. */
  longest_cut_s: number
  restored_at: number | null
  level: Level
  /** Already without light before: shown, never blamed. */
  preexisting: boolean
}

/** A cut shorter than this, in ms, is a touch; from here on somebody was without service. */
export const shortCut = 20_000
/** So many touches on one neighbour mean that something pulls at the fibre. */
const manyTouches = 5
/** A gasp this near, in ms, to the loss of light tells its cause: alarms come up to 5 s late, and in any order. */
const gaspWindow = 10_000
/** dB of light lost from which a neighbour is degraded, and from which it is serious. */
export const degradedFrom = -2
export const degradedHard = -3
/** Share of a tree that falls at once when the fault lies above the box. */
const upstreamShare = 0.8

const dark: readonly OpticalState[] = ['los', 'offline', 'dying_gasp', 'admin_down']
const worst: readonly NeighbourClass[] = [
  'movido',
  'desconectado',
  'no_concluyente',
  'degradado',
  'corte_recuperado',
  'microcorte',
  'apagado',
  'igual',
]
const worstVerdict: readonly Verdict[] = [
  'con_desconectados',
  'no_concluyente',
  'degradada',
  'con_cortes',
  'con_microcortes',
  'limpia',
]
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

/**
 * The losses of light of one port up to a moment, oldest first and apart from each other. Alarms that come together are one
 * loss: a gasp and the LOS that follows it, or the other way round. A later one tells that the light had returned in between.
 */
export function outages(cuts: readonly Cut[], at: number): Cut[] {
  const found: Cut[] = []
  for (const cut of cuts.filter((one) => one.down_at <= at).toSorted((a, b) => a.down_at - b.down_at)) {
    const up = cut.up_at !== null && cut.up_at <= at ? cut.up_at : null
    const last = found.at(-1)
    const lasts = last && (last.up_at === null || last.up_at > cut.down_at)
    if (lasts && cut.down_at - last.down_at <= gaspWindow) {
      last.up_at = last.up_at === null || up === null ? null : Math.max(last.up_at, up)
      last.gasp ||= cut.gasp
      if (!cut.silent) delete last.silent
      continue
    }
    if (lasts) last.up_at = cut.down_at
    found.push({ ...cut, up_at: up })
  }
  return found
}

const gained = (after: number | null | undefined, before: number | null) =>
  after == null || before === null ? null : quantise(after - before)

/** By the ONT's own reading, or by the OLT's where the ONT tells none: a bend takes the same from both. */
const delta = ({ before, after }: Watched) =>
  gained(after?.rx_dbm, before.rx_dbm) ?? gained(after?.olt_rx_dbm, before.olt_rx_dbm)

/** Less light than before, and less than the line's own ups and downs of a month explain. */
function degraded(watched: Watched): boolean {
  const { after, baseline } = watched
  const lost = delta(watched)
  if (lost === null || lost > degradedFrom) return false
  if (baseline === null || after?.rx_dbm == null) return true
  return after.rx_dbm < baseline.p50 - 3 * baseline.stddev
}

/** Another ONT answers where the neighbour's did. */
const stranger = ({ before, after }: Watched) =>
  after?.state === 'online' && before.serial !== null && after.serial !== null && after.serial !== before.serial

function moved({ port, before, after }: Watched, seen: readonly PortReading[]): boolean {
  if (before.serial === null || (after?.state === 'online' && after.serial === before.serial)) return false
  return seen.some((one) => one.port !== port && one.serial === before.serial && one.state === 'online')
}

/**
 * Class of a port that does not answer now. One that was not readable before, and one that is gone though its OLT never saw the
 * light fail, is blamed only if it was seen to fall.
 */
function darkClass({ before, after }: Watched, last: Cut | undefined): NeighbourClass {
  const open = last?.up_at === null
  if (after?.state === 'dying_gasp' || after?.state === 'admin_down' || (open && last.gasp)) return 'apagado'
  const seen = open && !last.silent
  return !seen && (before.state === 'unknown' || after?.state === 'offline') ? 'no_concluyente' : 'desconectado'
}

function cutClass(blamed: readonly Cut[], at: number): NeighbourClass {
  if (blamed.length === 0) return 'igual'
  return blamed.every((cut) => isShort(cut, at)) ? 'microcorte' : 'corte_recuperado'
}

/** Whether it can have been a hand at the fibre: neither switched off with a last word nor gone without one. */
export const byHand = ({ gasp, silent }: Cut): boolean => !gasp && !silent
/** Whether it was the customer himself: his ONT said so, or it was gone without a word and is back. */
export const ownDoing = ({ gasp, silent = false, up_at }: Pick<Cut, 'gasp' | 'silent'> & { up_at: unknown }): boolean =>
  gasp || (silent && up_at !== null)
const lasted = (cut: Cut, at: number) => (cut.up_at ?? at) - cut.down_at
const isShort = (cut: Cut, at: number) => lasted(cut, at) < shortCut
const worseOf = (a: NeighbourClass, b: NeighbourClass) => worst.find((one) => one === a || one === b) ?? a

function classOf(watched: Watched, lost: readonly Cut[], seen: readonly PortReading[], at: number): NeighbourClass {
  if (dark.includes(watched.before.state)) return 'igual'
  if (moved(watched, seen)) return 'movido'
  if (watched.after === null || watched.after.state === 'unknown') return 'no_concluyente'
  if (stranger(watched)) return 'desconectado'
  const isDark = watched.after.state !== 'online'
  const over = lost.filter((cut) => byHand(cut) && !(isDark && cut.up_at === null))
  const now = isDark ? darkClass(watched, lost.at(-1)) : degraded(watched) ? 'degradado' : 'igual'
  return worseOf(now, cutClass(over, at))
}

function levelOf(found: NeighbourClass, watched: Watched, touches: number): Level {
  if (found === 'desconectado' || found === 'movido') return 'bloqueo'
  if (found === 'degradado') return (delta(watched) ?? 0) <= degradedHard ? 'bloqueo' : 'aviso'
  if (found === 'corte_recuperado' || found === 'no_concluyente') return 'aviso'
  return touches >= manyTouches || stranger(watched) ? 'aviso' : 'ok'
}

/**
 * What happened to each neighbour. `seen`: every port of the box after the work, to find an ONT on another port.
 * `at`: when the last reading was taken; alarms after it do not count.
 */
export function classify(watched: readonly Watched[], seen: readonly PortReading[], at: number): Neighbour[] {
  return watched.map((one) => {
    const lost = outages(one.cuts, at)
    const blamed = lost.filter(byHand)
    const touches = blamed.filter((cut) => isShort(cut, at)).length
    const found = classOf(one, lost, seen, at)
    return {
      port: one.port,
      class: found,
      delta_db: delta(one),
      cuts: blamed.length,
      short_cuts: touches,
      longest_cut_s: Math.floor(Math.max(0, ...blamed.map((cut) => lasted(cut, at))) / 1000),
      restored_at: one.after?.state === 'online' ? (blamed.at(-1)?.up_at ?? null) : null,
      level: levelOf(found, one, touches),
      preexisting: dark.includes(one.before.state),
    }
  })
}

/** The worst class names the verdict; nobody beside the work is a clean one. */
export function verdictOf(classes: readonly NeighbourClass[]): Verdict {
  return worstVerdict.find((verdict) => classes.some((one) => verdictOfClass[one] === verdict)) ?? 'limpia'
}

/** Somebody is without service because of the work. */
export const isHarm = (found: NeighbourClass) => verdictOfClass[found] === 'con_desconectados'
/** Neighbours without service because of the work. */
export const harmedCount = (classes: readonly NeighbourClass[]) => classes.filter(isHarm).length

export interface Lights {
  /** ONTs that answered before. */
  online: number
  /** Of those, how many fell at once. */
  dropped: number
}
const fell = ({ online, dropped }: Lights) => online > 0 && dropped >= online * upstreamShare

/**
 * Whether the tree itself fell, which no hand in one box can do: so most of what hangs outside the box must have fallen too.
 * `pon` counts the whole tree, `box` the part of it in the box of the work.
 */
export function wholePon(pon: Lights, box: Lights): boolean {
  return fell(pon) && fell({ online: pon.online - box.online, dropped: pon.dropped - box.dropped })
}

export interface Circumstances {
  /** The whole tree fell meanwhile. */
  upstream?: boolean
  /** Other interventions were open in the same box. */
  shared?: boolean
  /** The operator wants a seriously degraded neighbour to stop the closing. */
  degradedBlocks?: boolean
}
export interface Judgement {
  verdict: Verdict
  /** 'bloqueo' keeps the intervention from closing. */
  level: Level
  harmed: number
  /** Whether the harm is this intervention's. */
  blame: boolean
}

/**
 * The verdict with its circumstances. A tree that fell is nobody's fault and closes without conclusion. Harm in a box that
 * several were working in stops all of them, blames none, and waits for a person to decide.
 */
export function judge(neighbours: readonly Neighbour[], circumstances: Circumstances = {}): Judgement {
  const { upstream = false, shared = false, degradedBlocks = false } = circumstances
  const classes = neighbours.map(({ class: one }) => (upstream && one === 'desconectado' ? 'no_concluyente' : one))
  const harmed = harmedCount(classes)
  const unsure = harmed === 0 ? upstream : shared
  const stops = ({ class: one, level }: Neighbour) => one === 'degradado' && level === 'bloqueo' && degradedBlocks
  const warned = neighbours.some(({ level }) => level !== 'ok') || upstream
  const blocked = harmed > 0 || (!upstream && neighbours.some(stops))
  return {
    verdict: unsure ? 'no_concluyente' : verdictOf(classes),
    level: blocked ? 'bloqueo' : warned ? 'aviso' : 'ok',
    harmed,
    blame: harmed > 0 && !shared,
  }
}

/** How an intervention may be finalized or cancelled: a harmed neighbour stops it, what cannot be known does not. */
export function closes(verdict: Verdict, level: Level): 'clean' | 'harmed' {
  return verdict === 'con_desconectados' || level === 'bloqueo' ? 'harmed' : 'clean'
}

/** A discharge proves that nobody was cut; what a supervisor let pass proves nothing. */
export function earnsDischarge(verdict: Verdict, overridden: boolean): boolean {
  return !overridden && (verdict === 'limpia' || verdict === 'con_microcortes')
}
