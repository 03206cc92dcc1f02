import { eventType, processState } from '@hilo/domain/status.ts'
import type { Draft, World } from './draft.ts'
import { drawError } from './outcome.ts'
import type { Rng } from './rng.ts'
import { day, minute, second } from './time.ts'

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
  }
}

/** Requests that an intervention leaves behind: finalizations and cancellations of the last weeks, detected ONTs, hair changes. */
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
    if (denied) answer.error = { code: 'CTO_COPADA', text: 'La caja no tiene otro puerto libre.' }
    rows.push(answer)
  }
  if (world.now - parent.created > world.requestDays * day) return rows
  const ended = finished - 40 * second
  if (parent.state === state.finalizedSync || parent.state === state.finalized) {
    if (kind === 'alta' && rng.chance(0.5))
      rows.push(child(parent, type.enrollmentDetect, state.finalizedSync, within(0.8), 6))
    for (let attempt = parent.attempts; attempt > 0; attempt--) {
      const refused = child(
        parent,
        type.finalizeListener,
        state.wronglyFinalized,
        Math.max(ended - attempt * 4 * minute, started),
        35,
      )
      refused.error = drawError(state.wronglyFinalized, rng)
      rows.push(refused)
    }
    rows.push(child(parent, type.finalizeListener, parent.state, ended, 40))
  } else if (parent.state === state.canceledSync || parent.state === state.cancelled) {
    rows.push(child(parent, type.cancelledListener, parent.state, ended, 40))
  }
  return rows
}
