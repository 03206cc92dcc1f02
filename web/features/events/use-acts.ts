import type { Event } from '@hilo/contract/events/events.ts'
import type { Input } from '@hilo/contract/index.ts'
import { actStep, mayDo, type EventAct } from '@hilo/domain/event-acts.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { callQuery, queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'

type ActPath =
  | 'admin_vno/events/finalize'
  | 'admin_vno/events/cancel'
  | 'admin_vno/events/retry'
  | 'admin_vno/events/override'
  | 'admin_vno/events/reopen'
  | 'admin_vno/events/reprocess'

/** Action on an intervention. */
export interface Act {
  /** Texts `event.act.<key>` and, for actions with a reason, `event.act.<key>.title` and `.text`. */
  key: string
  path: ActPath
  /** Input besides intervention and version. */
  more?: { degraded?: true; cancel?: true }
  /** Minimum length of the reason, in characters. */
  reason?: number
  main?: true
}

const reasons = { cancel: 5, reprocess: 5, override: 20 }
const cancel: Act = { key: 'cancel', path: 'admin_vno/events/cancel', reason: reasons.cancel }
/** Actions of the desk in button order, without cancelling; steps and the first finalization are the technician's. */
const offered: readonly [EventAct, Act][] = [
  ['retry_open', { key: 'retry', path: 'admin_vno/events/retry', main: true }],
  ['retry_degraded', { key: 'degraded', path: 'admin_vno/events/retry', more: { degraded: true } }],
  ['override', { key: 'override', path: 'admin_vno/events/override', reason: reasons.override }],
  ['finalize_again', { key: 'finalize', path: 'admin_vno/events/finalize', main: true }],
  ['reopen', { key: 'reopen', path: 'admin_vno/events/reopen', main: true }],
  [
    'reprocess_cancel',
    { key: 'reprocess_cancel', path: 'admin_vno/events/reprocess', reason: reasons.reprocess, more: { cancel: true } },
  ],
  ['reprocess', { key: 'reprocess', path: 'admin_vno/events/reprocess', reason: reasons.reprocess, main: true }],
]
const may = (act: EventAct, { process_state: at }: Event): boolean =>
  actStep(act, at) !== null && mayDo(act, { type: session.get().accountType, can: session.can })

/** Actions that the session may do in the intervention's state. */
export function actsOf(event: Event): Act[] {
  return offered.flatMap(([name, act]) => (may(name, event) ? [act] : []))
}

/** Cancelling, if possible. */
export function cancelOf(event: Event): Act | null {
  return may('cancel', event) || may('ask_cancel', event) ? cancel : null
}

/** Runs an action once, even if pressed repeatedly; resolves to an error message, or null. */
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
