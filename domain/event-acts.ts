/**
 * Acts of people on an intervention: who may do each, in which states, and the transition that it takes. Asked by the
 * calls, which name an act's privilege from here, and by the screens, which show the buttons.
 */
import { eventAfter, reprocessTrigger, type EventTrigger, type ProcessState } from './event.ts'
import type { PartPrivilege, Privilege } from './privilege.ts'
import { processState } from './status.ts'

/** Account types: technician, administrator of a VNO, neutral operator. */
export type ActorType = 'te' | 'va' | 'ad'
/**
 * What an act requires beside the state. `nothing_asked`: no request to finalize or cancel is waiting. `attempts_left`: of
 * opening. `degraded_allowed`: a setting of the operator. `steps_done`: every mandatory step, with its pictures.
 */
export type ActGuard = 'nothing_asked' | 'attempts_left' | 'degraded_allowed' | 'steps_done'
/**
 * `stays`: no transition. `asks`: the intervention stays until the process has read the CTO and decides. `resumes`: the
 * transition out of error depends on the state to resume.
 */
export type ActStep = EventTrigger | 'stays' | 'asks' | 'resumes'

interface Act {
  privilege: Privilege
  /** Sub-item that a role may withhold. */
  part?: PartPrivilege
  by: readonly ActorType[]
  guards: readonly ActGuard[]
  /** What the act does in each state; it is not possible in any other. */
  from: Partial<Record<ProcessState, ActStep>>
}

const state = processState.is
const anybody: readonly ActorType[] = ['te', 'va', 'ad']

export const eventActs = {
  /** Which step may be saved with which status: `stepMayBecome`. */
  save_step: {
    privilege: 'event_edit',
    part: 'event.steps_edit',
    by: anybody,
    guards: [],
    from: {
      [state.iddle]: 'stays',
      [state.creating]: 'stays',
      [state.created]: 'stays',
      [state.wronglyFinalized]: 'stays',
    },
  },
  finalize: {
    privilege: 'eventFinalization_create',
    by: anybody,
    guards: ['nothing_asked', 'steps_done'],
    from: { [state.created]: 'finalize' },
  },
  finalize_again: {
    privilege: 'eventFinalization_create',
    by: anybody,
    guards: ['nothing_asked', 'steps_done'],
    from: { [state.wronglyFinalized]: 'finalize_again' },
  },
  /** Takes effect at once while no step has started; afterwards the CTO is read first (`ask_cancel`). */
  cancel: {
    privilege: 'eventCancellation_create',
    by: anybody,
    guards: [],
    from: {
      [state.iddle]: 'cancel_queued',
      [state.creating]: 'cancel_creating',
      [state.wronglyCreated]: 'give_up',
    },
  },
  ask_cancel: {
    privilege: 'eventCancellation_create',
    by: anybody,
    guards: ['nothing_asked'],
    from: { [state.created]: 'asks', [state.wronglyFinalized]: 'asks', [state.wronglyCancelled]: 'asks' },
  },
  retry_open: {
    privilege: 'event_edit',
    by: anybody,
    guards: ['attempts_left'],
    from: { [state.wronglyCreated]: 'retry_open' },
  },
  /** Without a reading of the neighbours. */
  retry_degraded: {
    privilege: 'eventConfi_edit',
    by: anybody,
    guards: ['attempts_left', 'degraded_allowed'],
    from: { [state.wronglyCreated]: 'retry_open' },
  },
  /** Reads the CTO of a failed cancellation once more. */
  retry_cancel: {
    privilege: 'event_edit',
    by: anybody,
    guards: [],
    from: { [state.wronglyCancelled]: 'asks' },
  },
  reopen: {
    privilege: 'event_edit',
    by: anybody,
    guards: ['nothing_asked'],
    from: { [state.wronglyCancelled]: 'reopen' },
  },
  reprocess: { privilege: 'event_edit', by: ['ad'], guards: [], from: { [state.error]: 'resumes' } },
  reprocess_cancel: { privilege: 'event_edit', by: ['ad'], guards: [], from: { [state.error]: 'reprocess_cancel' } },
  /** A technician never overrides the verdict, even if the role grants the privilege. */
  override: {
    privilege: 'eventFinalization_edit',
    part: 'event.override_edit',
    by: ['va', 'ad'],
    guards: ['nothing_asked'],
    from: { [state.wronglyFinalized]: 'override' },
  },
  ask_override: {
    privilege: 'eventFinalization_create',
    part: 'event.override_create',
    by: anybody,
    guards: ['nothing_asked'],
    from: { [state.wronglyFinalized]: 'stays' },
  },
} as const satisfies Record<string, Act>
export type EventAct = keyof typeof eventActs

const table: Readonly<Record<EventAct, Act>> = eventActs
export const eventActNames = Object.keys(eventActs) as EventAct[]

/** What the act does in a state; null where it is not possible. */
export const actStep = (act: EventAct, from: number): ActStep | null => table[act].from[from as ProcessState] ?? null

/** Of several acts that one call stands for, the one that a state takes; null if none. */
export function actIn<A extends EventAct>(acts: readonly A[], from: number): A | null {
  return acts.find((act) => actStep(act, from) !== null) ?? null
}

/** Trigger of a step; null if it moves nothing by itself. @param resume state kept by an intervention in error */
export function triggerOf(step: ActStep, resume: number | null): EventTrigger | null {
  if (step === 'stays' || step === 'asks') return null
  if (step !== 'resumes') return step
  const known = resume === state.creating || resume === state.finalizing
  return reprocessTrigger(known ? resume : state.cancelled)
}

/** State right after an act, before the process goes on. */
export function stateAfterAct(act: EventAct, from: ProcessState, resume: number | null): ProcessState | null {
  const step = actStep(act, from)
  if (step === null) return null
  const trigger = triggerOf(step, resume)
  return trigger === null ? from : eventAfter(from, trigger)
}

/** Who acts: account type, and what the role grants. */
export interface Actor {
  type: string
  can(privilege: Privilege, part?: PartPrivilege): boolean
}

/** True if this person may do it, whatever the state. */
export function mayDo(act: EventAct, { type, can }: Actor): boolean {
  const { by, privilege, part } = table[act]
  return by.some((one) => one === type) && can(privilege, part)
}
export const guardsOf = (act: EventAct): readonly ActGuard[] => table[act].guards
