import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { code, entity, json, moment, recordFields, reference, text } from '../fields.ts'
import { time } from '../wire.ts'

const row = entity({
  at: moment({ filter: true, sort: true }),
  /** Null for the background process. */
  actor: reference('name', { nullable: true, filter: true }),
  account_type: code({ nullable: true }),
  vno: reference('name', { nullable: true, filter: true }),
  call: code({ filter: true }),
  entity: code({ nullable: true, filter: true }),
  entity_id: code({ nullable: true, filter: true }),
  before: json(z.unknown(), {}),
  after: json(z.unknown(), {}),
  channel: code({ nullable: true }),
  /** Deleted after twelve months, like `address`. */
  device: text({ max: 500, nullable: true }),
  address: text({ max: 64, nullable: true }),
  request_id: code({ filter: true }),
  ...recordFields,
  /** Same value as `at`. */
  created_at: moment({ filter: true, sort: true, column: false }),
  updated_at: moment({ column: false }),
  /** Code or name of the record; null where it has none, or is gone. */
  entity_code: text({ max: 200, nullable: true }),
})

const { id: _, ...filters } = row.filters
const get = list({
  ...row,
  filters,
  columns: {
    ...row.columns,
    account_type: 'words:account_type',
    call: 'call',
    entity: 'words:entity',
    channel: 'words:channel',
    device: 'device',
  },
  sorts: ['at', 'created_at'],
  summary: 'Auditoría: cada cambio con su autor, su llamada y lo que cambió',
  privilege: 'role-admin-vno_view',
  scope: 'vno',
  extension: true,
  defaultSort: [['at', 'desc']],
})

/** SHA-256, hexadecimal. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const head = z.strictObject({ seal_id: z.int().check(z.minimum(0)), hash })
const faults = [
  'seal_missing',
  'seal_changed',
  'chain_broken',
  'rows_count',
  'rows_changed',
  'forgotten_early',
  'head_changed',
] as const

export const audit = {
  'admin_vno/audit/get': get,
  'admin_vno/audit/download': download(get, 'Descarga de la auditoría', true),
  'admin_vno/audit/verify': call({
    summary: 'Comprueba los sellos de la auditoría y de los históricos con las filas que sellan',
    method: 'POST',
    privilege: 'role_view',
    scope: 'vno',
    extension: true,
    input: z.strictObject({
      /** Time range of the seals; all by default. */
      from: z.optional(time),
      to: z.optional(time),
      /** Continues after this seal, where an earlier response ended. */
      after: z.optional(z.int().check(z.minimum(0), z.maximum(2 ** 52))),
      /** A head stored elsewhere, which must still be part of the chain. */
      head: z.optional(head),
    }),
    output: z.strictObject({
      result_flag: z.literal([1, 2]),
      record: z.strictObject({
        ok: z.boolean(),
        /** Rows verified by this call. */
        rows: z.int(),
        seals: z.int(),
        head,
        /** Not everything was verified within the time limit of one call: continue with `after`. */
        next: z.nullable(z.int()),
        first_bad: z.optional(z.strictObject({ seal_id: z.int(), at: z.nullable(time), why: z.enum(faults) })),
      }),
    }),
    problems: ['PRIVILEGE_DENIED'],
  }),
}
