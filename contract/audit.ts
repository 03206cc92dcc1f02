import * as z from 'zod/mini'
import { call, download, list } from './call.ts'
import { id, nameRef, recordBase, time } from './wire.ts'

const row = z.strictObject({
  ...recordBase,
  at: time,
  /** Null: the process itself. */
  actor_id: z.nullable(id),
  actor: z.nullable(nameRef),
  account_type: z.nullable(z.string()),
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  call: z.string(),
  entity: z.nullable(z.string()),
  entity_id: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  channel: z.nullable(z.string()),
  /** Like `address`, forgotten after twelve months. */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  request_id: z.string(),
})

const get = list({
  summary: 'Auditoría: cada cambio con su autor, su llamada y lo que cambió',
  privilege: 'role-admin-vno_view',
  scope: 'vno',
  extension: true,
  record: row,
  filters: {
    at: { kind: 'time' },
    /** The same moment. */
    created_at: { kind: 'time' },
    actor_id: { kind: 'id' },
    call: { kind: 'code' },
    entity: { kind: 'code' },
    entity_id: { kind: 'code' },
    request_id: { kind: 'code' },
    vno_id: { kind: 'id' },
  },
  sorts: ['at', 'created_at'],
  defaultSort: [['at', 'desc']],
  columns: {
    at: 'time',
    'actor.name': 'text',
    account_type: 'code',
    'vno.name': 'text',
    call: 'code',
    entity: 'code',
    entity_id: 'code',
    before: 'text',
    after: 'text',
    channel: 'code',
    device: 'text',
    address: 'text',
    request_id: 'code',
    id: 'id',
  },
})

/** A sha256, hexadecimal. */
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
      /** Times of the seals; all of them when left out. */
      from: z.optional(time),
      to: z.optional(time),
      /** Goes on after this seal, where an earlier answer ended. */
      after: z.optional(z.int().check(z.minimum(0), z.maximum(2 ** 52))),
      /** Kept elsewhere: must still be part of the chain. */
      head: z.optional(head),
    }),
    output: z.strictObject({
      result_flag: z.literal([1, 2]),
      record: z.strictObject({
        ok: z.boolean(),
        /** Read so far by this call. */
        rows: z.int(),
        seals: z.int(),
        head,
        /** Not everything was read in the time of one call: goes on with `after`. */
        next: z.nullable(z.int()),
        first_bad: z.optional(z.strictObject({ seal_id: z.int(), at: z.nullable(time), why: z.enum(faults) })),
      }),
    }),
    problems: ['PRIVILEGE_DENIED'],
  }),
}
