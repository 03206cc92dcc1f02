/**
 * How each class of neighbour and each verdict is shown: word, colour and sign. The only such table: phone, desk, faceplate,
 * lists, PDF and indicators read it, so that one event never has two names or two colours.
 */
import type { Level } from './optics.ts'
import type { Doubt } from './proof/darkness.ts'
import { neighbourClasses, verdicts, type Color, type NeighbourClass, type Verdict } from './status.ts'

/** Shape beside the word: a colour alone is not enough. `gap` is a disc with a slit: light, with a short interruption. */
export type Sign = 'disc' | 'gap' | 'triangle' | 'diamond' | 'ring' | 'bar'
export interface Look {
  /** Key of its word in the text catalogue. */
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
const look = (label: string, [color, sign]: Drawn): Look => ({ label, color, sign })

/** What is needed of a neighbour to show it. */
export interface Shown {
  class: NeighbourClass
  level?: Level
  /** Without light before the work. */
  preexisting?: boolean
}

/** Without light before the work and still as it was: the work changed nothing. */
export const wasDark = ({ class: found, preexisting }: Shown): boolean =>
  preexisting === true && (found === 'igual' || found === 'apagado')

/** Look of one neighbour. A loss of 3 dB or more (level `bloqueo`) is red, a smaller one amber. */
export function neighbourLook(shown: Shown): Look {
  if (wasDark(shown)) return look('neighbours.dark_before', classes.apagado)
  const grave = shown.class === 'degradado' && shown.level === 'bloqueo'
  return look(`choice.neighbour_class.${shown.class}`, grave ? ['danger', 'triangle'] : classes[shown.class])
}

/** Without a reading there is no verdict; it is shown like one that concludes nothing. */
export const verdictLook = (verdict: Verdict | null): Look =>
  look(`choice.verdict.${verdict ?? 'no_concluyente'}`, byVerdict[verdict ?? 'no_concluyente'])

/** Verdicts that indicators count as "con aviso": those whose colour is not green. */
export const warnedVerdicts: readonly Verdict[] = verdicts.filter((one) => byVerdict[one][0] !== 'success')
/** Verdicts that indicators count as clean: no cut of 20 s or more, no loss of power. */
export const calmVerdicts: readonly Verdict[] = verdicts.filter((one) => byVerdict[one][0] === 'success')

/** Key and values of a sentence of the text catalogue. */
export interface Sentence {
  key: string
  values?: Record<string, string | number>
}

/**
 * What a judged work did, in one sentence, the same on every surface. `harmed`: neighbours without service; where the verdict
 * leaves open whose they are, the sentence says so.
 */
export function verdictSentence(verdict: Verdict | null, harmed: number): Sentence {
  if (verdict === null) return { key: 'report.none' }
  const shared = verdict === 'no_concluyente' && harmed > 0
  return { key: shared ? 'verdict.shared' : `verdict.${verdict}`, values: { count: Math.max(1, harmed) } }
}

/** "El puerto 10 ya estaba sin luz.", or null where every neighbour had light before or has it now. */
export function darkBefore(
  diff: readonly (Shown & { port: number; after: { state: string } | null })[],
): Sentence | null {
  const ports = diff.filter((one) => wasDark(one) && one.after?.state !== 'online').map(({ port }) => port)
  if (ports.length === 0) return null
  return { key: 'neighbours.dark_before.sentence', values: { count: ports.length, ports: ports.join(', ') } }
}

/** Ports by how they are shown, in the order of the classes, those that were dark before last. */
export function neighbourCounts<T extends Shown & { port: number }>(
  diff: readonly T[],
): { look: Look; ports: number[] }[] {
  const found = new Map<string, { look: Look; ports: number[]; rank: number }>()
  for (const one of diff) {
    const of = neighbourLook(one)
    const rank = wasDark(one) ? neighbourClasses.length : neighbourClasses.indexOf(one.class)
    const known = found.get(of.label) ?? { look: of, ports: [], rank }
    // The gravest of a word gives its colour.
    if (of.color === 'danger') known.look = of
    known.ports.push(one.port)
    found.set(of.label, known)
  }
  return [...found.values()].toSorted((a, b) => a.rank - b.rank).map(({ look: of, ports }) => ({ look: of, ports }))
}

/** The note below a neighbour's class: its doubt, a shared finding, a changed ONT, or a customer still offline after a day. */
export function neighbourNote(one: {
  doubt: Doubt | null
  changed: boolean
  not_back: boolean
  shared: boolean
}): Sentence | null {
  if (one.doubt !== null) return { key: `neighbours.doubt.${one.doubt}` }
  if (one.shared) return { key: 'neighbours.shared' }
  if (one.changed) return { key: 'neighbours.changed' }
  return one.not_back ? { key: 'neighbours.not_back' } : null
}
