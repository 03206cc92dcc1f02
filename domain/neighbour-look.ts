/**
 * Look of each neighbour class and verdict: word, colour and sign. The only such table: phone, desktop, faceplate,
 * lists, PDF and indicators read it, so that one event never has two names or two colours.
 */
import type { NoticeKind } from './notice.ts'
import type { Level } from './optics.ts'
import type { Doubt } from './proof/darkness.ts'
import { neighbourClasses, verdicts } from './status.ts'
import type { Color, Light, NeighbourClass, Phase, Verdict } from './status.ts'

/**
 * Shape beside the word, since colour alone is not accessible. `gap` is a disc with a slit: light, with a short
 * interruption.
 */
export type Sign = 'disc' | 'gap' | 'triangle' | 'diamond' | 'ring' | 'bar'
export interface Look {
  /** Text key of the word. */
  label: string
  color: Color
  sign: Sign
}

type Drawn = readonly [Color, Sign]
const classes: Readonly<Record<NeighbourClass, Drawn>> = {
  igual: ['success', 'disc'],
  microcorte: ['success', 'gap'],
  corte_recuperado: ['warning', 'triangle'],
  degradado: ['warning', 'triangle'],
  apagado: ['medium', 'ring'],
  desconectado: ['danger', 'diamond'],
  movido: ['danger', 'diamond'],
  no_concluyente: ['medium', 'bar'],
}
const byVerdict: Readonly<Record<Verdict, Drawn>> = {
  limpia: ['success', 'disc'],
  con_microcortes: ['success', 'gap'],
  con_cortes: ['warning', 'triangle'],
  degradada: ['warning', 'triangle'],
  con_desconectados: ['danger', 'diamond'],
  no_concluyente: ['medium', 'bar'],
}
/** Kind of the first notice of a case whose customer is not simply without light. */
export const firstNotices: Partial<Record<NeighbourClass, NoticeKind>> = {
  degradado: 'neighbour_weak',
  no_concluyente: 'neighbour_doubt',
}

const look = (label: string, [color, sign]: Drawn): Look => ({ label, color, sign })

/** Data of a neighbour needed to show it. */
export interface Shown {
  class: NeighbourClass
  level?: Level
  /** Dark before the work. */
  preexisting?: boolean
}

/** Dark before the work and unchanged by it. */
export const wasDark = ({ class: found, preexisting }: Shown): boolean =>
  preexisting === true && (found === 'igual' || found === 'apagado')

/** Look of one neighbour. A loss of 3 dB or more (level `bloqueo`) is red, a smaller one amber. */
export function neighbourLook(shown: Shown): Look {
  if (wasDark(shown)) return look('neighbours.dark_before', classes.apagado)
  const grave = shown.class === 'degradado' && shown.level === 'bloqueo'
  return look(`choice.neighbour_class.${shown.class}`, grave ? ['danger', 'triangle'] : classes[shown.class])
}

/** Without a reading there is no verdict; shown like an inconclusive one. */
export const verdictLook = (verdict: Verdict | null): Look =>
  look(`choice.verdict.${verdict ?? 'no_concluyente'}`, byVerdict[verdict ?? 'no_concluyente'])

/** Verdicts that indicators count as "con aviso": those whose colour is not green. */
export const warnedVerdicts: readonly Verdict[] = verdicts.filter((one) => byVerdict[one][0] !== 'success')
/** Verdicts that indicators count as clean: no cut of 20 s or more, no loss of power. */
export const calmVerdicts: readonly Verdict[] = verdicts.filter((one) => byVerdict[one][0] === 'success')

/** Text key and values of a sentence. */
export interface Sentence {
  key: string
  values?: Record<string, string | number>
}

/**
 * Effect of a judged work in one sentence, the same on every surface. `harmed`: neighbours without service; where the
 * verdict leaves open whose they are, the sentence says so.
 */
export function verdictSentence(verdict: Verdict | null, harmed: number): Sentence {
  if (verdict === null) return { key: 'report.none' }
  const shared = verdict === 'no_concluyente' && harmed > 0
  return { key: shared ? 'verdict.shared' : `verdict.${verdict}`, values: { count: Math.max(1, harmed) } }
}

/** "2, 5 y 7": a list as a sentence names it. */
export const spokenList = (all: readonly (string | number)[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} y ${String(all.at(-1))}`

/**
 * "El puerto 10 ya estaba sin luz."; null if every neighbour had light before or has it now. A customer who is switched off is
 * drawn and named as such.
 */
export function darkBefore(
  diff: readonly (Shown & { port: number; after: { state: string; light?: Light } | null })[],
): Sentence | null {
  const isDark = ({ after }: (typeof diff)[number]) => after?.state !== 'online' && after?.light !== 'off'
  const ports = diff.filter((one) => wasDark(one) && isDark(one)).map(({ port }) => port)
  if (ports.length === 0) return null
  return { key: 'neighbours.dark_before.sentence', values: { count: ports.length, ports: spokenList(ports) } }
}

/** Ports by look, in the order of the classes; those dark before come last. */
export function neighbourCounts<T extends Shown & { port: number }>(
  diff: readonly T[],
): { look: Look; ports: number[] }[] {
  const found = new Map<string, { look: Look; ports: number[]; rank: number }>()
  for (const one of diff) {
    const of = neighbourLook(one)
    const rank = wasDark(one) ? neighbourClasses.length : neighbourClasses.indexOf(one.class)
    const known = found.get(of.label) ?? { look: of, ports: [], rank }
    // A word takes the most severe of its colours.
    if (of.color === 'danger') known.look = of
    known.ports.push(one.port)
    found.set(of.label, known)
  }
  return [...found.values()].toSorted((a, b) => a.rank - b.rank).map(({ look: of, ports }) => ({ look: of, ports }))
}

/**
 * The note below a neighbour's class: its doubt, a shared finding, a changed ONT, a customer still offline after a day, or a power that
 * could not be measured.
 */
export function neighbourNote(one: {
  doubt: Doubt | null
  changed: boolean
  not_back: boolean
  power_unchecked: boolean
  shared: boolean
}): Sentence | null {
  if (one.doubt !== null) return { key: `neighbours.doubt.${one.doubt}` }
  if (one.shared) return { key: 'neighbours.shared' }
  if (one.changed) return { key: 'neighbours.changed' }
  if (one.not_back) return { key: 'neighbours.not_back' }
  return one.power_unchecked ? { key: 'neighbours.power_unchecked' } : null
}

/** Text key of the name of a later look: a control, or an alarm that was judged after the closing. */
export const controlName = (phase: Phase): string =>
  phase === 'live' ? 'report.control.alarm' : `choice.phase.${phase}`

/** What a later look found of the neighbours that differs from the closing, in one sentence. `word`: text of a class's key. */
export function controlSentence(
  { findings }: { findings: readonly (Shown & { port: number })[] },
  word: (label: string) => string,
): Sentence {
  if (findings.length === 0) return { key: 'report.control.same' }
  const ports = findings.map((one) => {
    const said = word(neighbourLook(one).label)
    return `${one.port} (${said.charAt(0).toLocaleLowerCase('es')}${said.slice(1)})`
  })
  return { key: 'report.control.found', values: { count: findings.length, ports: spokenList(ports) } }
}

/**
 * Whether the cuts of a neighbour count for its class: those of an outage, of its own power or of a changed ONT leave neither a
 * short cut nor a longest one.
 */
export const cutsCount = (one: { short_cuts: number; longest_cut_s: number }): boolean =>
  one.short_cuts > 0 || one.longest_cut_s > 0
