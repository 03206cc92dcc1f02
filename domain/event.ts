/** State machine of an intervention: every legal transition between its twelve states. */
import { processState, resultFlag } from './status.ts'

type ValueOf<T> = T[keyof T]
export type ProcessState = ValueOf<typeof processState.is>
/** State in which an intervention in error resumes when reprocessed. */
type ResumeState = 9 | 6 | 3

interface Move {
  from: ProcessState
  to: ProcessState
  trigger: string
  /** For a transition into error. */
  resume?: ResumeState
}

const state = processState.is

/** Initial state of an accepted request. */
export const firstState: ProcessState = state.iddle

/** Each trigger belongs to exactly one row, so it identifies the transition. What people trigger is in `eventActs`. */
export const eventMoves = [
  { from: state.iddle, to: state.creating, trigger: 'take' },
  { from: state.iddle, to: state.cancelled, trigger: 'cancel_queued' },
  { from: state.iddle, to: state.error, trigger: 'queue_expired', resume: state.creating },
  { from: state.creating, to: state.created, trigger: 'opened' },
  { from: state.creating, to: state.wronglyCreated, trigger: 'open_failed' },
  { from: state.creating, to: state.cancelled, trigger: 'cancel_creating' },
  { from: state.wronglyCreated, to: state.creating, trigger: 'retry_open' },
  { from: state.wronglyCreated, to: state.cancelled, trigger: 'give_up' },
  {
    from: state.wronglyCreated,
    to: state.error,
    trigger: 'open_exhausted',
    resume: state.creating,
  },
  { from: state.created, to: state.finalizing, trigger: 'finalize' },
  { from: state.created, to: state.cancelled, trigger: 'cancel_clean' },
  { from: state.created, to: state.wronglyCancelled, trigger: 'cancel_harmed' },
  { from: state.created, to: state.error, trigger: 'deadline', resume: state.cancelled },
  { from: state.finalizing, to: state.finalized, trigger: 'close_clean' },
  { from: state.finalizing, to: state.wronglyFinalized, trigger: 'close_wrong' },
  {
    from: state.finalizing,
    to: state.error,
    trigger: 'close_exhausted',
    resume: state.finalizing,
  },
  { from: state.wronglyFinalized, to: state.finalizing, trigger: 'finalize_again' },
  { from: state.wronglyFinalized, to: state.finalized, trigger: 'override' },
  {
    from: state.wronglyFinalized,
    to: state.cancelled,
    trigger: 'back_out_clean',
  },
  {
    from: state.wronglyFinalized,
    to: state.wronglyCancelled,
    trigger: 'back_out_harmed',
  },
  {
    from: state.wronglyFinalized,
    to: state.error,
    trigger: 'unresolved',
    resume: state.finalizing,
  },
  {
    from: state.wronglyCancelled,
    to: state.cancelled,
    trigger: 'cancel_settled',
  },
  { from: state.wronglyCancelled, to: state.created, trigger: 'reopen' },
  {
    from: state.wronglyCancelled,
    to: state.error,
    trigger: 'cancel_exhausted',
    resume: state.cancelled,
  },
  { from: state.finalized, to: state.finalizedSync, trigger: 'acknowledge_final' },
  { from: state.cancelled, to: state.canceledSync, trigger: 'acknowledge_cancel' },
  { from: state.error, to: state.creating, trigger: 'reprocess_open' },
  { from: state.error, to: state.finalizing, trigger: 'reprocess_finalize' },
  { from: state.error, to: state.cancelled, trigger: 'reprocess_cancel' },
] as const satisfies readonly Move[]
export type EventTrigger = (typeof eventMoves)[number]['trigger']

const moves: readonly (Move & { trigger: EventTrigger })[] = eventMoves
const byTrigger = new Map(moves.map((move) => [move.trigger, move]))

/** State after a trigger, or null if it is not legal in `from`. */
export function eventAfter(from: ProcessState, trigger: EventTrigger): ProcessState | null {
  const move = byTrigger.get(trigger)
  return move?.from === from ? move.to : null
}

/** Legal triggers of a state. */
export function triggersFrom(from: ProcessState): EventTrigger[] {
  return moves.filter((move) => move.from === from).map((move) => move.trigger)
}

/** State to resume, set by a transition into error; null for every other transition. */
export function resumeStateOf(trigger: EventTrigger): ResumeState | null {
  return byTrigger.get(trigger)?.resume ?? null
}

/** Trigger that resumes an intervention in error; cancelling it is always possible too. */
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

/** The intervention holds its CTO and counts against the technician's limit of open interventions. */
export const isOpen = (of: ProcessState) => open.includes(of)
/** Acknowledged by the operator's systems: no transition leaves it. */
export const isTerminal = (of: ProcessState) => terminal.includes(of)
/** Being processed; a waiting client polls. */
export const isDoing = (of: ProcessState) => doing.includes(of)
/** Result flag sent with the state. */
export function resultFlagOf(of: ProcessState): ValueOf<typeof resultFlag.is> {
  if (isDoing(of)) return resultFlag.is.doing
  return failed.includes(of) ? resultFlag.is.error : resultFlag.is.success
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** All in milliseconds. The first three are constants of the specification, the rest defaults of the product. */
export const eventTimes = {
  /** Lifetime of an alarm listener, and with it of an open intervention. */
  listenerLife: 86_400_000,
  /** Polling interval of a waiting client. */
  poll: 5000,
  /** Time after which a client stops blocking the screen and continues in the background. */
  spinner: 120_000,
  queueLimit: 30 * minute,
  /** Delay before each automatic retry of opening. The last one leaves the technician time for a manual retry. */
  openRetries: [5 * second, 30 * second, 120 * second, 30 * minute],
  /** Deadline for correcting a refused finalization. */
  unresolvedAfter: 24 * hour,
  /** Maximum age of the readings from before the work; older ones are taken again. */
  beforeValid: 60 * minute,
  /** Maximum time of a step without anything sent; its CTO is polled meanwhile. */
  handsOn: 15 * minute,
  /** Delay between the last touch and the after-snapshot: an ONT needs 10 to 60 s to range again. */
  afterWait: 60 * second,
  /** Delay before ports without an answer are read again. */
  afterReread: 30 * second,
  /** Delay of each control reading after an intervention is closed. */
  controls: { control_15min: 15 * minute, control_24h: 24 * hour },
  /**
   * Since the cut: notice to the operators of technician and neighbour; to the neutral operator, with an SMS to the
   * technician; the default response limit of the neighbour's operator.
   */
  notices: { operators: 2 * minute, neutral: 15 * minute, sla: 4 * hour },
  /** How long delivery to the operator's systems is retried. */
  acknowledgeRetries: 72 * hour,
} as const

/** Attempts to open before the intervention goes to error, including the first and manual ones. */
export const openAttempts = 5
/** Failed attempts, or attempts longer than `eventTimes.spinner`, before a finalization goes to error. */
export const closeAttempts = 3
/** Minimum share of occupied ports, in per cent, that must answer for an intervention to open. */
export const snapshotCompletePct = 95

interface SnapshotIds {
  before_snapshot_id: number | null
  after_snapshot_id: number | null
}

/** Whether an intervention can have a report: a report compares readings, and is frozen together with the last one. */
export const hasReadings = ({ before_snapshot_id: before, after_snapshot_id: after }: SnapshotIds): boolean =>
  before !== null || after !== null
