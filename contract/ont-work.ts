import { ontChangeReasons, ontChangeStates, resetStates } from '@hilo/domain/line-work.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list } from './call.ts'
import { codeRef, id, nameRef, oneLine, recordBase, time, version } from './wire.ts'

const failure = z.nullable(z.strictObject({ code: z.string(), text: z.string() }))
const ofAccess = {
  ...recordBase,
  result_flag: z.literal(resultFlag.values),
  access_id: id,
  access: codeRef,
  vno_id: id,
  vno: nameRef,
  cto_id: id,
  cto: codeRef,
  port_id: id,
  port: codeRef,
  requested_at: time,
  finished_at: z.nullable(time),
  error: failure,
}

const reset = z.strictObject({
  ...ofAccess,
  reason: z.string(),
  state: z.enum(resetStates),
  /** What the customer was without: from the order until the ONT was back. */
  cut_from: z.nullable(time),
  cut_to: z.nullable(time),
  cut_s: z.nullable(z.int()),
})

const change = z.strictObject({
  ...ofAccess,
  old_serial: z.nullable(z.string()),
  old_model: z.nullable(z.string()),
  new_serial: z.string(),
  new_model: z.nullable(z.string()),
  reason: z.enum(ontChangeReasons),
  old_returned: z.boolean(),
  state: z.enum(ontChangeStates),
  /** Until when the new ONT has to be seen. */
  deadline_at: time,
})

const acted = <R extends z.core.$ZodType>(record: R) =>
  z.strictObject({ result_flag: z.literal(resultFlag.values), poll_after_ms: z.optional(z.int()), record })

const shared = {
  id: { kind: 'id' },
  access_id: { kind: 'id' },
  vno_id: { kind: 'id' },
  requested_at: { kind: 'time' },
  created_at: { kind: 'time' },
} as const

const resets = list({
  name: 'resets',
  summary: 'Reinicios de ONT',
  privilege: 'resetONT_view',
  scope: 'vno',
  extension: true,
  record: reset,
  filters: { ...shared, state: { kind: 'choice', values: resetStates } },
  sorts: ['requested_at', 'id', 'created_at'],
  defaultSort: [['requested_at', 'desc']],
  columns: {
    'access.code': 'code',
    'cto.code': 'code',
    'port.code': 'code',
    state: 'choice:reset_state',
    reason: 'text',
    requested_at: 'time',
    finished_at: 'time',
    cut_s: 'integer',
    'vno.name': 'text',
    id: 'id',
  },
})

const changes = list({
  name: 'deviceModifications',
  summary: 'Modificaciones de equipo',
  privilege: 'device-modification_view',
  scope: 'vno',
  extension: true,
  record: change,
  filters: { ...shared, state: { kind: 'choice', values: ontChangeStates } },
  sorts: ['requested_at', 'id', 'created_at'],
  defaultSort: [['requested_at', 'desc']],
  columns: {
    'access.code': 'code',
    'cto.code': 'code',
    'port.code': 'code',
    old_serial: 'code',
    old_model: 'text',
    new_serial: 'code',
    new_model: 'text',
    reason: 'choice:ont_change_reason',
    state: 'choice:ont_change_state',
    requested_at: 'time',
    finished_at: 'time',
    'vno.name': 'text',
    id: 'id',
  },
})

/** What is done to the ONT of an access from afar. */
export const ontWork = {
  'admin_vno/ont/resets/get': resets,
  'admin_vno/ont/resets/download': download(resets, 'Descarga de reinicios de ONT', true),
  'admin_vno/ont/deviceModifications/get': changes,
  'admin_vno/ont/deviceModifications/download': download(changes, 'Descarga de modificaciones de equipo', true),
  'admin_vno/ont/resetONT': call({
    method: 'POST',
    privilege: 'resetONT_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    asks: true,
    summary: 'Reinicia la ONT de un acceso',
    problems: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'IN_USE',
      'ACCESS_BAD_STATE',
      'ONT_SIN_LUZ',
      'RATE_LIMITED',
      'OLT_UNREACHABLE',
      'OLT_BUSY',
    ],
    input: z.strictObject({
      access_id: id,
      version: z.optional(version),
      reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
      /** The customer is without service meanwhile: said on purpose. */
      confirm: z.literal(true),
    }),
    output: acted(reset),
  }),
  'admin_vno/ont/deviceModification': call({
    method: 'POST',
    privilege: 'device-modification_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    summary: 'Cambia la ONT de un acceso',
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE', 'ALREADY_EXISTS', 'ACCESS_BAD_STATE'],
    input: z.strictObject({
      access_id: id,
      version: z.optional(version),
      new_serial: z.string().check(oneLine, z.minLength(1), z.maxLength(64)),
      new_model: z.optional(z.string().check(oneLine, z.minLength(1), z.maxLength(64))),
      reason: z.enum(ontChangeReasons),
      /** The old one is back in the store. */
      old_returned: z.optional(z.boolean()),
    }),
    output: acted(change),
  }),
}
