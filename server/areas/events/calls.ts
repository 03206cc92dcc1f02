import { isDoing } from '@hilo/domain/event.ts'
import type { EventAct } from '@hilo/domain/event-acts.ts'
import { toPosition } from '@hilo/domain/position.ts'
import type { WriteHandler } from '../../kernel/handler.ts'
import {
  overrideClose,
  requestCancel,
  requestFinalize,
  requestOverride,
  retryCancel,
} from '../../process/ending/requests-to-end.ts'
import { moveEvent } from '../../process/event-row.ts'
import { withAge } from '../../process/offline-age.ts'
import { scheduleOpen } from '../../process/opening/open.ts'
import { setDeadline } from '../../process/ending/deadline.ts'
import { acted, beginAct, beginMove, moved, portRace, whoOf } from './event-action.ts'
import { createEvent } from './create.ts'
import { dropEvent, reprocess } from './end.ts'
import { saveStep } from './save-step.ts'

/** Actions of people on interventions. The process does the rest. */
export const eventCalls = {
  'admin_vno/events/create': (async (context, asked) => {
    const id = await createEvent(context, asked)
    context.audit({ entity: 'event', entityId: id, after: asked })
    return acted(context, id, true)
  }) satisfies WriteHandler<'admin_vno/events/create'>,

  'admin_vno/events/step/save': (async (context, asked) => {
    const { event, before, after } = await saveStep(context, asked)
    if (after !== before) context.audit({ entity: 'event', entityId: event.id, before, after })
    return acted(context, event.id, isDoing(event.process_state))
  }) satisfies WriteHandler<'admin_vno/events/step/save'>,

  'admin_vno/events/finalize': (async (context, { position, done_at, ...target }) => {
    const { before, trigger } = await beginMove(context, target, ['finalize', 'finalize_again'])
    const input = { position: position && toPosition(position), ...withAge(before, { done_at }) }
    const after = await requestFinalize(context.sql, before, trigger, whoOf(context), input)
    return moved(context, before, after, { asked: { position, done_at } })
  }) satisfies WriteHandler<'admin_vno/events/finalize'>,

  'admin_vno/events/cancel': (async (context, { reason, done_at, ...target }) => {
    const { before, trigger } = await beginAct(context, target, ['cancel', 'ask_cancel'])
    const input = { reason, ...withAge(before, { done_at }) }
    const after = trigger
      ? await dropEvent(context, before, trigger, input)
      : await requestCancel(context.sql, before, whoOf(context), input)
    return moved(context, before, after, { doing: trigger === null, asked: { reason, done_at } })
  }) satisfies WriteHandler<'admin_vno/events/cancel'>,

  'admin_vno/events/retry': (async (context, { degraded, ...target }) => {
    const { sql } = context
    const acts = degraded ? (['retry_degraded'] as const) : (['retry_open', 'finalize_again', 'retry_cancel'] as const)
    const { before, act, trigger } = await beginAct<EventAct>(context, target, acts)
    if (trigger === null) return moved(context, before, await retryCancel(sql, before), { doing: true })
    if (act === 'finalize_again')
      return moved(context, before, await requestFinalize(sql, before, trigger, whoOf(context)))
    const patch = { attempts: before.attempts + 1, error: null, degraded: degraded ?? before.degraded }
    const after = await portRace(moveEvent(sql, before, trigger, patch))
    await scheduleOpen(sql, before.id)
    return moved(context, before, after, { asked: { degraded } })
  }) satisfies WriteHandler<'admin_vno/events/retry'>,

  'admin_vno/events/reopen': (async (context, target) => {
    const { before, trigger } = await beginMove(context, target, ['reopen'])
    const deadline_at = await setDeadline(context.sql, before)
    const after = await moveEvent(context.sql, before, trigger, { error: null, deadline_at })
    return moved(context, before, after)
  }) satisfies WriteHandler<'admin_vno/events/reopen'>,

  'admin_vno/events/reprocess': (async (context, { reason, cancel = false, ...target }) => {
    const { before, trigger } = await beginMove(context, target, [cancel ? 'reprocess_cancel' : 'reprocess'])
    const after = await reprocess(context, before, trigger, reason)
    return moved(context, before, after, { asked: { reason, cancel } })
  }) satisfies WriteHandler<'admin_vno/events/reprocess'>,

  'admin_vno/events/override': (async (context, { reason, ...target }) => {
    const { before } = await beginAct(context, target, ['override'])
    const after = await overrideClose(context.sql, before, whoOf(context), { reason })
    return moved(context, before, after, { asked: { reason } })
  }) satisfies WriteHandler<'admin_vno/events/override'>,

  'admin_vno/events/override/request': (async (context, { reason, ...target }) => {
    const { before } = await beginAct(context, target, ['ask_override'])
    const after = await requestOverride(context.sql, before, whoOf(context), { reason })
    return moved(context, before, after, { asked: { reason } })
  }) satisfies WriteHandler<'admin_vno/events/override/request'>,
}
