/** The life of an intervention: every legal move between its twelve states, declared once. */
import { processState, resultFlag } from './status.ts'

type ValueOf<T> = T[keyof T]
export type ProcessState = ValueOf<typeof processState.is>
export type Actor = 'system' | 'technician' | 'vno' | 'supervisor' | 'neutral'
/** Where an intervention in error goes on when somebody reprocesses it. */
export type ResumeState = 9 | 6 | 3

interface Move {
  id: string
  from: ProcessState
  to: ProcessState
  trigger: string
  /** Who may cause it; `vno` includes the operator's own systems. */
  actor: readonly Actor[]
  /** Of a move into error. */
  resume?: ResumeState
}

const state = processState.is

/** The state in which an accepted request begins. */
export const firstState: ProcessState = state.iddle

/** A trigger belongs to one row alone, so it names the whole move. */
export const eventMoves = [
  { id: 'E1', from: state.iddle, to: state.creating, trigger: 'take', actor: ['system'] },
  { id: 'E2', from: state.iddle, to: state.cancelled, trigger: 'cancel_queued', actor: ['technician', 'vno'] },
  { id: 'E3', from: state.iddle, to: state.error, trigger: 'queue_expired', actor: ['system'], resume: state.creating },
  { id: 'E4', from: state.creating, to: state.created, trigger: 'opened', actor: ['system'] },
  { id: 'E5', from: state.creating, to: state.wronglyCreated, trigger: 'open_failed', actor: ['system'] },
  { id: 'E6', from: state.creating, to: state.cancelled, trigger: 'cancel_creating', actor: ['technician', 'vno'] },
  { id: 'E7', from: state.wronglyCreated, to: state.creating, trigger: 'retry_open', actor: ['system', 'technician'] },
  { id: 'E8', from: state.wronglyCreated, to: state.cancelled, trigger: 'give_up', actor: ['technician', 'vno'] },
  {
    id: 'E9',
    from: state.wronglyCreated,
    to: state.error,
    trigger: 'open_exhausted',
    actor: ['system'],
    resume: state.creating,
  },
  { id: 'E10', from: state.created, to: state.finalizing, trigger: 'finalize', actor: ['technician', 'vno'] },
  { id: 'E11', from: state.created, to: state.cancelled, trigger: 'cancel_clean', actor: ['technician', 'vno'] },
  { id: 'E12', from: state.created, to: state.wronglyCancelled, trigger: 'cancel_harmed', actor: ['system'] },
  { id: 'E13', from: state.created, to: state.error, trigger: 'deadline', actor: ['system'], resume: state.cancelled },
  { id: 'E14', from: state.finalizing, to: state.finalized, trigger: 'close_clean', actor: ['system'] },
  { id: 'E15', from: state.finalizing, to: state.wronglyFinalized, trigger: 'close_wrong', actor: ['system'] },
  {
    id: 'E16',
    from: state.finalizing,
    to: state.error,
    trigger: 'close_exhausted',
    actor: ['system'],
    resume: state.finalizing,
  },
  { id: 'E17', from: state.wronglyFinalized, to: state.finalizing, trigger: 'finalize_again', actor: ['technician'] },
  { id: 'E18', from: state.wronglyFinalized, to: state.finalized, trigger: 'override', actor: ['supervisor'] },
  {
    id: 'E19',
    from: state.wronglyFinalized,
    to: state.cancelled,
    trigger: 'back_out_clean',
    actor: ['technician', 'vno'],
  },
  {
    id: 'E20',
    from: state.wronglyFinalized,
    to: state.wronglyCancelled,
    trigger: 'back_out_harmed',
    actor: ['system'],
  },
  {
    id: 'E21',
    from: state.wronglyFinalized,
    to: state.error,
    trigger: 'unresolved',
    actor: ['system'],
    resume: state.finalizing,
  },
  {
    id: 'E22',
    from: state.wronglyCancelled,
    to: state.cancelled,
    trigger: 'cancel_settled',
    actor: ['system', 'technician'],
  },
  { id: 'E23', from: state.wronglyCancelled, to: state.created, trigger: 'reopen', actor: ['technician'] },
  {
    id: 'E24',
    from: state.wronglyCancelled,
    to: state.error,
    trigger: 'cancel_exhausted',
    actor: ['system'],
    resume: state.cancelled,
  },
  { id: 'E25', from: state.finalized, to: state.finalizedSync, trigger: 'acknowledge_final', actor: ['system'] },
  { id: 'E26', from: state.cancelled, to: state.canceledSync, trigger: 'acknowledge_cancel', actor: ['system'] },
  { id: 'E27', from: state.error, to: state.creating, trigger: 'reprocess_open', actor: ['neutral'] },
  { id: 'E28', from: state.error, to: state.finalizing, trigger: 'reprocess_finalize', actor: ['neutral'] },
  { id: 'E29', from: state.error, to: state.cancelled, trigger: 'reprocess_cancel', actor: ['neutral'] },
] as const satisfies readonly Move[]
export type EventTrigger = (typeof eventMoves)[number]['trigger']

const moves: readonly (Move & { trigger: EventTrigger })[] = eventMoves
const byTrigger = new Map(moves.map((move) => [move.trigger, move]))

/** State after a trigger, or null when it is not legal in `from`. */
export function eventAfter(from: ProcessState, trigger: EventTrigger): ProcessState | null {
  const move = byTrigger.get(trigger)
  return move?.from === from ? move.to : null
}

/** Everything that may happen to an intervention in a state. */
export function triggersFrom(from: ProcessState): EventTrigger[] {
  return moves.filter((move) => move.from === from).map((move) => move.trigger)
}

/** What a move into error leaves as the state to resume; null for every other move. */
export function resumeStateOf(trigger: EventTrigger): ResumeState | null {
  return byTrigger.get(trigger)?.resume ?? null
}

/** The trigger that takes an intervention in error back to its state to resume; giving it up is always possible beside it. */
export function reprocessTrigger(resume: ResumeState): EventTrigger {
  if (resume === state.creating) return 'reprocess_open'
  return resume === state.finalizing ? 'reprocess_finalize' : 'reprocess_cancel'
}

const open: readonly number[] = [
  state.iddle,
  state.creating,
  state.created,
  state.finalizing,
  state.wronglyFinalized,
  state.wronglyCancelled,
]
const terminal: readonly number[] = [state.finalizedSync, state.canceledSync]
const doing: readonly number[] = [state.iddle, state.creating, state.finalizing]
const failed: readonly number[] = [state.error, state.wronglyFinalized, state.wronglyCreated, state.wronglyCancelled]

/** The intervention holds its box: it counts against what a technician may have at once. */
export const isOpen = (of: ProcessState) => open.includes(of)
/** Acknowledged by the operator's systems: nothing moves it any more. */
export const isTerminal = (of: ProcessState) => terminal.includes(of)
/** The product is at work on it; whoever waits asks again. */
export const isDoing = (of: ProcessState) => doing.includes(of)
/** The flag that travels beside the state. */
export function resultFlagOf(of: ProcessState): ValueOf<typeof resultFlag.is> {
  if (isDoing(of)) return resultFlag.is.doing
  return failed.includes(of) ? resultFlag.is.error : resultFlag.is.success
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds. The first three are the specification's constants, the rest the product's defaults. */
export const eventTimes = {
  /** Life of a listener, and with it of an open intervention. */
  listenerLife: 86_400_000,
  /** Between two questions of a client that waits. */
  poll: 5000,
  /** A client stops blocking the screen and goes on in the background. */
  spinner: 120_000,
  queueLimit: 30 * minute,
  /** Waits before each automatic attempt to open again. */
  openRetries: [5 * second, 30 * second, 120 * second],
  /** A finalization refused and not put right. */
  unresolvedAfter: 24 * hour,
  /** Age at which readings from before the work are taken again. */
  beforeValid: 60 * minute,
  /** A step may take so long without anything being sent; its box is read all the while. */
  handsOn: 15 * minute,
  /** Last touch to the reading after the work: an ONT ranges again in 10 to 60 s. */
  afterWait: 60 * second,
  /** Second look at whatever did not answer. */
  afterReread: 30 * second,
  /** The neighbours of a closed intervention are read again. */
  controls: { control_15min: 15 * minute, control_24h: 24 * hour },
  /**
   * From the cut: operator of the technician and of the neighbour; neutral operator with an SMS to the technician; the limit
   * where the neighbour's operator has agreed none.
   */
  notices: { operators: 2 * minute, neutral: 15 * minute, sla: 4 * hour },
  /** The operator's systems are told again and again for so long. */
  acknowledgeRetries: 72 * hour,
} as const

/** Tries to open before the intervention goes to error, the first one and those by hand included. */
export const openAttempts = 5
/** Internal failures, or attempts longer than `eventTimes.spinner`, before a finalization goes to error. */
export const closeAttempts = 3
/** Share of the occupied ports, in per cent, that must answer for an intervention to open. */
export const snapshotCompletePct = 95
