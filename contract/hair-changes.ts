import { portObstacles } from '@hilo/domain/hair-change.ts'
import {
  condition,
  denyCodes,
  eventType,
  hairDecisions,
  portProblem,
  processState,
  resolvers,
  resultFlag,
} from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list, shortList } from './call.ts'
import { codeRef, id, nameRef, power, recordBase, time, version } from './wire.ts'

const words = (least: number) => z.string().check(z.trim(), z.minLength(least), z.maxLength(1000))
const near = z.strictObject({ cto_id: id, cto_code: z.string(), distance_m: z.int(), free_ports: z.int() })
const asked = {
  reason: z.literal(portProblem.values),
  condition_code: z.nullable(z.literal(condition.values)),
  power_dbm: power,
}

/** A request with its latest decision. */
const hairChange = z.strictObject({
  ...recordBase,
  code: z.string(),
  type: z.literal(eventType.is.hairChangeRequest),
  process_state: z.int(),
  result_flag: z.int(),
  /** Intervention id. */
  event_id: id,
  event: codeRef,
  vno_id: id,
  vno: nameRef,
  technical_id: z.nullable(id),
  technical: z.nullable(nameRef),
  contractor_id: z.nullable(id),
  contractor: z.nullable(nameRef),
  cto_id: id,
  cto: codeRef,
  port_from_id: id,
  port_from: codeRef,
  port_from_number: z.int(),
  port_to_id: z.nullable(id),
  port_to: z.nullable(codeRef),
  port_to_number: z.nullable(z.int()),
  ...asked,
  /** Picture ids of the intervention. */
  pictures: z.array(z.int()),
  comment: z.nullable(z.string()),
  /** Number of requests: one more for each request of another port after a refusal. */
  rounds: z.int(),
  asked_at: time,
  deadline_at: z.nullable(time),
  /**
   * Needs a decision by the neutral operator until `sla_at`: not decided yet, and not decidable by the automatic rule.
   */
  waiting: z.boolean(),
  sla_at: z.nullable(time),
  response_id: z.nullable(id),
  response: z.nullable(codeRef),
  decision: z.nullable(z.enum(hairDecisions)),
  port_assigned_id: z.nullable(id),
  port_assigned: z.nullable(codeRef),
  port_assigned_number: z.nullable(z.int()),
  alternatives: z.array(near),
  deny_code: z.nullable(z.enum(denyCodes)),
  answer_reason: z.nullable(z.string()),
  expires_at: z.nullable(time),
  resolved_by: z.nullable(z.enum(resolvers)),
  elapsed_ms: z.nullable(z.int()),
  answered_at: z.nullable(time),
  /** The abandoned port was found healthy; null if not checked yet. */
  unfounded: z.nullable(z.boolean()),
})
export type HairChange = z.infer<typeof hairChange>

const get = list({
  summary: 'Cambios de pelo: cada solicitud con su respuesta',
  privilege: 'hairChange_view',
  scope: 'vno',
  record: hairChange,
  filters: {
    id: { kind: 'id' },
    code: { kind: 'code' },
    event_id: { kind: 'id' },
    process_state: { kind: 'status', values: processState.values },
    vno_id: { kind: 'id' },
    technical_id: { kind: 'id' },
    cto_id: { kind: 'id' },
    reason: { kind: 'status', values: portProblem.values },
    decision: { kind: 'choice', values: hairDecisions },
    waiting: { kind: 'boolean' },
    created_at: { kind: 'time' },
  },
  sorts: ['created_at', 'id', 'code'],
  defaultSort: [['created_at', 'desc']],
  search: true,
  columns: {
    code: 'code',
    'event.code': 'code',
    process_state: 'status:process_state',
    'cto.code': 'code',
    port_from_number: 'integer',
    port_to_number: 'integer',
    reason: 'status:port_problem',
    condition_code: 'status:condition',
    power_dbm: 'power',
    decision: 'choice:hair_decision',
    port_assigned_number: 'integer',
    deny_code: 'choice:deny_code',
    resolved_by: 'choice:resolved_by',
    elapsed_ms: 'integer',
    unfounded: 'boolean',
    'technical.name': 'text',
    'contractor.name': 'text',
    'vno.name': 'text',
    comment: 'text',
    answer_reason: 'text',
    created_at: 'time',
    answered_at: 'time',
    id: 'id',
  },
})

const recordAnswer = z.strictObject({ result_flag: z.literal(resultFlag.values), record: hairChange })
const port = z.strictObject({
  port_id: id,
  number: z.int(),
  state: z.int(),
  available: z.boolean(),
  why: z.nullable(z.enum(portObstacles as unknown as [string, ...string[]])),
  /** Calculated from the inventory. */
  rx_estimate_dbm: power,
  reserved_until: z.nullable(time),
})
const named = z.strictObject({ id: z.int(), name: z.string(), scope: z.optional(z.enum(['cto', 'port'])) })

/** Moving a customer's hair to another port of the CTO. */
export const hairChanges = {
  'admin_vno/hair_changes/get': get,
  'admin_vno/hair_changes/download': download(get, 'Descarga de cambios de pelo'),
  'admin_vno/events/fiber/change/reasons/get': shortList({
    summary: 'Motivos de un cambio de pelo y lo que cada uno exige',
    method: 'POST',
    privilege: 'hairChange_view',
    scope: 'network',
    by: {},
    record: z.strictObject({ id: z.int(), name: z.string() }),
    beside: { conditions: z.array(named), required: z.record(z.string(), z.array(z.string())) },
  }),
  'admin_vno/events/fiber/change/port_availability/get': shortList({
    summary: 'Puertos de la caja a los que se puede cambiar',
    method: 'POST',
    privilege: 'hairChange_view',
    scope: 'vno',
    by: { event_id: z.optional(id), cto_id: z.optional(id) },
    record: port,
    beside: {
      cto: z.strictObject({ id, code: z.string(), state: z.int() }),
      current_port: z.nullable(id),
      alternatives: z.array(near),
    },
    problems: ['NOT_FOUND'],
  }),
  'admin_vno/events/fiber/change/async': call({
    summary: 'Pide otro puerto de la caja; la respuesta llega después',
    method: 'POST',
    privilege: 'hairChange_create',
    scope: 'vno',
    mutates: true,
    input: z.strictObject({
      event_id: id,
      version: z.optional(version),
      port_from: id,
      port_to: z.optional(z.nullable(id)),
      reason: asked.reason,
      condition_code: z.optional(asked.condition_code),
      power_dbm: z.optional(power),
      pictures: z.optional(z.array(id).check(z.maxLength(20))),
      comment: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.is.doing), request_id: id, poll_after_ms: z.int() }),
    problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT', 'EVIDENCE_MISSING', 'HAIR_CHANGE_LIMIT'],
  }),
  'admin_vno/hair_changes/answer': call({
    summary: 'El operador neutro responde a una solicitud que la regla no decide',
    method: 'POST',
    privilege: 'hairChange_edit',
    parts: ['hairChange.resolve_edit'],
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject({
      request_id: id,
      version: z.optional(version),
      decision: z.enum(hairDecisions),
      /** A port of the same CTO: granted or proposed. */
      port_to: z.optional(z.nullable(id)),
      reason: words(5),
    }),
    output: recordAnswer,
    problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT', 'PORT_NOT_AVAILABLE', 'PRIVILEGE_DENIED'],
  }),
  'admin_vno/hair_changes/withdraw': call({
    summary: 'Retira una solicitud o rechaza lo que se le ofrece',
    method: 'POST',
    privilege: 'hairChange_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject({
      request_id: id,
      version: z.optional(version),
      reason: z.optional(z.nullable(words(1))),
    }),
    output: recordAnswer,
    problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'VERSION_CONFLICT'],
  }),
}
