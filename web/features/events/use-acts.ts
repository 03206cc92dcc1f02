import type { Event } from '@hilo/contract/events.ts'
import type { Input } from '@hilo/contract/index.ts'
import { processState } from '@hilo/domain/status.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { callQuery, queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'

type ActPath =
  | 'admin_vno/events/finalize'
  | 'admin_vno/events/cancel'
  | 'admin_vno/events/retry'
  | 'admin_vno/events/override'
  | 'admin_vno/events/reopen'
  | 'admin_vno/events/reprocess'

/** Something that can be done to an intervention. */
export interface Act {
  /** Texts `event.act.<key>` and, of those that ask for a reason, `event.act.<key>.title` and `.text`. */
  key: string
  path: ActPath
  /** Beside intervention and version. */
  more?: { degraded?: true; cancel?: true }
  /** Characters of the reason that it asks for. */
  reason?: number
  main?: true
}

const state = processState.is
const reasons = { cancel: 5, reprocess: 5, override: 20 }
const may = {
  edit: () => session.can('event_edit'),
  finalize: () => session.can('eventFinalization_create'),
  override: () => session.can('eventFinalization_edit', 'event.override_edit'),
  degraded: () => session.can('eventConfi_edit'),
  neutral: () => session.get().accountType === 'ad' && session.can('event_edit'),
}
const retry: Act = { key: 'retry', path: 'admin_vno/events/retry', main: true }
const acts: Readonly<Record<number, readonly [Act, () => boolean][]>> = {
  [state.wronglyCreated]: [
    [retry, may.edit],
    [{ key: 'degraded', path: 'admin_vno/events/retry', more: { degraded: true } }, may.degraded],
  ],
  [state.wronglyFinalized]: [
    [{ key: 'override', path: 'admin_vno/events/override', reason: reasons.override }, may.override],
    [{ key: 'finalize', path: 'admin_vno/events/finalize', main: true }, may.finalize],
  ],
  [state.wronglyCancelled]: [[{ key: 'reopen', path: 'admin_vno/events/reopen', main: true }, may.edit]],
  [state.error]: [
    [
      {
        key: 'reprocess_cancel',
        path: 'admin_vno/events/reprocess',
        reason: reasons.reprocess,
        more: { cancel: true },
      },
      may.neutral,
    ],
    [{ key: 'reprocess', path: 'admin_vno/events/reprocess', reason: reasons.reprocess, main: true }, may.neutral],
  ],
}
const cancellable: readonly number[] = [
  state.iddle,
  state.creating,
  state.created,
  state.wronglyCreated,
  state.wronglyFinalized,
  state.wronglyCancelled,
]

/** What this person may do about the state that the intervention is in. */
export function actsOf({ process_state }: Event): Act[] {
  return (acts[process_state] ?? []).filter(([, allowed]) => allowed()).map(([act]) => act)
}

/** Giving the work up, while that is possible. */
export function cancelOf({ process_state }: Event): Act | null {
  if (!cancellable.includes(process_state) || !session.can('eventCancellation_create')) return null
  return { key: 'cancel', path: 'admin_vno/events/cancel', reason: reasons.cancel }
}

/** Does it, once however often it is pressed; answers the sentence of what went wrong, or null. */
export function useAct(event: Event) {
  const [pending, setPending] = useState<string | null>(null)
  const run = async (act: Act, reason?: string): Promise<string | null> => {
    setPending(act.key)
    const input = {
      event_id: event.id,
      version: event.version,
      ...act.more,
      ...(reason && { reason }),
    }
    try {
      const { record } = await call(act.path, input as Input<ActPath>)
      const { queryKey } = callQuery('admin_vno/events/get', { id: event.id })
      queryClient.setQueryData(queryKey, (known) => known && { ...known, records: [record] })
      toast.success(text(`event.act.${act.key}.done`))
      return null
    } catch (error) {
      if (error instanceof CallProblem && (error.code === 'VERSION_CONFLICT' || error.code === 'EVENT_BAD_STATE'))
        void queryClient.invalidateQueries(callQuery('admin_vno/events/get', { id: event.id }))
      return problemText(error)
    } finally {
      setPending(null)
    }
  }
  return { run, pending }
}
