import {
  eventType,
  fieldSteps,
  neighbourClasses,
  origin,
  processState,
  resultFlag,
  verdicts,
  workKinds,
} from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { download, list } from './call.ts'
import { codeRef, faceplateItem, id, nameRef, power, recordBase, time } from './wire.ts'

const seenPosition = z.nullable(z.strictObject({ lat: z.number(), lon: z.number(), accuracy_m: z.nullable(z.int()) }))

const step = z.strictObject({
  step: z.enum(fieldSteps),
  status: z.enum(['iddle', 'started', 'paused', 'done', 'cancelled']),
  started_at: z.nullable(time),
  done_at: z.nullable(time),
  active_ms: z.int(),
  data: z.looseObject({}),
  checks: z.array(
    z.strictObject({
      code: z.string(),
      level: z.enum(['ok', 'aviso', 'bloqueo']),
      value: z.nullable(z.union([z.number(), z.string(), z.boolean()])),
      limit: z.nullable(z.union([z.number(), z.string()])),
      text: z.string(),
    }),
  ),
  pictures: z.array(z.looseObject({})),
  skipped_reason: z.nullable(z.string()),
  /** As the device recorded it; `started_at` and `done_at` are when the server heard of it. */
  recorded: z.optional(
    z.strictObject({
      started_at: z.nullable(time),
      done_at: z.nullable(time),
      /** How far the device's time cannot be right, s. */
      clock_s: z.nullable(z.int()),
    }),
  ),
})

const decision = z.strictObject({ by: z.nullable(nameRef), reason: z.string(), at: time })

const alarm = z.strictObject({
  port: z.int(),
  /** Of the operator of the intervention. */
  own: z.boolean(),
  /** Null while the cut lasts. */
  class: z.nullable(z.enum(neighbourClasses)),
  down_at: time,
  up_at: z.nullable(time),
  cut_s: z.nullable(z.int()),
  /** The customer switched off: nobody's fault. */
  gasp: z.boolean(),
  /** When operators are told unless the light returns before. */
  notice_at: z.nullable(time),
})

export const event = z.strictObject({
  ...recordBase,
  /** `INT-2026-0001234`. */
  code: z.string(),
  type: z.int(),
  parent_id: z.nullable(id),
  parent: z.nullable(codeRef),
  process_state: z.int(),
  result_flag: z.int(),
  vno_id: id,
  vno: nameRef,
  technical_id: z.nullable(id),
  technical: z.nullable(nameRef),
  contractor_id: z.nullable(id),
  contractor: z.nullable(nameRef),
  origin: z.int(),
  channel: z.nullable(z.enum(['web', 'android', 'ios'])),
  cto_id: id,
  cto: codeRef,
  port_id: z.nullable(id),
  /** `code` is the port's label. */
  port: z.nullable(codeRef),
  port_number: z.nullable(z.int()),
  access_id: z.nullable(id),
  access: z.nullable(codeRef),
  service_order_id: z.nullable(id),
  service_order: z.nullable(codeRef),
  work_kind: z.nullable(z.enum(workKinds)),
  cev_version: z.int(),
  listener: z.nullable(
    z.strictObject({
      id: z.nullable(id),
      opened_at: z.nullable(time),
      closed_at: z.nullable(time),
      olt_id: z.nullable(id),
      pon: z.nullable(z.string()),
      watched_ports: z.array(z.int()),
    }),
  ),
  /** Step that the technician is on, 1–8, or null before and after. */
  current_step: z.nullable(z.int()),
  /** Null in a page, read with `id`: eight steps with their data are most of a row. */
  steps: z.nullable(z.array(step)),
  power_dbm: power,
  neighbours: z.strictObject({
    before_snapshot_id: z.nullable(id),
    after_snapshot_id: z.nullable(id),
    verdict: z.nullable(z.enum(verdicts)),
    harmed_count: z.nullable(z.int()),
    items: z.nullable(z.array(faceplateItem)),
    /** Cuts seen while the intervention was open, oldest first; null where nobody listened. */
    alarms: z.nullable(z.array(alarm)),
  }),
  attempts: z.int(),
  resume_state: z.nullable(z.int()),
  error: z.nullable(z.strictObject({ code: z.string(), text: z.string() })),
  deadline_at: z.nullable(time),
  started_at: z.nullable(time),
  finished_at: z.nullable(time),
  duration_s: z.nullable(z.int()),
  position_start: seenPosition,
  position_end: seenPosition,
  device: z.nullable(z.strictObject({ install_id: z.nullable(z.string()), app_version: z.nullable(z.string()) })),
  offline_ms: z.nullable(z.int()),
  /** A supervisor's decision to close in spite of the verdict, which stays as it is. */
  override: z.nullable(decision),
  /** What the technician asked his supervisor for. */
  override_request: z.nullable(decision),
  /** Opened without reading the neighbours: nothing can be proven of them. */
  degraded: z.boolean(),
})
export type Event = z.infer<typeof event>

const get = list({
  summary: 'Intervenciones',
  // Each type of row asks for the view of its own area; one of them opens the call.
  privilege: [
    'event_view',
    'eventFinalization_view',
    'eventCancellation_view',
    'enrollments_view',
    'hairChange_view',
    'accessUnsubscriptions_view',
    'apiRequest_view',
  ],
  scope: 'vno',
  record: event,
  filters: {
    id: { kind: 'id' },
    code: { kind: 'code' },
    type: { kind: 'status', values: eventType.values },
    parent_id: { kind: 'id' },
    process_state: { kind: 'status', values: processState.values },
    result_flag: { kind: 'status', values: resultFlag.values },
    origin: { kind: 'status', values: origin.values },
    vno_id: { kind: 'id' },
    technical_id: { kind: 'id' },
    contractor_id: { kind: 'id' },
    cto_id: { kind: 'id' },
    port_id: { kind: 'id' },
    access_id: { kind: 'id' },
    service_order_id: { kind: 'id' },
    work_kind: { kind: 'choice', values: workKinds },
    verdict: { kind: 'choice', values: verdicts },
    created_at: { kind: 'time' },
  },
  sorts: ['created_at', 'id', 'code'],
  defaultSort: [['created_at', 'desc']],
  search: true,
  columns: {
    code: 'code',
    type: 'status:event_type',
    process_state: 'status:process_state',
    work_kind: 'choice:work_kind',
    'cto.code': 'code',
    port_number: 'integer',
    'technical.name': 'text',
    'contractor.name': 'text',
    'access.code': 'code',
    'service_order.code': 'code',
    power_dbm: 'power',
    'neighbours.verdict': 'choice:verdict',
    'neighbours.harmed_count': 'integer',
    created_at: 'time',
    started_at: 'time',
    finished_at: 'time',
    duration_s: 'integer',
    origin: 'status:origin',
    'vno.name': 'text',
    id: 'id',
    updated_at: 'time',
  },
})

export const events = {
  'admin_vno/events/get': get,
  'admin_vno/events/download': download(get, 'Descarga de intervenciones'),
}
