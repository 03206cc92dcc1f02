import { eventTimes } from '@hilo/domain/event.ts'
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { verdictOf } from '@hilo/domain/proof/judgement.ts'
import { limits } from '@hilo/domain/optics.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import { text } from '../kernel/texts.ts'
import { opticsOf } from './box.ts'
import type { Draft, Refusal, World } from './draft.ts'
import { drawIncidents, incidentClass, isLeft, workedPort } from './proof/incident.ts'
import { at } from './rng.ts'
import type { Rng } from './rng.ts'
import { minute, second } from './time.ts'

const state = processState.is
/** After this many tries a person has to retry. */
const openTries = eventTimes.openRetries.length

/** Work that measures power at the box. */
export const measures = ({ kind }: Draft) => kind !== null && mandatorySteps(kind).includes('power')

const reasons = [
  'El cliente confirma que ese puerto ya no tiene servicio.',
  'La caja no admite más manipulación hoy: se repone con una cuadrilla mañana.',
  'El pelo del vecino está dañado dentro de la caja y hace falta empalmarlo.',
]

/** Reasons for a refusal other than neighbours, with the remedy. */
function refusalFor(world: World, draft: Draft, rng: Rng): Pick<Refusal, 'code' | 'text'> {
  const port = workedPort(world, draft) ?? '–'
  const ont = { code: 'ONT_NOT_DETECTED', text: text('closing.no_ont', { port }) } as const
  const drop = { code: 'LABEL_DUPLICATE', text: text('closing.drop') } as const
  return draft.kind === 'alta' || draft.kind === 'cambio_pelo' ? rng.pick([ont, ont, drop]) : ont
}

function refusalAt(world: World, draft: Draft, asked: number, rng: Rng): Refusal {
  const base = { asked, settled: asked + rng.int(31_000, 38_000), verdict: null, harmed: 0 }
  return { ...base, ...refusalFor(world, draft, rng) }
}

/** Refused closings before the last one, oldest first. A dark neighbour refuses the first. */
function drawRefusals(world: World, draft: Draft, span: number, rng: Rng): Refusal[] {
  const late = draft.incidents.find((one) => one.kind === 'swap' || isLeft(one))
  if (late) return [refusalAt(world, draft, Math.min(late.after + 75 * second, span - 60 * second), rng)]
  if (!serves(draft) || !rng.chance(0.09)) return []
  const times = rng.chance(0.16) ? 2 : 1
  return Array.from({ length: times }, (_, n) =>
    refusalAt(world, draft, Math.max(span - 40 * second - (times - n) * 4 * minute, span / 3 + n * 50 * second), rng),
  )
}

/** Work after which the customer's ONT must answer. */
const serves = ({ kind }: Draft) => kind === 'alta' || kind === 'averia' || kind === 'cambio_pelo'

/** A supervisor's override at the end. */
export function overrideOf(world: World, { tenant, finished, updated }: Draft, rng: Rng): Draft['override'] {
  const head = world.people.administrators.find((one) => one.tenant === tenant)
  return { by: head ? { id: head.id, name: head.name } : null, reason: rng.pick(reasons), at: finished ?? updated }
}

/** Incidents in the box and course of the closing, by the error model. */
export function drawClosing(world: World, draft: Draft, rng: Rng): void {
  const from = draft.started ?? draft.created
  const end = draft.finished ?? draft.updated
  const finalized = draft.state === state.finalizedSync || draft.state === state.finalized
  draft.incidents = drawIncidents(world, draft, end - from, finalized, rng)
  if (finalized) draft.refusals = drawRefusals(world, draft, end - from, rng)
  const left = draft.incidents.filter(isLeft)
  if (left.length > 0) draft.override = overrideOf(world, draft, rng)
  if (draft.state === state.error && draft.resume !== state.cancelled) return
  draft.verdict = verdictOf(draft.incidents.map(incidentClass))
  draft.harmed = left.length
}

/** Power measured at the box, dBm: 3 % amber, 1 % below the limit if `failed`. */
export function drawPower(world: World, line: number, rng: Rng, failed = false): number {
  const box = at(world.survey.box, line)
  const number = at(world.survey.port, line) - at(world.network.firstPort, box) + 1
  const { olt } = at(world.network.pons, at(world.network.pon, box))
  const { good, low, high } = limits('cto_port', olt.opticClass)
  const chance = rng.next()
  const natural = opticsOf(world.network, box, number, 'offline').median + 0.5 + rng.next() * 0.9
  const amber = chance < 0.03 || natural < good
  const measured = failed
    ? low - 0.2 - rng.next() * 4
    : amber
      ? low + rng.next() * (good - low)
      : Math.min(natural, high)
  return Math.round(measured * 100) / 100
}

const codes: Readonly<Record<number, readonly ProblemCode[]>> = {
  [state.error]: ['OLT_UNREACHABLE', 'PORT_RESERVED_EXPIRED'],
  [state.wronglyCreated]: ['SNAPSHOT_INCOMPLETE', 'OLT_BUSY'],
}

/** Error of an intervention in its state; null for states without failure, or with their own error. */
function drawError(processed: number, rng: Rng): Draft['error'] {
  const known = codes[processed]
  if (!known) return null
  const code = rng.pick(known)
  return { code, text: text(code === 'PORT_RESERVED_EXPIRED' ? 'closing.deadline' : `problem.${code}`) }
}

/** Puts a draft into a failure state, with all consequences. */
export function fail(world: World, draft: Draft, processed: number, rng: Rng): void {
  draft.state = processed
  draft.error = drawError(processed, rng)
  draft.attempts = Math.max(draft.attempts, processed === state.wronglyCreated ? openTries : 1)
  if (processed !== state.error) return
  // Not closed in time: it ended at its deadline.
  const over = (draft.started ?? draft.created) + eventTimes.listenerLife
  const late = draft.error?.code === 'PORT_RESERVED_EXPIRED' && draft.type === 1 && over < world.now
  if (!late) draft.error = { code: 'OLT_UNREACHABLE', text: text('problem.OLT_UNREACHABLE') }
  draft.resume = late ? state.cancelled : state.finalizing
  if (draft.type !== 1) return
  draft.finished = null
  if (late) draft.updated = over
}
