/** What the product must say of every neighbour of a trial, and the differences, counted by kind. */
import type { Event } from '@hilo/contract/events.ts'
import type { Report, Unplugged } from '@hilo/contract/neighbors.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import type { NeighbourClass, Verdict } from '@hilo/domain/status.ts'
import { isClosed, type Stage, type Work } from './stage.ts'

/** Who hears of a neighbour by a notice; `technician` also by the alarm or the reason on his screen. */
export type Who = 'owner' | 'neutral' | 'technician'

/**
 * What really happened to a neighbour: a hand of a work took his light, nobody of a work touched him, or no OLT can know.
 */
export type Truth = 'harmed' | 'untouched' | 'undecidable'

/** What must be said of one neighbour. */
export interface Fate {
  truth: Truth
  class: readonly NeighbourClass[]
  level?: 'ok' | 'aviso' | 'bloqueo'
  blame: boolean
  /** Whether a case is open; null: not looked at. */
  case: boolean | null
  told: readonly Who[]
}

export interface Expected {
  verdict?: readonly Verdict[]
  /** Whether a discharge code is valid; undefined: not looked at. */
  code?: boolean
  closed?: boolean
  /** By port; whoever is not named is untouched. Null: the customer that the work itself is for. */
  fates?: Readonly<Record<number, Fate | null>>
}

export type FaultKind = 'missed' | 'blamed' | 'late' | 'other'
export interface Fault {
  kind: FaultKind
  text: string
}

/** How many neighbours a trial looked at, by what happened to them. */
export interface Score {
  faults: Fault[]
  seen: Record<Truth, number>
}
export const newScore = (): Score => ({ faults: [], seen: { harmed: 0, untouched: 0, undecidable: 0 } })

export const untouched: Fate = { truth: 'untouched', class: ['igual'], blame: false, case: false, told: [] }
/** Somebody pulled the hair and left it: blocked and told. */
export const unplugged: Fate = {
  truth: 'harmed',
  class: ['desconectado'],
  level: 'bloqueo',
  blame: true,
  case: true,
  told: ['owner', 'technician'],
}
/** Pulled for 20 s or more, and put back. */
export const cutAndBack: Fate = {
  truth: 'harmed',
  class: ['corte_recuperado'],
  level: 'aviso',
  blame: true,
  case: false,
  told: [],
}
/** Nobody can tell whether a hand did it: no blame, a case, told. */
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
/** A connector that loses so much that its operator has a case. */
export const weakened: Fate = {
  truth: 'harmed',
  class: ['degradado'],
  level: 'bloqueo',
  blame: true,
  case: true,
  told: ['owner', 'neutral'],
}
/** Harm of a work that cannot be told from another operator's: found and told, blames nobody. */
export const shared = (fate: Fate): Fate => ({ ...fate, blame: false })

const blaming = (found: NeighbourClass) => isHarm(found) || found === 'degradado'
const label = (fate: Fate) => fate.class.join('/')

interface Seen {
  event: Event
  report: Report
  cases: Unplugged[]
}

/** Whether a notice to somebody names the port. */
async function heard(stage: Stage, work: Work, who: Who, port: number, event: Event): Promise<boolean> {
  const { owner, neutral, box } = stage
  const access = box.accesses[port - 1]?.code ?? '-'
  const names = (text: string) =>
    text.includes(access) || new RegExp(`puertos? (\\d+(, | y ))*${port}\\b`, 'i').test(text)
  if (who === 'technician' && names(event.error?.text ?? '')) return true
  if (who === 'technician' && event.neighbours.alarms?.some((alarm) => alarm.port === port)) return true
  const token = { owner, neutral, technician: work.hand.token }[who]
  const all = await stage.notices(token)
  return all.some(({ title, text }) => text.includes(box.cto.code) && names(`${title}. ${text}`))
}

async function judgePort(
  stage: Stage,
  work: Work,
  { event, report, cases }: Seen,
  port: number,
  fate: Fate,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const tell = (kind: FaultKind, text: string) => faults.push({ kind, text: `port ${port} ${text}` })
  const row = report.diff.find((one) => one.port === port)
  const found = row?.class
  const innocent = fate.truth !== 'harmed'
  const wrong = found === undefined ? 'is not in the report' : `is ${found}, not ${label(fate)}`
  if (found === undefined || !fate.class.includes(found)) {
    if (innocent && found !== undefined && blaming(found)) tell('blamed', wrong)
    else tell(fate.truth === 'harmed' ? 'missed' : 'other', wrong)
  }
  if (row && row.blame !== fate.blame) {
    const text = row.blame ? 'is blamed on the work' : 'is blamed on nobody'
    tell(row.blame ? 'blamed' : fate.truth === 'harmed' ? 'missed' : 'other', text)
  }
  if (row && fate.level !== undefined && row.level !== fate.level)
    tell('other', `has level ${row.level}, not ${fate.level}`)
  const live = cases.filter((one) => one.port === port && one.state !== 'restaurado')
  if (fate.case === true && live.length === 0) tell(fate.truth === 'harmed' ? 'late' : 'other', 'has no case')
  if (fate.case === false && live.length > 0) tell(innocent ? 'blamed' : 'other', `has a case of ${live[0]?.class}`)
  for (const who of fate.told) {
    if (!(await heard(stage, work, who, port, event)))
      tell(fate.truth === 'harmed' ? 'late' : 'other', `is told to no ${who}`)
  }
  return faults
}

/** Compares what the product says of a work now with what it must say. */
export async function compare(stage: Stage, work: Work, expected: Expected, score: Score): Promise<void> {
  const seen = { event: await stage.event(work), report: await stage.report(work), cases: await stage.cases(work) }
  const { event, report } = seen
  const { verdict, code, closed, fates = {} } = expected
  const tell = (text: string) => score.faults.push({ kind: 'other', text })
  if (verdict && (report.verdict === null || !verdict.includes(report.verdict)))
    tell(`the verdict is ${report.verdict}, not ${verdict.join('/')}`)
  const valid = report.discharge_code !== null && report.discharge_withdrawn === null
  if (code !== undefined && code !== valid)
    tell(code ? 'there is no valid discharge code' : `a discharge code is valid with the verdict ${report.verdict}`)
  if (closed !== undefined && closed !== isClosed(event))
    tell(closed ? `it does not close: ${event.process_state} ${event.error?.text}` : 'it closes')
  for (const { number } of stage.box.ports) {
    const fate = fates[number] === undefined ? untouched : fates[number]
    if (fate === null) continue
    score.seen[fate.truth] += 1
    score.faults.push(...(await judgePort(stage, work, seen, number, fate)))
  }
}
