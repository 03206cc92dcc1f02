import { accessStates } from '@hilo/domain/access.ts'
import { processState, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { codeRef, id, nameRef, recordBase, time, version } from '../wire.ts'

/** A date as the database writes it; inputs take `z.iso.date()`, which also checks the calendar. */
const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

/** An event of type `unsubscription` with its request. */
const unsubscription = z.strictObject({
  ...recordBase,
  /** `INT-2026-0001234`. */
  code: z.string(),
  process_state: z.int(),
  result_flag: z.int(),
  vno_id: id,
  vno: nameRef,
  access_id: z.nullable(id),
  access: z.nullable(codeRef),
  access_state: z.nullable(z.enum(accessStates)),
  cto_id: id,
  cto: codeRef,
  port_id: z.nullable(id),
  port: z.nullable(codeRef),
  requested_date: z.nullable(date),
  reason: z.nullable(z.string()),
  retire_drop: z.nullable(z.boolean()),
  /** When light was still found at the port after the customer had left. */
  light_at: z.nullable(time),
  error: z.nullable(z.strictObject({ code: z.string(), text: z.string() })),
  started_at: z.nullable(time),
  finished_at: z.nullable(time),
})

const get = list({
  summary: 'Bajas de acceso',
  privilege: 'accessUnsubscriptions_view',
  scope: 'vno',
  extension: true,
  record: unsubscription,
  filters: {
    id: { kind: 'id' },
    process_state: { kind: 'status', values: processState.values },
    vno_id: { kind: 'id' },
    access_id: { kind: 'id' },
    cto_id: { kind: 'id' },
    created_at: { kind: 'time' },
  },
  sorts: ['created_at', 'id'],
  defaultSort: [['created_at', 'desc']],
  columns: {
    code: 'code',
    process_state: 'status:process_state',
    'access.code': 'code',
    'cto.code': 'code',
    'port.code': 'code',
    requested_date: 'day',
    reason: 'text',
    light_at: 'time',
    created_at: 'time',
    finished_at: 'time',
    'vno.name': 'text',
    id: 'id',
  },
})

export const unsubscriptions = {
  'admin_vno/unsubscriptions/get': get,
  'admin_vno/unsubscriptions/download': download(get, 'Descarga de bajas de acceso', true),
  'admin_vno/unsubscriptions/create': call({
    method: 'POST',
    privilege: 'accessUnsubscriptions_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    summary: 'Da de baja un acceso',
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'ACCESS_BAD_STATE', 'ORDER_HAS_OPEN_EVENT', 'IN_USE'],
    input: z.strictObject({
      access_id: id,
      version: z.optional(version),
      /** Last day of service; today by default. */
      requested_date: z.optional(z.nullable(z.iso.date())),
      reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
      /** The drop is to be removed too; by default it stays for the next customer of the home. */
      retire_drop: z.optional(z.boolean()),
    }),
    output: z.strictObject({
      result_flag: z.literal(resultFlag.values),
      poll_after_ms: z.optional(z.int()),
      record: unsubscription,
    }),
  }),
}
