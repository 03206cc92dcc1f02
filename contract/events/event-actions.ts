import { eventActs, type EventAct } from '@hilo/domain/event-acts.ts'
import type { PartPrivilege } from '@hilo/domain/privilege.ts'
import { fieldSteps, resultFlag, workKinds } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, type CallBase } from '../call.ts'
import { event } from './events.ts'
import { id, position, version } from '../wire.ts'

/** Response of an action on an intervention: its progress, and the current record. */
const acted = z.strictObject({
  result_flag: z.literal(resultFlag.values),
  /** With flag 3: delay before polling again. */
  poll_after_ms: z.optional(z.int()),
  record: event,
})
const target = { event_id: id, version: z.optional(version) }
/**
 * Time of an offline action: the device's claim, corrected by its known clock offset. It changes no time of the
 * intervention; a value that is too old is accepted and marked.
 */
const done_at = z.optional(z.iso.datetime({ offset: true }))
const reason = (least: number) => z.string().check(z.trim(), z.minLength(least), z.maxLength(1000))

/** Privilege of an act as its table has it. */
const needs = (act: EventAct): Pick<CallBase, 'privilege' | 'parts'> => {
  const { privilege, part }: { privilege: CallBase['privilege']; part?: PartPrivilege } = eventActs[act]
  return { privilege, ...(part && { parts: [part] }) }
}

/** Declares an action on an intervention. */
function action<const F extends z.core.$ZodShape>(
  declared: Pick<CallBase, 'privilege' | 'parts' | 'summary' | 'problems'>,
  fields: F,
) {
  return call({
    ...declared,
    method: 'POST',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject(fields),
    output: acted,
  })
}

/** Actions of people on an intervention; another port is asked for in `hair-changes.ts`, and `neighbors/neighbor-jobs.ts` has the acknowledgement of systems. */
export const eventActions = {
  'admin_vno/events/create': action(
    {
      summary: 'Abre una intervención en una caja',
      privilege: 'event_create',
      problems: [
        'NOT_FOUND',
        'CTO_NOT_FOUND',
        'CTO_LOCKED',
        'PORT_NOT_AVAILABLE',
        'EVENT_ALREADY_OPEN',
        'ORDER_HAS_OPEN_EVENT',
        'ORDER_ALREADY_COMPLETED',
        'ORDER_BAD_STATE',
        'UNSUBSCRIPTION_NOT_ORDERED',
      ],
    },
    {
      cto_id: z.optional(id),
      cto_code: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      work_kind: z.enum(workKinds),
      /** From an administrator; a technician opens an own one. */
      technical_id: z.optional(id),
      /** Only accepted from the neutral operator. */
      vno_id: z.optional(id),
      port_id: z.optional(id),
      access_id: z.optional(id),
      service_order_id: z.optional(id),
      position: z.optional(z.nullable(position)),
      /** Opens without a neighbour reading, when the OLT does not respond: requires `eventConfi_edit`. */
      degraded: z.optional(z.boolean()),
      done_at,
    },
  ),
  'admin_vno/events/step/save': action(
    {
      summary: 'Guarda un paso del trabajo de campo',
      ...needs('save_step'),
      problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT', 'PORT_NOT_AVAILABLE', 'LABEL_DUPLICATE'],
    },
    {
      ...target,
      step: z.enum(fieldSteps),
      status: z.enum(['started', 'paused', 'done', 'cancelled']),
      /** The fields of that step: `stepData`. */
      data: z.optional(z.looseObject({})),
      /** Unconfirmed input: has no effect on a step that was done or abandoned meanwhile. */
      draft: z.optional(z.boolean()),
      skipped_reason: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
      /** Time spent on the step, measured by the device. */
      active_ms: z.optional(z.int().check(z.minimum(0), z.maximum(86_400_000))),
      /** The same as `done_at`, as an age measured by the device. */
      offline_ms: z.optional(z.int().check(z.minimum(0), z.maximum(2_147_483_647))),
      done_at,
    },
  ),
  'admin_vno/events/finalize': action(
    {
      summary: 'Pide finalizar: lee a los vecinos y decide',
      ...needs('finalize'),
      problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT', 'STEPS_MISSING', 'EVIDENCE_MISSING'],
    },
    { ...target, position: z.optional(z.nullable(position)), done_at },
  ),
  'admin_vno/events/cancel': action(
    {
      summary: 'Pide cancelar: lee a los vecinos y deshace la reserva',
      ...needs('cancel'),
      problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT'],
    },
    { ...target, reason: reason(1), done_at },
  ),
  'admin_vno/events/retry': action(
    {
      summary: 'Vuelve a intentar lo que falló',
      ...needs('retry_open'),
      problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT', 'STEPS_MISSING', 'EVIDENCE_MISSING'],
    },
    { ...target, degraded: z.optional(z.boolean()) },
  ),
  'admin_vno/events/override': action(
    {
      summary: 'Finaliza en contra del veredicto, con su motivo',
      ...needs('override'),
      problems: [
        'NOT_FOUND',
        'EVENT_BAD_STATE',
        'VERSION_CONFLICT',
        'PORT_NOT_AVAILABLE',
        'LABEL_DUPLICATE',
        'ONT_NOT_DETECTED',
      ],
    },
    { ...target, reason: reason(20) },
  ),
  'admin_vno/events/override/request': action(
    {
      summary: 'El técnico pide permiso a su supervisor',
      ...needs('ask_override'),
      problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT'],
    },
    { ...target, reason: reason(10) },
  ),
  'admin_vno/events/reopen': action(
    {
      summary: 'Vuelve a abrir lo que no se pudo cancelar, para repararlo',
      ...needs('reopen'),
      problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT'],
    },
    target,
  ),
  'admin_vno/events/reprocess': action(
    {
      summary: 'El operador neutro saca una intervención del error',
      ...needs('reprocess'),
      problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT', 'PRIVILEGE_DENIED'],
    },
    { ...target, reason: reason(1), cancel: z.optional(z.boolean()) },
  ),
}
