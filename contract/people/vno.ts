import { resultFlag, vnoStatus } from '@hilo/domain/status.ts'
import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import { suspensionReason } from '@hilo/domain/vno.ts'
import * as z from 'zod/mini'
import { call, download, list, type DownloadSpec } from '../call.ts'
import { id, oneLine, phone, recordBase, version } from '../wire.ts'

const optionalText = z.nullable(z.string())
const operator = z.strictObject({
  ...recordBase,
  name: z.string(),
  description: optionalText,
  /** Shown as Código. */
  externalId: z.string(),
  tax_id: optionalText,
  status: z.strictObject({ id: z.literal(vnoStatus.values), comments: optionalText }),
  contact: z.strictObject({
    noc_phone: optionalText,
    noc_email: optionalText,
    webhook_url: optionalText,
    /** The secret itself is write-only. */
    webhook_secret_set: z.boolean(),
  }),
  color: optionalText,
  logo_file_id: z.nullable(id),
  sla: z.strictObject({
    install_days: z.nullable(z.int()),
    repair_hours: z.nullable(z.int()),
    neighbour_restore_minutes: z.nullable(z.int()),
  }),
  counts: z.strictObject({
    /** Number of accesses in service. */
    accesses: z.int(),
    ports_assigned: z.int(),
    /** Number of active technicians. */
    technicians: z.int(),
    open_events: z.int(),
  }),
})

const code = z.string().check(z.trim(), z.regex(/^[A-Z0-9_-]{2,20}$/))
const name = z.string().check(oneLine, z.minLength(2), z.maxLength(120))
const limit = (most: number) => z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(most))))
const fields = {
  description: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(1000)))),
  tax_id: z.optional(z.nullable(z.string().check(z.maxLength(20), z.overwrite(cleanTaxId), z.refine(isTaxId)))),
  contact: z.optional(
    z.strictObject({
      /** E.164: `+34912345678`. */
      noc_phone: z.optional(z.nullable(phone)),
      noc_email: z.optional(z.nullable(z.email().check(z.maxLength(254), z.toLowerCase()))),
      /** Every webhook is signed: without a secret from the operator, with a random one. */
      webhook_url: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(512)))),
      /** Webhook signing secret; write-only. */
      webhook_secret: z.optional(z.nullable(z.string().check(z.minLength(16), z.maxLength(256)))),
    }),
  ),
  color: z.optional(z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)))),
  sla: z.optional(
    z.strictObject({
      install_days: limit(365),
      repair_hours: limit(8760),
      neighbour_restore_minutes: limit(1440),
    }),
  ),
}

const statusId = z.literal(vnoStatus.values)
/** Reason of a suspension. */
const statusComments = z.nullable(z.string().check(z.trim(), z.maxLength(suspensionReason.most)))

const get = list({
  summary: 'Operadores; un operador se ve a sí mismo',
  privilege: 'vno_view',
  scope: 'vno',
  record: operator,
  filters: {
    id: { kind: 'id' },
    externalId: { kind: 'code' },
    status: { kind: 'status', values: vnoStatus.values },
    created_at: { kind: 'time' },
  },
  sorts: ['name', 'externalId', 'created_at', 'id'],
  defaultSort: [['name', 'asc']],
  search: true,
  columns: {
    externalId: 'code',
    name: 'text',
    description: 'text',
    tax_id: 'code',
    'status.id': 'status:vno',
    'status.comments': 'text',
    'contact.noc_phone': 'text',
    'contact.noc_email': 'text',
    'sla.install_days': 'integer',
    'sla.repair_hours': 'integer',
    'sla.neighbour_restore_minutes': 'integer',
    'counts.accesses': 'integer',
    'counts.ports_assigned': 'integer',
    'counts.technicians': 'integer',
    'counts.open_events': 'integer',
    created_at: 'time',
    updated_at: 'time',
    id: 'id',
  },
})
const whole = download(get, 'Descarga del registro de operadores')
/** Filters and sort of the list may also be sent in a `query` field of their own. */
const registry = {
  ...whole,
  input: z.extend(whole.input, { query: z.optional(get.input) }),
} as unknown as DownloadSpec<typeof get.list>

export const vno = {
  'admin_vno/vno/get': get,
  'admin_vno/vno/downloadRegistry': registry,
  'admin_vno/vno/create': call({
    summary: 'Da de alta un operador',
    method: 'POST',
    privilege: 'vno_create',
    scope: 'vno',
    mutates: true,
    /** `code`: shown as Código; the name defaults to the code. */
    input: z.strictObject({ code, name: z.optional(name), ...fields }),
    output: z.strictObject({ record: operator }),
    problems: ['ALREADY_EXISTS', 'PRIVILEGE_DENIED'],
  }),
  'admin_vno/vno/edit': call({
    summary: 'Cambia un operador; él mismo, su descripción, su contacto, sus plazos y su logotipo',
    method: 'POST',
    privilege: 'vno_edit',
    scope: 'vno',
    mutates: true,
    input: z.strictObject({
      id,
      version: z.optional(version),
      name: z.optional(name),
      /** Editable until the first access exists. */
      code: z.optional(code),
      status: z.optional(z.strictObject({ id: statusId, comments: z.optional(statusComments) })),
      /** Alias of the fields of `status`. */
      'status.id': z.optional(statusId),
      'status.comments': z.optional(statusComments),
      ...fields,
      /** Null removes the logo; a new one is sent as the file part of this name. */
      logo: z.optional(z.null()),
    }),
    files: { logo: { maxBytes: 10 << 20, optional: true } },
    output: z.strictObject({ record: operator }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'ALREADY_EXISTS', 'VNO_HAS_ACCESSES', 'PRIVILEGE_DENIED'],
  }),
  'admin_vno/vno/webhook/test': call({
    summary: 'Envía ahora un aviso de prueba, firmado, al webhook del operador y dice qué contestó',
    method: 'POST',
    privilege: 'vno_edit',
    scope: 'vno',
    extension: true,
    mutates: true,
    asks: true,
    input: z.strictObject({ id }),
    output: z.strictObject({
      record: z.strictObject({
        /** HTTP status of the receiver; null without a response, for any reason: then `fault` is `NOT_DELIVERED`. */
        status: z.nullable(z.int()),
        fault: z.nullable(z.string()),
        signed: z.boolean(),
        ms: z.int(),
      }),
    }),
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  }),
  'admin_vno/vno/delete': call({
    summary: 'Da de baja un operador sin accesos',
    method: 'POST',
    privilege: 'vno_delete',
    scope: 'vno',
    mutates: true,
    /** The operator's id is sent as `port_id`; `id` is an alias. */
    input: z.strictObject({ port_id: z.optional(id), id: z.optional(id), version: z.optional(version) }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: z.strictObject({ id }) }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'VNO_HAS_ACCESSES', 'PRIVILEGE_DENIED'],
  }),
}
