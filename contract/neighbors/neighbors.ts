import { readingSources } from '@hilo/domain/olt.ts'
import { levels } from '@hilo/domain/optics.ts'
import { caseAnswers } from '@hilo/domain/case-answer.ts'
import { withdrawalReasons } from '@hilo/domain/discharge.ts'
import { doubts } from '@hilo/domain/proof/darkness.ts'
import { caseStates, neighbourClasses, opticalStates, phases, verdicts, caseRoles } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { codeRef, faceplateItem, id, nameRef, power, recordBase, time, version } from '../wire.ts'

/** A reading of a whole CTO, limited to what the session may see. */
const snapshot = z.strictObject({
  /** Null for a reading outside any intervention. */
  id: z.nullable(id),
  event_id: z.nullable(id),
  cto_id: id,
  cto: codeRef,
  phase: z.enum(phases),
  taken_at: time,
  source: z.enum(readingSources),
  complete_pct: z.int(),
  /** Seconds since the reading. */
  age_s: z.int(),
  items: z.array(faceplateItem),
})
export type Snapshot = z.infer<typeof snapshot>

/**
 * One reading of one neighbour: power figures only for the operator's own customers; all of them for the neutral
 * operator.
 */
const reading = z.strictObject({
  state: z.enum(opticalStates),
  light: faceplateItem.shape.light,
  rx_dbm: power,
  olt_rx_dbm: power,
})

const neighbour = z.strictObject({
  port: z.int(),
  port_state: z.int(),
  own: z.boolean(),
  /** Null for other operators' customers. */
  access: z.nullable(codeRef),
  before: z.nullable(reading),
  after: z.nullable(reading),
  /** Loss in dB against the previous reading; null for other operators' customers. */
  delta_db: z.nullable(z.number()),
  /** Difference in dB from the median of the last 30 days; null for other operators' customers. */
  usual_db: z.nullable(z.number()),
  class: z.enum(neighbourClasses),
  /** Why the class is uncertain; null when it is certain. */
  doubt: z.nullable(z.enum(doubts)),
  /** The ONT was replaced by its operator or customer. */
  changed: z.boolean(),
  /** Had light before the work, was switched off meanwhile, and is still dark a day later. */
  not_back: z.boolean(),
  /** Lit, but without a power reading since the end of the work: a loss cannot be excluded. */
  power_unchecked: z.boolean(),
  /** True if works of several operators overlap the fall: no work is blamed. */
  shared: z.boolean(),
  cuts: z.array(z.strictObject({ down_at: time, up_at: z.nullable(time), gasp: z.boolean() })),
  short_cuts: z.int(),
  longest_cut_s: z.int(),
  restored_at: z.nullable(time),
  level: z.enum(levels),
  /** Already dark when the intervention began: shown, never blamed. */
  preexisting: z.boolean(),
  /** True if the intervention caused it. */
  blame: z.boolean(),
})

const report = z.strictObject({
  /** Null while it is a live preview. */
  id: z.nullable(id),
  event_id: id,
  event: codeRef,
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  cto_id: id,
  cto: codeRef,
  technical: z.nullable(nameRef),
  /** 2: includes the stored neighbour readings. */
  version: z.int(),
  /** Edition of the rules applied; edition 1 had no timelines and no judging controls. */
  edition: z.int(),
  before_id: z.nullable(id),
  after_id: z.nullable(id),
  before: z.nullable(snapshot),
  after: z.nullable(snapshot),
  diff: z.array(neighbour),
  /** Neighbours per class. */
  counters: z.record(z.string(), z.int()),
  verdict: z.nullable(z.enum(verdicts)),
  /** `K7Q2-94FD`: proof that no neighbour was cut; only for the operator of the technician. */
  discharge_code: z.nullable(z.string()),
  /** Set when a later control withdrew the code. */
  discharge_withdrawn: z.nullable(z.strictObject({ at: time, reason: z.enum(withdrawalReasons) })),
  override: z.nullable(z.strictObject({ by: z.nullable(nameRef), reason: z.string(), at: time })),
  controls: z.array(
    z.strictObject({
      phase: z.enum(phases),
      taken_at: time,
      verdict: z.nullable(z.enum(verdicts)),
      /** Neighbours of whom it found something else than the closing. */
      findings: z.array(neighbour),
    }),
  ),
  frozen_at: z.nullable(time),
  pdf_file_id: z.nullable(id),
  sha256: z.nullable(z.string()),
  prev_sha256: z.nullable(z.string()),
})
export type Report = z.infer<typeof report>

export const unplugged = z.strictObject({
  ...recordBase,
  event_id: id,
  event: codeRef,
  /** Of the intervention. */
  code: z.string(),
  cto_id: id,
  cto: codeRef,
  cto_code: z.string(),
  port: z.int(),
  port_id: id,
  /** Only for the customer's operator. */
  access_id: z.nullable(id),
  access: z.nullable(codeRef),
  /**
   * `victima`: the operator's own customer lost the light; `trabajador`: the operator's own technician worked there.
   */
  role: z.enum(caseRoles),
  /** The other operator is anonymous, except for the neutral operator. */
  vno_owner_id: z.nullable(id),
  vno_owner: z.nullable(nameRef),
  vno_worker_id: z.nullable(id),
  vno_worker: z.nullable(nameRef),
  /** Only for the technician's own operator. */
  technical_id: z.nullable(id),
  technical: z.nullable(nameRef),
  class: z.enum(neighbourClasses),
  state: z.enum(caseStates),
  detected_at: time,
  restored_at: z.nullable(time),
  cut_s: z.nullable(z.int()),
  rx_before: power,
  rx_after: power,
  restore_deadline_at: time,
  /** Response of the customer's operator; its comment is visible to that operator and the neutral one. */
  answer: z.nullable(z.strictObject({ action: z.enum(caseAnswers), at: time, comment: z.nullable(z.string()) })),
  notified: z.array(z.strictObject({ stage: z.string(), channel: z.string(), at: time, ack_at: z.nullable(time) })),
})
export type Unplugged = z.infer<typeof unplugged>

const code = z.string().check(z.minLength(1), z.maxLength(64))

const cev = list({
  name: 'unplugged',
  summary: 'Vecinos desconectados (CEV)',
  privilege: 'neightborState_view',
  parts: ['neightborState.own_view'],
  scope: 'vno',
  record: unplugged,
  more: { cev_version: z.literal([1, 2]) },
  filters: {
    id: { kind: 'id' },
    event_id: { kind: 'id' },
    cto_id: { kind: 'id' },
    role: { kind: 'choice', values: ['victima', 'trabajador'] },
    state: { kind: 'choice', values: caseStates },
    class: { kind: 'choice', values: neighbourClasses },
    /** As either party. */
    vno_id: { kind: 'id' },
    vno_owner_id: { kind: 'id' },
    vno_worker_id: { kind: 'id' },
    detected_at: { kind: 'time' },
    created_at: { kind: 'time' },
  },
  sorts: ['detected_at', 'id', 'created_at'],
  defaultSort: [['detected_at', 'desc']],
  search: true,
  columns: {
    code: 'code',
    cto_code: 'code',
    port: 'integer',
    'access.code': 'code',
    role: 'choice:case_role',
    class: 'choice:neighbour_class',
    state: 'choice:case_state',
    detected_at: 'time',
    restored_at: 'time',
    cut_s: 'duration',
    rx_before: 'power',
    rx_after: 'power',
    restore_deadline_at: 'time',
    'technical.name': 'text',
    'vno_owner.name': 'text',
    'vno_worker.name': 'text',
    id: 'id',
  },
})

export const neighbors = {
  'admin_vno/neighbors/queryState': call({
    method: 'POST',
    privilege: 'neightborState_view',
    parts: ['neightborState.own_view'],
    scope: 'network',
    summary: 'Estado de los vecinos de una caja, leído en su OLT',
    problems: ['NOT_FOUND', 'CTO_NOT_FOUND', 'OLT_UNREACHABLE', 'OLT_BUSY'],
    input: z.strictObject({
      cto_code: z.optional(code),
      cto_id: z.optional(id),
      port_id: z.optional(id),
      event_id: z.optional(id),
      phase: z.optional(z.enum(phases)),
    }),
    output: z.strictObject({ record: snapshot }),
  }),
  'admin_vno/neighbors/prepare': call({
    method: 'POST',
    privilege: 'event_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    asks: true,
    summary: 'Lee a los vecinos de una caja antes de que su técnico se quede sin cobertura',
    problems: ['NOT_FOUND', 'CTO_NOT_FOUND', 'CTO_LOCKED', 'OLT_UNREACHABLE', 'OLT_BUSY'],
    input: z.strictObject({
      cto_id: id,
      service_order_id: z.optional(id),
      /** From an administrator; a technician prepares own work. */
      technical_id: z.optional(id),
    }),
    output: z.strictObject({
      /** Baseline for an intervention begun at this CTO within the hour. */
      record: z.strictObject({ taken_at: time, complete_pct: z.int() }),
    }),
  }),
  'admin_vno/events/cev/get': cev,
  'admin_vno/events/cev/download': download(cev, 'Descarga de vecinos desconectados', true),
  'admin_vno/neighbors/qualityReport': call({
    method: 'POST',
    privilege: ['neightborState_view', 'event_view'],
    parts: ['event.neighbours_view'],
    scope: 'vno',
    summary: 'Informe de calidad de una intervención, calculado ahora',
    problems: ['NOT_FOUND'],
    input: z.strictObject({ event_id: id }),
    output: z.strictObject({ record: report }),
  }),
  'admin_vno/neighbors/persistedqualityreport': call({
    method: 'POST',
    privilege: ['neightborState_view', 'event_view'],
    parts: ['event.neighbours_view'],
    scope: 'vno',
    summary: 'Informe de calidad congelado al cerrar la intervención',
    problems: ['NOT_FOUND', 'REPORT_NOT_PERSISTED'],
    /** `version`: that of the report. */
    input: z.strictObject({ event_id: id, version: z.optional(version) }),
    output: z.strictObject({ record: report }),
  }),
}
