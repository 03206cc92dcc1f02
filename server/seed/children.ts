import { eventType, processState } from '@hilo/domain/status.ts'
import { text } from '../kernel/texts.ts'
import type { Draft, Refusal, World } from './draft.ts'
import type { Rng } from './rng.ts'
import { day, second } from './time.ts'

const state = processState.is
const type = eventType.is

function child(parent: Draft, wanted: number, processed: number, created: number, seconds: number): Draft {
  const finished = created + seconds * second
  return {
    ...parent,
    id: 0,
    type: wanted,
    parent,
    state: processed,
    created,
    started: created,
    finished,
    updated: finished,
    step: null,
    attempts: 0,
    verdict: null,
    harmed: null,
    power: null,
    resume: null,
    error: null,
    order: null,
    kind: null,
    deadline: null,
    incidents: [],
    refusals: [],
    override: null,
    proven: false,
    refusal: null,
  }
}

/** Requests of an intervention: finalizations and cancellations of the last weeks, detected ONTs, hair changes. */
export function childrenOf(world: World, parent: Draft, rng: Rng): Draft[] {
  const { started, finished, kind } = parent
  if (parent.type !== type.createListener || started === null || finished === null) return []
  const rows: Draft[] = []
  const within = (share: number) => started + Math.floor((finished - started) * share)
  if ((kind === 'alta' || kind === 'cambio_pelo') && rng.chance(kind === 'alta' ? 0.07 : 0.35)) {
    const asked = within(0.3 + rng.next() * 0.2)
    rows.push(child(parent, type.hairChangeRequest, state.finalizedSync, asked, rng.int(4, 70)))
    const denied = rng.chance(0.12)
    const answer = child(
      parent,
      type.hairChangeResponse,
      denied ? state.wronglyFinalized : state.finalizedSync,
      asked + rng.int(3, 60) * second,
      2,
    )
    if (denied) answer.error = { code: 'CTO_COPADA', text: text('problem.CTO_COPADA') }
    rows.push(answer)
  }
  if (world.now - parent.created > world.requestDays * day) return rows
  if (parent.state === state.finalizedSync || parent.state === state.finalized) {
    // Detections by the OLT need no acknowledgement.
    if (kind === 'alta' && rng.chance(0.5))
      rows.push(child(parent, type.enrollmentDetect, state.finalized, within(0.8), 6))
    rows.push(...requestsOf(parent))
    const last = started + (parent.refusals.at(-1)?.settled ?? 0)
    const ended = Math.max(finished - 40 * second, Math.min(last + 5 * second, finished))
    if (parent.override === null)
      rows.push(child(parent, type.finalizeListener, parent.state, ended, (finished - ended) / second))
  } else if (parent.state === state.canceledSync || parent.state === state.cancelled) {
    const asked = child(parent, type.cancelledListener, parent.state, finished - 40 * second, 40)
    rows.push({ ...asked, error: { code: 'CANCEL_REASON', text: rng.pick(reasons) } })
  }
  return rows
}

const reasons = [
  'El cliente no está en casa y no contesta al teléfono.',
  'El cliente desiste del alta.',
  'Sin acceso a la caja: la llave no está en conserjería.',
  'La potencia del puerto no llega al mínimo.',
]

function refusedRow(parent: Draft, wanted: number, to: number, refusal: Refusal): Draft {
  const { asked, settled } = refusal
  const row = child(parent, wanted, to, (parent.started ?? parent.created) + asked, (settled - asked) / second)
  return { ...row, refusal }
}

/** The refused requests of an intervention, and the pending one. */
export function requestsOf(parent: Draft): Draft[] {
  const { state: now, refusals } = parent
  const cancels = now === state.wronglyCancelled
  const rows = refusals.map((refusal) =>
    cancels
      ? refusedRow(parent, type.cancelledListener, state.wronglyCancelled, refusal)
      : refusedRow(parent, type.finalizeListener, state.wronglyFinalized, refusal),
  )
  if (now !== state.finalizing) return rows
  return [...rows, { ...child(parent, type.finalizeListener, state.finalizing, parent.updated, 0), finished: null }]
}
