import { isDoing, openAttempts, reprocessTrigger } from '@hilo/domain/event.ts'
import { place } from '@hilo/domain/position.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { settingIn } from '@hilo/domain/settings.ts'
import { processState } from '@hilo/domain/status.ts'
import type { WriteHandler } from '../../http/handler.ts'
import { overrideClose, requestCancel, requestFinalize, requestOverride } from '../../process/ending/requests-to-end.ts'
import { moveEvent } from '../../process/event-row.ts'
import { withAge } from '../../process/offline-age.ts'
import { scheduleOpen } from '../../process/opening/open.ts'
import { chosenFor } from '../../process/settings.ts'
import { setDeadline } from '../../process/ending/deadline.ts'
import { acted, lockFor, moved, portRace, whoOf } from './acted.ts'
import { createEvent } from './create.ts'
import { dropEvent, dropTrigger, reprocess } from './end.ts'
import { saveStep } from './save-step.ts'

const { wronglyFinalized, wronglyCreated, error } = processState.is

/** What people do to an intervention. The process does the rest. */
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

  'admin_vno/events/finalize': (async (context, { event_id, version, position, done_at }) => {
    const before = await lockFor(context, event_id, version)
    const said = { position: position && place(position), ...withAge(before, { done_at }) }
    const after = await requestFinalize(context.sql, before, whoOf(context), said)
    return moved(context, before, after, { asked: { position, done_at } })
  }) satisfies WriteHandler<'admin_vno/events/finalize'>,

  'admin_vno/events/cancel': (async (context, { event_id, version, reason, done_at }) => {
    const before = await lockFor(context, event_id, version, (event) => dropTrigger(event.process_state) !== null)
    const said = { reason, ...withAge(before, { done_at }) }
    const trigger = dropTrigger(before.process_state)
    const after = trigger
      ? await dropEvent(context, before, trigger, said)
      : await requestCancel(context.sql, before, whoOf(context), said)
    return moved(context, before, after, { doing: trigger === null, asked: { reason, done_at } })
  }) satisfies WriteHandler<'admin_vno/events/cancel'>,

  'admin_vno/events/retry': (async (context, { event_id, version, degraded }) => {
    const { sql, principal } = context
    if (degraded && !allows(principal.privileges, 'eventConfi_edit')) throw new Problem('PRIVILEGE_DENIED')
    const before = await lockFor(context, event_id, version)
    if (before.process_state === wronglyFinalized) {
      const after = await requestFinalize(sql, before, whoOf(context), {})
      return moved(context, before, after)
    }
    if (before.process_state !== wronglyCreated || before.attempts >= openAttempts) throw new Problem('EVENT_BAD_STATE')
    if (degraded && !settingIn(await chosenFor(sql, before.vno_id), 'degraded_allowed'))
      throw new Problem('PRIVILEGE_DENIED')
    const patch = { attempts: before.attempts + 1, error: null, degraded: degraded ?? before.degraded }
    const after = await portRace(moveEvent(sql, before, 'retry_open', patch))
    await scheduleOpen(sql, before.id)
    return moved(context, before, after, { asked: { degraded } })
  }) satisfies WriteHandler<'admin_vno/events/retry'>,

  'admin_vno/events/reopen': (async (context, { event_id, version }) => {
    const before = await lockFor(context, event_id, version)
    const deadline_at = await setDeadline(context.sql, before)
    const after = await moveEvent(context.sql, before, 'reopen', { error: null, deadline_at })
    return moved(context, before, after)
  }) satisfies WriteHandler<'admin_vno/events/reopen'>,

  'admin_vno/events/reprocess': (async (context, { event_id, version, reason, cancel = false }) => {
    if (context.principal.account_type !== 'ad') throw new Problem('PRIVILEGE_DENIED')
    const before = await lockFor(context, event_id, version)
    if (before.process_state !== error) throw new Problem('EVENT_BAD_STATE')
    const back = before.resume_state
    const resume =
      back === processState.is.creating || back === processState.is.finalizing ? back : processState.is.cancelled
    const after = await reprocess(context, before, cancel ? 'reprocess_cancel' : reprocessTrigger(resume), reason)
    return moved(context, before, after, { asked: { reason, cancel } })
  }) satisfies WriteHandler<'admin_vno/events/reprocess'>,

  'admin_vno/events/override': (async (context, { event_id, version, reason }) => {
    const before = await lockFor(context, event_id, version)
    const after = await overrideClose(context.sql, before, whoOf(context), { reason })
    return moved(context, before, after, { asked: { reason } })
  }) satisfies WriteHandler<'admin_vno/events/override'>,

  'admin_vno/events/override/request': (async (context, { event_id, version, reason }) => {
    const before = await lockFor(context, event_id, version)
    const after = await requestOverride(context.sql, before, whoOf(context), { reason })
    return moved(context, before, after, { asked: { reason } })
  }) satisfies WriteHandler<'admin_vno/events/override/request'>,
}
