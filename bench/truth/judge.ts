/** What the product says of every neighbour, beside what really happened to him. */
import type { Event } from '@hilo/contract/events.ts'
import type { Report, Unplugged } from '@hilo/contract/neighbors.ts'
import { processState } from '@hilo/domain/status.ts'
import { closed, refused, type Job } from './job.ts'
import type { Fate } from './model.ts'
import type { World } from './world.ts'

export interface Tally {
  interventions: number
  neighbours: number
  harmed: number
  found: number
  /** Neighbours that nobody of the intervention touched and that it was blamed for, by what had happened to them. */
  falsely: Record<string, number>
  /** Touches ascribed to whom nobody touched: seen, never held against anybody. */
  ascribed: number
  switchedOff: number
  /** The same between the end and the later looks. */
  offLater: number
  alarms: number[]
  /** The same without the plant's own way. */
  product: number[]
  kinds: Record<string, number>
  alarmsMissed: number
  verdicts: Record<string, number>
  states: Record<string, number>
  /** What should not be, in words. */
  wrong: string[]
}

export const newTally = (): Tally => ({
  interventions: 0,
  neighbours: 0,
  harmed: 0,
  found: 0,
  falsely: {},
  ascribed: 0,
  switchedOff: 0,
  offLater: 0,
  alarms: [],
  product: [],
  kinds: {},
  alarmsMissed: 0,
  verdicts: {},
  states: {},
  wrong: [],
})

const count = (of: Record<string, number>, name: string) => (of[name] = (of[name] ?? 0) + 1)

/** Classes that tell of a hand; null where none was there. A badly seated connector may let go altogether. */
function dueOf(fate: Fate | undefined, port: number): readonly string[] | null {
  switch (fate?.kind) {
    case 'touched':
      return ['microcorte', 'corte_recuperado']
    case 'left':
      return fate.restored === 'alert' ? ['microcorte', 'corte_recuperado'] : ['desconectado']
    // Two hairs exchanged in one box have light again, and no OLT can tell them apart: two cuts.
    case 'swapped':
      return port === fate.with ? null : ['microcorte', 'corte_recuperado']
    case 'bad_seat':
      return ['degradado', 'desconectado']
    default:
      return null
  }
}

const blaming: readonly string[] = ['desconectado', 'movido', 'degradado']

export interface Said {
  decided: Event
  report: Report
  cases: Unplugged[]
}

/** Asked at once after the decision, before anything is put right. */
export async function ask(world: World, { decided, id }: Job): Promise<Said | null> {
  if (!decided) return null
  const isClosed = closed.includes(decided.process_state)
  const path = isClosed ? 'admin_vno/neighbors/persistedqualityreport' : 'admin_vno/neighbors/qualityReport'
  const { record } = await world.operator.call<{ record: Report }>(path, { event_id: id })
  return { decided, report: record, cases: await casesOf(world, id) }
}

export async function casesOf(world: World, id: number): Promise<Unplugged[]> {
  const query = { filter: { event_id: id }, limit: 200 }
  return (await world.operator.call<{ records: Unplugged[] }>('admin_vno/events/cev/get', query)).records
}

/** Writes down what should not be. */
const teller =
  (tally: Tally, { id, box, plan, work }: Job, when: string) =>
  (text: string): void => {
    tally.wrong.push(`${id} ${box.code} ${work.kind} ${plan.ending}${when}: ${text}`)
  }

/** Compares one intervention's first decision with the truth. */
export function judge(tally: Tally, job: Job, said: Said | null): void {
  tally.interventions += 1
  count(tally.kinds, job.work.kind)
  tally.product.push(...job.product)
  const tell = teller(tally, job, '')
  for (const text of job.trouble) tell(text)
  if (!said) return tell('no answer')
  const { decided, report, cases } = said
  count(tally.verdicts, report.verdict ?? 'none')
  const classes = new Map(report.diff.map((one) => [one.port, one.class]))
  // One that turned out to be switched off accuses nobody.
  const inCase = new Set(cases.filter((one) => blaming.includes(one.class)).map(({ port }) => port))
  // With its feeder cut or its OLT silent nothing can be told of a single hair.
  const blind = job.plan.feeder
  let leftDark = false
  for (const port of job.ports) {
    tally.neighbours += 1
    const fate = job.plan.fates.get(port)
    const found = classes.get(port) ?? 'none'
    const due = dueOf(fate, port)
    if (fate?.kind === 'off') tally.switchedOff += 1
    if (due && !blind) {
      tally.harmed += 1
      if (due.includes(found)) tally.found += 1
      else tell(`port ${port} ${JSON.stringify(fate)} is ${found}`)
      leftDark ||= fate?.kind === 'left' && fate.restored !== 'alert'
    }
    if (due) continue
    if (blaming.includes(found) || inCase.has(port)) {
      count(tally.falsely, fate?.kind ?? (blind ? 'feeder' : 'untouched'))
      if (fate?.kind !== 'off' && fate?.kind !== 'fault')
        tell(`port ${port}, ${fate?.kind ?? 'untouched'}, is ${found}`)
    } else if (found === 'microcorte' || found === 'corte_recuperado') tally.ascribed += 1
  }
  judgeEnd(job, said, leftDark && !blind, tell)
  for (const ms of job.alarms) {
    if (ms === null) tally.alarmsMissed += 1
    else tally.alarms.push(ms)
  }
  count(tally.states, String(decided.process_state))
}

/** The state follows from what is left dark, the code from the verdict. */
function judgeEnd(
  { plan }: Job,
  { decided, report, cases }: Said,
  leftDark: boolean,
  tell: (text: string) => void,
): void {
  const { process_state: state } = decided
  const harmed = report.diff.filter((one) => one.class === 'desconectado' || one.class === 'movido')
  const isClosed = closed.includes(state)
  if (!isClosed && !refused.includes(state)) tell(`ends in state ${state}`)
  if (leftDark && isClosed) tell('closed over a neighbour without light')
  // Of a tree without light no ONT can be seen, the work's own as little as the others.
  const unseen = plan.feeder && decided.error?.code === 'ONT_NOT_DETECTED'
  // Without another lit ONT on the PON a cut feeder cannot be excluded: `box_feeder` blocks the closing until the light returns.
  if (!isClosed && harmed.length === 0 && !unseen && !plan.feeder)
    tell(`refused without harm: ${decided.error?.code} ${decided.error?.text}`)
  if (!isClosed && report.discharge_code !== null) tell('a code without an end')
  const earned = report.verdict === 'limpia' || report.verdict === 'con_microcortes'
  if (isClosed && earned !== (report.discharge_code !== null))
    tell(`${report.verdict} with code ${report.discharge_code}`)
  if (plan.feeder && report.verdict !== 'no_concluyente') tell(`a cut feeder ends as ${report.verdict}`)
  // An ONT of no customer has nobody who could be told.
  for (const { port, access } of isClosed ? [] : harmed)
    if (access !== null && !cases.some((one) => one.port === port)) tell(`port ${port} without a case`)
}

const terminal: readonly number[] = [processState.is.finalizedSync, processState.is.canceledSync]

/** The last word: everything is over, and what let go later has its case. */
export function judgeLast(tally: Tally, job: Job, cases: readonly Unplugged[]): void {
  const tell = teller(tally, job, ', at the end')
  const { ended, plan } = job
  if (!ended || job.trouble.length > 0) return
  const late = [...plan.fates].find(([, { kind }]) => kind === 'late')
  const over = terminal.includes(ended.process_state)
  if (late && over) {
    tally.harmed += 1
    if (cases.some(({ port }) => port === late[0])) tally.found += 1
    else tell(`port ${late[0]} let go later and has no case`)
  }
  const stays = [...plan.fates.values()].some(
    (fate) => (fate.kind === 'left' && fate.restored === 'never') || fate.kind === 'fault' || fate.kind === 'bad_seat',
  )
  if (!over && ended.process_state !== processState.is.error) tell(`state ${ended.process_state}`)
  if (!over && !stays) tell(`put right and still in state ${ended.process_state}`)
  tally.offLater += job.offLater.size
  for (const { port, state, class: found } of cases) {
    // Who is gone without a word may have a case without blame.
    if (job.offLater.has(port) && blaming.includes(found)) count(tally.falsely, 'off_later')
    else if (job.offLater.has(port)) continue
    else if (!plan.fates.has(port) && !plan.feeder) tell(`port ${port} has a case and nobody touched it`)
    const fate = plan.fates.get(port)
    const back = fate?.kind === 'off' || (fate?.kind === 'left' && fate.restored !== 'never')
    if (back && state !== 'restaurado') tell(`the case of port ${port} is ${state}, ${fate.kind}`)
  }
}
