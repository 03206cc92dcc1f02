/** State machine of the requests beside an intervention, to finalize or to cancel it: each waits, and ends as the intervention does. */
import type { ProcessState } from './event.ts'
import { eventType, processState } from './status.ts'

const { finalizeListener, cancelledListener, enrollmentDetect } = eventType.is
const {
  iddle,
  finalizing,
  finalized,
  finalizedSync,
  wronglyFinalized,
  cancelled,
  canceledSync,
  wronglyCancelled,
  error,
} = processState.is

/** Type of each request, and the state in which it waits for the reading of the CTO. */
export const requests = {
  finalize: { type: finalizeListener, waits: finalizing },
  cancel: { type: cancelledListener, waits: iddle },
} as const
export type RequestKind = keyof typeof requests

interface RequestMove {
  /** Type of the row. */
  type: number
  from: ProcessState
  to: ProcessState
}

/** Every transition of a row beside an intervention. The detection of an ONT is acknowledged with its intervention. */
const requestMoves: readonly RequestMove[] = [
  { type: finalizeListener, from: finalizing, to: finalized },
  { type: finalizeListener, from: finalizing, to: wronglyFinalized },
  { type: finalizeListener, from: finalizing, to: error },
  { type: finalizeListener, from: finalized, to: finalizedSync },
  { type: cancelledListener, from: iddle, to: cancelled },
  { type: cancelledListener, from: iddle, to: wronglyCancelled },
  { type: cancelledListener, from: iddle, to: error },
  { type: cancelledListener, from: cancelled, to: canceledSync },
  { type: enrollmentDetect, from: finalized, to: finalizedSync },
]

/** The transitions that follow an intervention into a state; none while it goes on. */
export function requestMovesTo(event: ProcessState): RequestMove[] {
  return requestMoves.filter(({ to }) => to === event)
}
