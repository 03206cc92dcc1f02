import { enabledStatus } from '@hilo/domain/status.ts'
import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import * as z from 'zod/mini'
import { call, download, list } from './call.ts'
import { id, nameRef, oneLine, recordBase, version } from './wire.ts'

const contractor = z.strictObject({
  ...recordBase,
  name: z.string(),
  cif: z.nullable(z.string()),
  status: z.literal(enabledStatus.values),
  vno_id: id,
  vno: nameRef,
  /** Active ones. */
  technicians_count: z.int(),
})

const name = z.string().check(oneLine, z.minLength(2), z.maxLength(120))
const cif = z.optional(z.nullable(z.string().check(z.maxLength(20), z.overwrite(cleanTaxId), z.refine(isTaxId))))

const get = list({
  summary: 'Contratas del operador',
  privilege: 'technician_view',
  scope: 'vno',
  extension: true,
  record: contractor,
  filters: {
    id: { kind: 'id' },
    vno_id: { kind: 'id' },
    cif: { kind: 'code' },
    status: { kind: 'status', values: enabledStatus.values },
    created_at: { kind: 'time' },
  },
  sorts: ['name', 'created_at', 'id'],
  defaultSort: [['name', 'asc']],
  search: true,
  columns: {
    name: 'text',
    cif: 'code',
    status: 'status:enabled',
    technicians_count: 'integer',
    'vno.name': 'text',
    created_at: 'time',
    updated_at: 'time',
    id: 'id',
  },
})
const problems = ['NOT_FOUND', 'ALREADY_EXISTS'] as const

export const contractors = {
  'admin_vno/contractors/get': get,
  'admin_vno/contractors/download': download(get, 'Descarga de contratas', true),
  'admin_vno/contractors/create': call({
    summary: 'Da de alta una contrata',
    method: 'POST',
    privilege: 'technician_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    /** `vno_id`: by the neutral operator. */
    input: z.strictObject({ name, cif, vno_id: z.optional(id) }),
    output: z.strictObject({ record: contractor }),
    problems,
  }),
  'admin_vno/contractors/edit': call({
    summary: 'Cambia una contrata, o deja de contar con ella',
    method: 'POST',
    privilege: 'technician_edit',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject({
      id,
      version: z.optional(version),
      name: z.optional(name),
      cif,
      status: z.optional(z.literal(enabledStatus.values)),
    }),
    output: z.strictObject({ record: contractor }),
    problems: [...problems, 'VERSION_CONFLICT'],
  }),
}
