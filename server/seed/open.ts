import { processState } from '@hilo/domain/status.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import type { Crew } from './crew.ts'
import type { Draft, World } from './draft.ts'
import type { Rounds } from './lines.ts'
import { drawPower, drawVerdict, fail } from './outcome.ts'
import { at, createRng } from './rng.ts'
import type { Rng } from './rng.ts'
import { demoTenants } from './tenants.ts'
import { day, hour, minute, second, zoneOffset } from './time.ts'

const state = processState.is
/** What stands open, or only just stopped being so, at every operator; the demonstration's two show every state. */
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
/** States that keep their port and their technician busy. */
const busy: readonly number[] = [
  state.iddle,
  state.wronglyFinalized,
  state.finalizing,
  state.created,
  state.creating,
  state.wronglyCancelled,
]
/** Technicians of an operator for each further open intervention. */
const crewPerOpen = 3

/** The last working hours up to now: at night, those of the evening before. */
function workingHours(now: number): { from: number; to: number } {
  const ahead = zoneOffset(now, 'Europe/Madrid')
  const midnight = Math.floor((now + ahead) / day) * day - ahead
  const opens = midnight + 8 * hour
  if (now < opens + 20 * minute) return { from: opens - 16 * hour, to: opens - 12 * hour }
  const to = Math.min(now, midnight + 20 * hour)
  return { from: Math.max(opens, to - 5 * hour), to }
}

/** Minutes since each state's intervention began, as [least, most]. */
const ages: Readonly<Record<number, readonly [number, number]>> = {
  [state.iddle]: [0, 6],
  [state.creating]: [0, 3],
  [state.wronglyCreated]: [2, 30],
  [state.finalizing]: [25, 90],
}

function shape(world: World, draft: Draft, processed: number, to: number, rng: Rng): void {
  const [least, most] = ages[processed] ?? [12, 240]
  draft.created = to - Math.floor((least + rng.next() * (most - least)) * minute) - 2 * second
  draft.state = processed
  const waiting = processed === state.iddle || processed === state.creating || processed === state.wronglyCreated
  draft.started = waiting ? null : Math.min(draft.created + rng.int(8, 70) * second, to)
  draft.updated = Math.min((draft.started ?? draft.created) + rng.int(1, 12) * minute, to)
  if (processed === state.created) draft.step = rng.int(2, 7)
  const measured = processed === state.created ? (draft.step ?? 0) > 5 : !waiting
  if (measured && draft.kind !== 'baja') draft.power = drawPower(world, draft.line, rng)
  const over =
    processed === state.finalized ||
    processed === state.cancelled ||
    processed === state.canceledSync ||
    processed === state.error
  if (over) {
    draft.finished = draft.updated
    Object.assign(draft, drawVerdict(rng))
  }
  fail(world, draft, processed, rng)
  if (draft.error === null) draft.attempts = 0
  if (processed === state.wronglyCancelled) Object.assign(draft, { verdict: 'con_desconectados', harmed: 1 })
}

type Blank = (world: World, line: number, created: number) => Draft

/**
 * What is going on right now. An open intervention holds its port and its technician alone; the first technician of each
 * operator, who is the one that people sign in as, has none.
 */
export function openDrafts(world: World, rounds: Rounds, crew: Crew, blank: Blank): Draft[] {
  const rng = createRng(85, Math.floor(world.now / day))
  const { to } = workingHours(world.now)
  return crew.flatMap((technicians, tenant) => {
    const states = tenant < demoTenants ? [...everyState] : queue.slice(0, 2)
    for (let n = states.length; n < technicians.length / crewPerOpen; n++) states.push(at(queue, n % queue.length))
    let free = 1
    return states.flatMap((processed, n) => {
      const waiting = n % 3 !== 2 ? at(rounds.pending, tenant).pop() : undefined
      const line = waiting ?? at(rounds.serving, tenant).pop()
      const technician = busy.includes(processed) ? technicians[free++] : technicians.at(-1)
      if (line === undefined || technician === undefined) return []
      const draft = blank(world, line, to)
      const kind: WorkKind = waiting !== undefined ? 'alta' : n % 2 === 0 ? 'averia' : 'cambio_pelo'
      Object.assign(draft, { kind, technician, channel: rng.pick(['android', 'android', 'ios', 'web']) })
      shape(world, draft, processed, to, rng)
      // One neighbour without light for everybody to see: the reason why the product exists.
      if (n === 0) Object.assign(draft, { harmed: 1, step: 7, power: draft.power ?? drawPower(world, line, rng) })
      return [draft]
    })
  })
}
