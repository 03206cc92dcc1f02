import { ontChangeReasons, ontChangeStates, resetStates } from '@hilo/domain/line-work.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import {
  choice,
  code,
  entity,
  integer,
  moment,
  recordFields,
  reference,
  required,
  shape,
  status,
  text,
} from '../fields.ts'
import { oneLine, version } from '../wire.ts'

const line = {
  access: reference('code', { filter: true }),
  cto: reference('code', {}),
  port: reference('code', {}),
}
const course = {
  requested_at: moment({ filter: true, sort: true }),
  finished_at: moment({ nullable: true }),
}
const common = {
  vno: reference('name', { filter: true }),
  ...recordFields,
  /** The row is created by the request. */
  created_at: moment({ filter: true, sort: true, column: false }),
  updated_at: moment({ column: false }),
  result_flag: status(resultFlag, { column: false }),
  error: shape(z.nullable(z.strictObject({ code: z.string(), text: z.string() }))),
}
const resetFields = {
  ...line,
  state: choice('reset_state', resetStates, { filter: true }),
  reason: text({ min: 3, max: 500, lines: true }),
  ...course,
  cut_s: integer({ nullable: true }),
  ...common,
  /** Start of the customer's outage, from the command until the ONT is back. */
  cut_from: moment({ nullable: true, column: false }),
  cut_to: moment({ nullable: true, column: false }),
}
const changeFields = {
  ...line,
  old_serial: code({ nullable: true }),
  old_model: text({ max: 64, nullable: true }),
  new_serial: code({}),
  new_model: text({ min: 1, max: 64, nullable: true }),
  reason: choice('ont_change_reason', ontChangeReasons, {}),
  state: choice('ont_change_state', ontChangeStates, { filter: true }),
  ...course,
  ...common,
  old_returned: shape(z.boolean()),
  /** Deadline for detecting the new ONT. */
  deadline_at: moment({ column: false }),
}
const reset = entity(resetFields)
const change = entity(changeFields)

const acted = <R extends z.core.$ZodType>(record: R) =>
  z.strictObject({ result_flag: z.literal(resultFlag.values), poll_after_ms: z.optional(z.int()), record })

const resets = list({
  ...reset,
  columns: { ...reset.columns, cut_s: 'duration' },
  name: 'resets',
  summary: 'Reinicios de ONT',
  privilege: 'resetONT_view',
  scope: 'vno',
  extension: true,
  defaultSort: [['requested_at', 'desc']],
})

const changes = list({
  ...change,
  name: 'deviceModifications',
  summary: 'Modificaciones de equipo',
  privilege: 'device-modification_view',
  scope: 'vno',
  extension: true,
  defaultSort: [['requested_at', 'desc']],
})

/** Remote operations on the ONT of an access. */
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
      ...required(resetFields, 'access_id', 'reason'),
      version: z.optional(version),
      /** Explicit confirmation: the customer is without service meanwhile. */
      confirm: z.literal(true),
    }),
    output: acted(reset.record),
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
      ...required(changeFields, 'access_id', 'reason'),
      version: z.optional(version),
      new_serial: z.string().check(oneLine, z.minLength(1), z.maxLength(64)),
      new_model: z.optional(z.string().check(oneLine, z.minLength(1), z.maxLength(64))),
      /** The old ONT has been returned to the store. */
      old_returned: z.optional(z.boolean()),
    }),
    output: acted(change.record),
  }),
}
