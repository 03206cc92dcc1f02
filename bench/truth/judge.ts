/** Compares the product's statements about every neighbour with the ground truth. */
import type { Event } from '@hilo/contract/events/events.ts'
import type { Report, Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { processState } from '@hilo/domain/status.ts'
import { closed, refused, type Job } from './job.ts'
import type { Fate } from './model.ts'
import type { World } from './world.ts'

export interface Tally {
  interventions: number
  neighbours: number
  harmed: number
  found: number
  /** Both by what happened to the neighbour. */
  harmedBy: Record<string, number>
  foundBy: Record<string, number>
  /** Neighbours blamed on an intervention that did not touch them, by their ground truth. */
  falsely: Record<string, number>
  /** Touches attributed to an untouched neighbour, without blame. */
  ascribed: number
  switchedOff: number
  /** The same between the end and the later controls. */
  offLater: number
  alarms: number[]
  /** The same without the plant's own delay. */
  product: number[]
  kinds: Record<string, number>
  alarmsMissed: number
  verdicts: Record<string, number>
  states: Record<string, number>
  /** Violations, in words. */
  wrong: string[]
}

export const newTally = (): Tally => ({
  interventions: 0,
  neighbours: 0,
  harmed: 0,
  found: 0,
  harmedBy: {},
  foundBy: {},
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

function countHarm(tally: Tally, kind: string, isFound: boolean): void {
  tally.harmed += 1
  count(tally.harmedBy, kind)
  if (!isFound) return
  tally.found += 1
  count(tally.foundBy, kind)
}

/** Classes that mean a hand; null if there was none. A badly seated connector may let go completely. */
function dueOf(fate: Fate | undefined, port: number): readonly string[] | null {
  switch (fate?.kind) {
    case 'touched':
      return ['microcorte', 'corte_recuperado']
    case 'left':
      return fate.restored === 'alert' ? ['microcorte', 'corte_recuperado'] : ['desconectado']
    // Two swapped hairs in one box have light again, and no OLT can distinguish them: two cuts.
    case 'swapped':
      return port === fate.with ? null : ['microcorte', 'corte_recuperado']
    case 'bad_seat':
      return ['degradado', 'desconectado']
    default:
      return null
  }
}

const blaming: readonly string[] = ['desconectado', 'movido', 'degradado']

interface Said {
  decided: Event
  report: Report
  cases: Unplugged[]
}

/** Queried right after the decision, before any repair. */
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

/** Records a violation. */
const teller =
  (tally: Tally, { id, box, plan, work }: Job, when: string) =>
  (text: string): void => {
    tally.wrong.push(`${id} ${box.code} ${work.kind} ${plan.ending}${when}: ${text}`)
  }

/** Compares one intervention's first decision with the ground truth. */
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
  // A case that turned out to be a switch-off blames no work.
  const inCase = new Set(cases.filter((one) => blaming.includes(one.class)).map(({ port }) => port))
  // With a cut feeder or a silent OLT no single hair can be judged.
  const blind = job.plan.feeder
  let leftDark = false
  for (const port of job.ports) {
    tally.neighbours += 1
    const fate = job.plan.fates.get(port)
    const found = classes.get(port) ?? 'none'
    const due = dueOf(fate, port)
    if (fate?.kind === 'off') tally.switchedOff += 1
    if (fate && due && !blind) {
      const isFound = due.includes(found)
      countHarm(tally, fate.kind, isFound)
      if (!isFound) tell(`port ${port} ${JSON.stringify(fate)} is ${found}`)
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

/** The state follows from the neighbours left dark, the code from the verdict. */
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
  // On a dark tree no ONT can be seen, including the work's own.
  const unseen = plan.feeder && decided.error?.code === 'ONT_NOT_DETECTED'
  // Without another lit ONT on the PON a cut feeder cannot be excluded: `box_feeder` blocks the closing until the light returns.
  if (!isClosed && harmed.length === 0 && !unseen && !plan.feeder)
    tell(`refused without harm: ${decided.error?.code} ${decided.error?.text}`)
  if (!isClosed && report.discharge_code !== null) tell('a code without an end')
  const earned = report.verdict === 'limpia' || report.verdict === 'con_microcortes'
  if (isClosed && earned !== (report.discharge_code !== null))
    tell(`${report.verdict} with code ${report.discharge_code}`)
  if (plan.feeder && report.verdict !== 'no_concluyente') tell(`a cut feeder ends as ${report.verdict}`)
  // A stray ONT has no operator to notify.
  for (const { port, access } of isClosed ? [] : harmed)
    if (access !== null && !cases.some((one) => one.port === port)) tell(`port ${port} without a case`)
}

const terminal: readonly number[] = [processState.is.finalizedSync, processState.is.canceledSync]

/** Final check: everything is over, and late disconnections have their case. */
export function judgeLast(tally: Tally, job: Job, cases: readonly Unplugged[]): void {
  const tell = teller(tally, job, ', at the end')
  const { ended, plan } = job
  if (!ended || job.trouble.length > 0) return
  const late = [...plan.fates].find(([, { kind }]) => kind === 'late')
  const over = terminal.includes(ended.process_state)
  if (late && over) {
    const isFound = cases.some(({ port }) => port === late[0])
    countHarm(tally, 'late', isFound)
    if (!isFound) tell(`port ${late[0]} let go later and has no case`)
  }
  const stays = [...plan.fates.values()].some(
    (fate) => (fate.kind === 'left' && fate.restored === 'never') || fate.kind === 'fault' || fate.kind === 'bad_seat',
  )
  if (!over && ended.process_state !== processState.is.error) tell(`state ${ended.process_state}`)
  if (!over && !stays) tell(`put right and still in state ${ended.process_state}`)
  tally.offLater += job.offLater.size
  for (const { port, state, class: found } of cases) {
    // A silent ONT may have a case without blame.
    if (job.offLater.has(port) && blaming.includes(found)) count(tally.falsely, 'off_later')
    else if (job.offLater.has(port)) continue
    else if (!plan.fates.has(port) && !plan.feeder) tell(`port ${port} has a case and nobody touched it`)
    const fate = plan.fates.get(port)
    const back = fate?.kind === 'off' || (fate?.kind === 'left' && fate.restored !== 'never')
    if (back && state !== 'restaurado') tell(`the case of port ${port} is ${state}, ${fate.kind}`)
  }
}
