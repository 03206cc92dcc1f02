/** Expected statements about every neighbour of a trial, and the differences, counted by kind. */
import type { Level } from '@hilo/domain/optics.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Report, Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import type { NeighbourClass, Verdict } from '@hilo/domain/status.ts'
import { isClosed, type Stage, type Work } from './stage.ts'

/**
 * Recipient of a notice about a neighbour; `technician` also by alarm or reason on the screen, `neutral_box`: the neutral
 * operator, about the box as a whole.
 */
type Who = 'owner' | 'neutral' | 'neutral_box' | 'technician'

/** Ground truth of a neighbour: cut by a hand of a work, untouched by any work, or unknowable to an OLT. */
type Truth = 'harmed' | 'untouched' | 'undecidable'

/** Expected statements about one neighbour. */
export interface Fate {
  truth: Truth
  class: readonly NeighbourClass[]
  level?: Level
  blame: boolean
  /** Whether a case is open; null: not checked. */
  case: boolean | null
  told: readonly Who[]
  /** Further expected marks in the report. */
  says?: Readonly<Partial<Record<'changed' | 'shared', boolean>>>
}

export interface Expected {
  verdict?: readonly Verdict[]
  /** Whether a discharge code is valid; undefined: not checked. */
  code?: boolean
  closed?: boolean
  /** By port. Null: the work's own customer. */
  fates?: Readonly<Record<number, Fate | null>>
  /** Fate of each further port; untouched if undefined. */
  others?: Fate
  /**
   * A control of the closed box: its own verdict and notices. The report keeps the classes of the closing, so only cases and
   * notices of each neighbour are checked.
   */
  control?: { phase: 'control_15min' | 'control_24h'; verdict: readonly Verdict[] }
}

export type FaultKind = 'missed' | 'blamed' | 'late' | 'other'
interface Fault {
  kind: FaultKind
  text: string
}

/** Number of neighbours checked in a trial, by ground truth. */
export interface Score {
  faults: Fault[]
  /** From a pulled hair to its alarm at those who work in the box, real ms. */
  alarms: number[]
  seen: Record<Truth, number>
}
export const newScore = (): Score => ({ faults: [], alarms: [], seen: { harmed: 0, untouched: 0, undecidable: 0 } })

export const untouched: Fate = { truth: 'untouched', class: ['igual'], blame: false, case: false, told: [] }
/** Unplugged and left: blocked and notified. */
export const unplugged: Fate = {
  truth: 'harmed',
  class: ['desconectado'],
  level: 'bloqueo',
  blame: true,
  case: true,
  told: ['owner', 'technician'],
}
/** Pulled for 20 s or more, and reconnected. */
export const cutAndBack: Fate = {
  truth: 'harmed',
  class: ['corte_recuperado'],
  level: 'aviso',
  blame: true,
  case: false,
  told: [],
}
export const shortCut: Fate = { ...cutAndBack, class: ['microcorte'], level: 'ok', blame: false }
/** Undecidable whether a hand did it: no blame, a case, notified. */
export const doubtful: Fate = {
  truth: 'undecidable',
  class: ['no_concluyente'],
  level: 'aviso',
  blame: false,
  case: true,
  told: ['owner'],
}
/** The customer switched off. */
export const switchedOff: Fate = { ...untouched, class: ['apagado', 'igual'] }
/** A connector with so much loss that its operator gets a case. */
export const weakened: Fate = {
  truth: 'harmed',
  class: ['degradado'],
  level: 'bloqueo',
  blame: true,
  case: true,
  told: ['owner', 'neutral'],
}
/** Harm that may be another operator's work: found and notified, without blame. */
export const shared = (fate: Fate): Fate => ({ ...fate, blame: false, says: { shared: true } })
/** Dark since shortly before the request: notified to the operator, with or without a case. */
export const darkBefore: Fate = { ...doubtful, case: null }

export const clean: Expected = { verdict: ['limpia'], code: true, closed: true }
/** Does not close before every neighbour has light again. */
export const blocked: Expected = { verdict: ['con_desconectados'], code: false, closed: false }
export const withCuts: Expected = { verdict: ['con_cortes'], code: false, closed: true }
export const withShortCuts: Expected = { verdict: ['con_microcortes'], code: true, closed: true }
export const degraded: Expected = { verdict: ['degradada'], code: false, closed: true }
export const inDoubt: Expected = { verdict: ['no_concluyente'], code: false, closed: true }

const blaming = (found: NeighbourClass) => isHarm(found) || found === 'degradado'
const label = (fate: Fate) => fate.class.join('/')

interface Seen {
  event: Event
  report: Report
  cases: Unplugged[]
}

/** Whether a notice to a recipient names the port. */
async function heard(stage: Stage, work: Work, who: Who, port: number, event: Event): Promise<boolean> {
  const { owner, neutral, box } = stage
  const access = box.accesses[port - 1]?.code ?? '-'
  const names = (text: string) =>
    text.includes(access) || new RegExp(`puertos? (\\d+(, | y ))*${port}\\b`, 'i').test(text)
  if (who === 'technician' && names(event.error?.text ?? '')) return true
  if (who === 'technician' && event.neighbours.alarms?.some((alarm) => alarm.port === port)) return true
  const token = { owner, neutral, neutral_box: neutral, technician: work.hand.token }[who]
  const ofBox = (await stage.notices(token)).filter(({ text }) => text.includes(box.cto.code))
  return ofBox.some(({ title, text }) => who === 'neutral_box' || names(`${title}. ${text}`))
}

type Tell = (kind: FaultKind, text: string) => void

/** Compares the report's row of one neighbour. */
function judgeRow(row: Report['diff'][number] | undefined, fate: Fate, tell: Tell): void {
  if (!row) return tell(fate.truth === 'harmed' ? 'missed' : 'other', 'is not in the report')
  const { class: found, level, blame } = row
  const harmed = fate.truth === 'harmed'
  if (!fate.class.includes(found)) {
    const kind = harmed ? 'missed' : blaming(found) ? 'blamed' : 'other'
    tell(kind, `is ${found}, not ${label(fate)}`)
  }
  if (blame && !fate.blame) tell('blamed', 'is blamed on the work')
  if (!blame && fate.blame) tell(harmed ? 'missed' : 'other', 'is blamed on nobody')
  if (fate.level !== undefined && level !== fate.level) tell('other', `has level ${level}, not ${fate.level}`)
  const said = row as Record<string, unknown>
  for (const [field, value] of Object.entries(fate.says ?? {}))
    if (said[field] !== value) tell('other', `says ${field} ${String(said[field])}, not ${value}`)
  if (found === 'no_concluyente' && typeof said['doubt'] !== 'string') tell('other', 'is in doubt without a word why')
}

/** Compares case and notices of one neighbour. */
async function judgeTelling(
  stage: Stage,
  work: Work,
  { event, cases }: Seen,
  port: number,
  fate: Fate,
  tell: Tell,
): Promise<void> {
  const harmed = fate.truth === 'harmed'
  const live = cases.find((one) => one.port === port && one.state !== 'restaurado')
  if (fate.case === true && !live) tell(harmed ? 'late' : 'other', 'has no case')
  if (live && !fate.class.includes(live.class))
    tell(blaming(live.class) && !harmed ? 'blamed' : 'other', `has a case of ${live.class}, not ${label(fate)}`)
  else if (live && fate.case === false) tell(harmed ? 'other' : 'blamed', `has a case of ${live.class}`)
  for (const who of fate.told)
    if (!(await heard(stage, work, who, port, event))) tell(harmed ? 'late' : 'other', `is told to no ${who}`)
}

/** Compares the current statements about a work with the expected ones. */
export async function compare(stage: Stage, work: Work, expected: Expected, score: Score): Promise<void> {
  const seen = { event: await stage.event(work), report: await stage.report(work), cases: await stage.cases(work) }
  const { event, report } = seen
  const { verdict, code, closed, fates = {}, others = untouched, control } = expected
  const tell = (text: string) => score.faults.push({ kind: 'other', text })
  if (verdict && (report.verdict === null || !verdict.includes(report.verdict)))
    tell(`the verdict is ${report.verdict}, not ${verdict.join('/')}`)
  const valid = report.discharge_code !== null && report.discharge_withdrawn === null
  if (code !== undefined && code !== valid)
    tell(code ? 'there is no valid discharge code' : `a discharge code is valid with the verdict ${report.verdict}`)
  if (closed !== undefined && closed !== isClosed(event))
    tell(closed ? `it does not close: ${event.process_state} ${event.error?.text}` : 'it closes')
  const looked = control && report.controls.findLast(({ phase }) => phase === control.phase)
  if (control && !control.verdict.some((one) => one === looked?.verdict))
    tell(`${control.phase} says ${looked?.verdict}, not ${control.verdict.join('/')}`)
  for (const { number } of stage.box.ports) {
    const fate = fates[number] === undefined ? others : fates[number]
    if (fate === null) continue
    score.seen[fate.truth] += 1
    const ofPort: Tell = (kind, text) => score.faults.push({ kind, text: `port ${number} ${text}` })
    const row = report.diff.find(({ port }) => port === number)
    if (!control) judgeRow(row, fate, ofPort)
    await judgeTelling(stage, work, seen, number, fate, ofPort)
  }
}
