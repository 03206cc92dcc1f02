import { processState } from '@hilo/domain/status.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import { text } from '../kernel/texts.ts'
import { requestsOf } from './children.ts'
import type { Crew } from './crew.ts'
import type { Draft, Outcome, World } from './draft.ts'
import type { Rounds } from './lines.ts'
import { drawPower, fail, measures, overrideOf } from './outcome.ts'
import { victimsOf } from './proof/incident.ts'
import { at, createRng } from './rng.ts'
import type { Rng } from './rng.ts'
import { demoTenants } from './tenants.ts'
import { day, hour, minute, second, zoneOffset } from './time.ts'

const state = processState.is
/** Open and recently ended states of every operator; the demonstration operators show all states. */
const queue = [state.created, state.created, state.finalizing, state.wronglyFinalized, state.created, state.creating]
const everyState = [
  ...queue,
  state.iddle,
  state.wronglyCancelled,
  state.wronglyCreated,
  state.error,
  state.finalized,
  state.cancelled,
  state.canceledSync,
]
/** Outcomes for neighbours left dark by supervisors of the demonstration operators, one for each of the last days. */
const leftOutcomes: readonly Outcome[] = ['escalado', 'aceptado', 'escalado', 'restaurado']
/** States that occupy port and technician. */
const busy: readonly number[] = [
  state.iddle,
  state.wronglyFinalized,
  state.finalizing,
  state.created,
  state.creating,
  state.wronglyCancelled,
]
/** Technicians per further open intervention. */
const crewPerOpen = 3

interface Hours {
  from: number
  to: number
}
/** The last working hours up to now: at night, those of the evening before. */
function workingHours(now: number): Hours {
  const ahead = zoneOffset(now, 'Europe/Madrid')
  const midnight = Math.floor((now + ahead) / day) * day - ahead
  const opens = midnight + 8 * hour
  if (now < opens + 20 * minute) return { from: opens - 16 * hour, to: opens - 12 * hour }
  const to = Math.min(now, midnight + 20 * hour)
  return { from: Math.max(opens, to - 5 * hour), to }
}

/** Minutes since the intervention of each state began, as [minimum, maximum]. */
const ages: Readonly<Record<number, readonly [number, number]>> = {
  [state.iddle]: [0, 6],
  [state.creating]: [0, 3],
  [state.wronglyCreated]: [2, 30],
  [state.finalizing]: [25, 90],
  [state.wronglyFinalized]: [40, 240],
  [state.wronglyCancelled]: [40, 240],
}
/** States that last for minutes are current at any time of day. */
const brief: readonly number[] = [state.iddle, state.creating, state.wronglyCreated, state.finalizing]
const over: readonly number[] = [state.finalized, state.cancelled, state.canceledSync]
/** States caused by a dark neighbour. */
const harmed: readonly number[] = [state.wronglyFinalized, state.wronglyCancelled]

function shape(world: World, draft: Draft, processed: number, hours: Hours, rng: Rng): void {
  const to = brief.includes(processed) ? world.now : hours.to
  const [least, longest] = ages[processed] ?? [12, 240]
  // Not before the working day began.
  const most = Math.max(least, Math.min(longest, (hours.to - hours.from) / minute))
  draft.created = to - Math.floor((least + rng.next() * (most - least)) * minute) - 2 * second
  draft.state = processed
  const waiting = processed === state.iddle || processed === state.creating || processed === state.wronglyCreated
  draft.started = waiting ? null : Math.min(draft.created + rng.int(8, 70) * second, to)
  draft.attempts = processed === state.iddle ? 0 : 1
  draft.updated = Math.min((draft.started ?? draft.created) + rng.int(1, 12) * minute, to)
  if (processed === state.finalizing) draft.updated = world.now - rng.int(5, 50) * second
  if (processed === state.created) draft.step = rng.int(2, 7)
  const measured = processed === state.created ? (draft.step ?? 0) > 5 : !waiting
  if (measured && measures(draft)) draft.power = drawPower(world, draft.line, rng)
  if (over.includes(processed)) {
    draft.finished = draft.updated
    Object.assign(draft, { verdict: 'limpia', harmed: 0 })
  }
  fail(world, draft, processed, rng)
}

/** A visible neighbour left dark, the product's main purpose. The closing was refused. */
function harm(world: World, draft: Draft, port: number, rng: Rng): void {
  const from = draft.started ?? draft.created
  const span = world.now - from
  const recent = rng.int(4, 11) * minute
  const since = harmed.includes(draft.state) ? Math.min(span * 0.7, recent * 3) : Math.min(span * 0.8, recent)
  const after = Math.floor(span - since)
  draft.incidents = [{ kind: 'unplug', port, with: null, after, lasts: null, db: 0, outcome: 'escalado' }]
  draft.updated = from + after
  if (!harmed.includes(draft.state)) return
  const asked = after + 70 * second
  const settled = asked + 35 * second
  const code = 'NEIGHBOUR_HARMED'
  draft.refusals = [{ asked, settled, code, text: text(`problem.${code}`), verdict: 'con_desconectados', harmed: 1 }]
  draft.error = { code, text: text(`problem.${code}`) }
  draft.updated = from + settled
}

type Blank = (world: World, line: number, created: number) => Draft

/**
 * Current interventions. Each has its own port and technician; the first technician of each operator, a demonstration account,
 * has none.
 */
export function openDrafts(
  world: World,
  rounds: Rounds,
  crew: Crew,
  blank: Blank,
  { dark, recent }: { dark: Iterable<number>; recent: ReadonlySet<number> },
): Draft[] {
  const rng = createRng(85, Math.floor(world.now / day))
  const hours = workingHours(world.now)
  const { to } = hours
  // One intervention per box: events under two works cannot be attributed.
  const boxes = new Set(dark)
  const left = crew.slice(0, demoTenants).flatMap((technicians, tenant) =>
    leftOutcomes.flatMap((outcome, n) => {
      const fits = (line: number) =>
        !boxes.has(at(world.survey.box, line)) &&
        !recent.has(at(world.survey.box, line)) &&
        victimFor(world, blank(world, line, to), tenant) !== undefined
      const line = takeFrom(at(rounds.serving, tenant), fits)
      const technician = technicians[n % technicians.length]
      if (line === undefined || technician === undefined) return []
      boxes.add(at(world.survey.box, line))
      const draft = {
        ...blank(world, line, to - (n + 1) * day - hour),
        kind: 'averia' as const,
        technician,
        channel: 'android' as const,
      }
      leave(world, draft, outcome, rng)
      return [draft, ...requestsOf(draft)]
    }),
  )
  const going = crew.flatMap((technicians, tenant) => {
    const states = tenant < demoTenants ? [...everyState] : queue.slice(0, 2)
    for (let n = states.length; n < technicians.length / crewPerOpen; n++) states.push(at(queue, n % queue.length))
    let free = 1
    return states.flatMap((processed, n) => {
      const cut = n === 0 || harmed.includes(processed)
      const victim = (line: number) => victimFor(world, blank(world, line, to), tenant)
      const fits = (line: number) =>
        !boxes.has(at(world.survey.box, line)) &&
        (!cut || (!recent.has(at(world.survey.box, line)) && victim(line) !== undefined))
      const waiting = n % 3 !== 2 ? takeFrom(at(rounds.pending, tenant), fits) : undefined
      const line = waiting ?? takeFrom(at(rounds.serving, tenant), fits)
      const technician = busy.includes(processed) ? technicians[free++] : technicians.at(-1)
      if (line === undefined || technician === undefined) return []
      boxes.add(at(world.survey.box, line))
      const draft = blank(world, line, to)
      const kind: WorkKind = waiting !== undefined ? 'alta' : n % 2 === 0 ? 'averia' : 'cambio_pelo'
      Object.assign(draft, { kind, technician, channel: rng.pick(['android', 'android', 'ios', 'web']) })
      shape(world, draft, processed, hours, rng)
      if (n === 0) Object.assign(draft, { step: 7, power: measures(draft) ? drawPower(world, line, rng) : null })
      const port = victim(line)
      if (cut && port !== undefined) harm(world, draft, port, rng)
      return [draft, ...requestsOf(draft)]
    })
  })
  return [...left, ...going]
}

/** Closed by a supervisor over a dark neighbour. */
function leave(world: World, draft: Draft, outcome: Outcome, rng: Rng): void {
  const port = victimFor(world, draft, draft.tenant)
  if (port === undefined) return
  const span = 48 * minute
  const from = draft.created + 20 * second
  const after = 30 * minute
  Object.assign(draft, { started: from, finished: from + span, updated: from + span + 30 * second, attempts: 1 })
  draft.power = drawPower(world, draft.line, rng)
  draft.incidents = [{ kind: 'unplug', port, with: null, after, lasts: null, db: 0, outcome }]
  const code = 'NEIGHBOUR_HARMED'
  const refused = { code, text: text(`problem.${code}`), verdict: 'con_desconectados', harmed: 1 } as const
  draft.refusals = [{ asked: after + 8 * minute, settled: after + 9 * minute, ...refused }]
  draft.override = overrideOf(world, draft, rng)
}

/** Removes and returns the last matching line of a list. */
function takeFrom(lines: number[], fits: (line: number) => boolean): number | undefined {
  const found = lines.findLastIndex(fits)
  return found < 0 ? undefined : lines.splice(found, 1)[0]
}

/** A neighbour to cut: a customer of the other demonstration operator if there is one, else any other. */
function victimFor(world: World, draft: Draft, tenant: number): number | undefined {
  const others = victimsOf(world, draft)
  const other = tenant < demoTenants ? demoTenants - 1 - tenant : 0
  const found = others.find((one) => one.tenant === other) ?? others.find((one) => one.tenant !== tenant) ?? others[0]
  return found?.port
}
