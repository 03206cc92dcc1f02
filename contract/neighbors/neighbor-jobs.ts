import { caseAnswers } from '@hilo/domain/case-answer.ts'
import { massive, massiveStates } from '@hilo/domain/massive.ts'
import { opticalStates } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { unplugged } from './neighbors.ts'
import { codeRef, faceplateItem, id, nameRef, power, recordBase, time, version } from '../wire.ts'

const ownState = z.strictObject({
  access_id: id,
  access: codeRef,
  cto_id: id,
  cto: codeRef,
  port_id: id,
  port: codeRef,
  port_number: z.int(),
  port_state: z.int(),
  state: z.enum(opticalStates),
  light: faceplateItem.shape.light,
  rx_dbm: power,
  olt_rx_dbm: power,
  distance_m: z.nullable(z.int()),
  last_down_at: z.nullable(time),
  last_down_cause: z.nullable(z.string()),
  read_at: z.nullable(time),
  age_s: z.nullable(z.int()),
  /** Why there is no fresh reading: a problem code of the catalogue. */
  error: z.nullable(z.string()),
})

const code = z.string().check(z.minLength(1), z.maxLength(64))

/** One access of a job: its reading, or why there is none. */
const result = z.strictObject({
  ...recordBase,
  job_id: id,
  line: z.int(),
  code: z.string(),
  done: z.boolean(),
  /** A problem code of the catalogue, with its text. */
  error: z.nullable(z.string()),
  message: z.nullable(z.string()),
  result: z.nullable(ownState),
})

const job = z.strictObject({
  ...recordBase,
  job_id: id,
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  state: z.enum(massiveStates),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  finished_at: z.nullable(time),
  /** When its results are deleted. */
  expires_at: time,
  /** Only when read with `id`. */
  results: z.nullable(
    z.array(
      z.omit(result, { job_id: true, id: true, version: true, created_at: true, updated_at: true, created_by: true }),
    ),
  ),
})
export type NeighborJob = z.infer<typeof job>

const results = list({
  name: 'massiveResults',
  summary: 'Resultados de las consultas masivas, acceso por acceso',
  privilege: 'massive-neighbor-request_view',
  parts: ['neightborState.massive_view'],
  scope: 'vno',
  extension: true,
  record: result,
  filters: {
    id: { kind: 'id' },
    job_id: { kind: 'id' },
    code: { kind: 'code' },
    created_at: { kind: 'time' },
  },
  sorts: ['line', 'id', 'created_at'],
  defaultSort: [['line', 'asc']],
  columns: {
    job_id: 'id',
    line: 'integer',
    /** As requested. */
    code: 'text',
    'cto.code': 'code',
    port: 'integer',
    state: 'choice:ont_state',
    light: 'choice:light',
    rx_dbm: 'power',
    olt_rx_dbm: 'power',
    read_at: 'time',
    error: 'problem',
    message: 'text',
    id: 'id',
  },
})

/** Readings of hundreds of customers, and the operators' responses to cases of lost light. */
export const neighborJobs = {
  'admin_vno/neighbors/queryStateVNO': call({
    method: 'POST',
    privilege: ['neightborState_view', 'massive-neighbor-request_create'],
    scope: 'vno',
    mutates: true,
    summary: 'Estado de los accesos propios, leído en su OLT; más de cincuenta se leen poco a poco',
    problems: ['NOT_FOUND', 'OLT_UNREACHABLE', 'OLT_BUSY', 'RATE_LIMITED'],
    files: { file: { maxBytes: 1 << 20, optional: true } },
    input: z.strictObject({
      access_id: z.optional(id),
      /** Codes, or ids. */
      accesses: z.optional(z.array(z.union([code, id])).check(z.minLength(1), z.maxLength(massive.most))),
    }),
    output: z.union([
      z.strictObject({
        records: z.array(ownState),
        /** Codes and ids that were asked for and belong to no own access, as they were written. */
        unknown: z.array(z.union([code, id])),
      }),
      z.strictObject({ result_flag: z.literal([2, 3]), poll_after_ms: z.optional(z.int()), record: job }),
    ]),
  }),
  'admin_vno/neighbors/jobs/get': list({
    name: 'massiveJobs',
    summary: 'Consultas masivas de estado de vecinos',
    privilege: 'massive-neighbor-request_view',
    parts: ['neightborState.massive_view'],
    scope: 'vno',
    extension: true,
    record: job,
    filters: {
      id: { kind: 'id' },
      vno_id: { kind: 'id' },
      state: { kind: 'choice', values: massiveStates },
      created_at: { kind: 'time' },
    },
    sorts: ['created_at', 'id'],
    defaultSort: [['created_at', 'desc']],
    columns: {},
  }),
  'admin_vno/neighbors/jobs/results/get': results,
  'admin_vno/neighbors/jobs/results/download': download(results, 'Descarga de resultados de consultas masivas', true),
  'admin_vno/events/cev/ack': call({
    method: 'POST',
    privilege: 'neightborState_view',
    scope: 'vno',
    extension: true,
    mutates: true,
    summary: 'El operador del cliente que se quedó sin luz contesta',
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'EVENT_BAD_STATE'],
    input: z.strictObject({
      case_id: id,
      action: z.enum(caseAnswers),
      comment: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))),
      version: z.optional(version),
    }),
    output: z.strictObject({ result_flag: z.literal(1), record: unplugged }),
  }),
}
