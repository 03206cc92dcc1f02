import { platforms } from '@hilo/domain/device.ts'
import { levels } from '@hilo/domain/optics.ts'
import { doubts } from '@hilo/domain/proof/darkness.ts'
import {
  eventType,
  fieldSteps,
  neighbourClasses,
  origin,
  processState,
  resultFlag,
  verdicts,
  workKinds,
  stepStatuses,
} from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { download, list } from '../call.ts'
import { codeRef, faceplateItem, id, nameRef, power, recordBase, time } from '../wire.ts'

const seenPosition = z.nullable(z.strictObject({ lat: z.number(), lon: z.number(), accuracy_m: z.nullable(z.int()) }))

const step = z.strictObject({
  step: z.enum(fieldSteps),
  status: z.enum(stepStatuses),
  started_at: z.nullable(time),
  done_at: z.nullable(time),
  active_ms: z.int(),
  data: z.looseObject({}),
  checks: z.array(
    z.strictObject({
      code: z.string(),
      level: z.enum(levels),
      value: z.nullable(z.union([z.number(), z.string(), z.boolean()])),
      limit: z.nullable(z.union([z.number(), z.string()])),
      text: z.string(),
    }),
  ),
  pictures: z.array(z.looseObject({})),
  skipped_reason: z.nullable(z.string()),
  /** Times recorded by the device; `started_at` and `done_at` are server times. */
  recorded: z.optional(
    z.strictObject({
      started_at: z.nullable(time),
      done_at: z.nullable(time),
      /** Implausible offset of the device's clock, s. */
      clock_s: z.nullable(z.int()),
    }),
  ),
})

const decision = z.strictObject({ by: z.nullable(nameRef), reason: z.string(), at: time })

const alarm = z.strictObject({
  port: z.int(),
  /** Belongs to the operator of the intervention. */
  own: z.boolean(),
  /** Null while the cut lasts. */
  class: z.nullable(z.enum(neighbourClasses)),
  down_at: time,
  up_at: z.nullable(time),
  cut_s: z.nullable(z.int()),
  /** Dying gasp: the customer switched the ONT off, so no work is blamed. */
  gasp: z.boolean(),
  /** When operators are notified, unless the light returns before. */
  notice_at: z.nullable(time),
  /** Why the class is uncertain; absent or null when it is certain. */
  doubt: z.optional(z.enum(doubts)),
})

/** A port as it was last read for the intervention, with what was judged of it: as the report draws it. */
const judgedItem = z.extend(faceplateItem, {
  /** Absent where it is as before, or nothing has been judged since it changed. */
  class: z.optional(z.enum(neighbourClasses)),
  level: z.optional(z.enum(levels)),
  /** True if it was without light before the work and has not been seen lit since; otherwise absent. */
  preexisting: z.optional(z.boolean()),
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
  channel: z.nullable(z.enum(platforms)),
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
  /** The technician's current step, 1–8; null before and after. */
  current_step: z.nullable(z.int()),
  /** Null in a page, present when read with `id`: eight steps with their data are most of a row. */
  steps: z.nullable(z.array(step)),
  power_dbm: power,
  neighbours: z.strictObject({
    before_snapshot_id: z.nullable(id),
    after_snapshot_id: z.nullable(id),
    verdict: z.nullable(z.enum(verdicts)),
    harmed_count: z.nullable(z.int()),
    items: z.nullable(z.array(judgedItem)),
    /** Cuts during the intervention, oldest first; null if alarms were not received. */
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
  /** A supervisor's decision to close in spite of the verdict, which is not changed. */
  override: z.nullable(decision),
  /** The technician's request to the supervisor. */
  override_request: z.nullable(decision),
  /** Opened without a neighbour reading: nothing can be proven about the neighbours. */
  degraded: z.boolean(),
})
export type Event = z.infer<typeof event>

const get = list({
  summary: 'Intervenciones',
  // Each event type requires the view privilege of its own area; any one of them grants the call.
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
    duration_s: 'duration',
    origin: 'status:origin',
    'vno.name': 'text',
    id: 'id',
    updated_at: 'time',
    'parent.code': 'code',
    'error.text': 'text',
  },
})

export const events = {
  'admin_vno/events/get': get,
  'admin_vno/events/download': download(get, 'Descarga de intervenciones'),
}
