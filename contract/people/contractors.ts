import { enabledStatus } from '@hilo/domain/status.ts'
import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { code, integer, moment, optional, recordFields, entity, reference, required, status, text } from '../fields.ts'
import { edited } from '../wire.ts'

const taxId = z.string().check(z.maxLength(20), z.overwrite(cleanTaxId), z.refine(isTaxId))
const fields = {
  name: text({ min: 2, max: 120, sort: true, example: 'Fibras del Turia' }),
  cif: code({ input: taxId, nullable: true, filter: true, example: 'B12345674' }),
  status: status(enabledStatus, { filter: true }),
  /** Number of active technicians. */
  technicians_count: integer({}),
  vno: reference('name', { filter: true }),
  ...recordFields,
  created_at: moment({ filter: true, sort: true }),
}
const contractor = entity(fields)
const base = { method: 'POST', scope: 'vno', extension: true, mutates: true } as const
const problems = ['NOT_FOUND', 'ALREADY_EXISTS'] as const

const get = list({
  ...contractor,
  summary: 'Contratas del operador',
  privilege: 'technician_view',
  scope: 'vno',
  extension: true,
  defaultSort: [['name', 'asc']],
  search: true,
})

export const contractors = {
  'admin_vno/contractors/get': get,
  'admin_vno/contractors/download': download(get, 'Descarga de contratas', true),
  'admin_vno/contractors/create': call({
    ...base,
    summary: 'Da de alta una contrata',
    privilege: 'technician_create',
    /** `vno_id` is only accepted from the neutral operator. */
    input: z.strictObject({ ...required(fields, 'name'), ...optional(fields, 'cif', 'vno_id') }),
    output: z.strictObject({ record: contractor.record }),
    problems,
  }),
  'admin_vno/contractors/edit': call({
    ...base,
    summary: 'Cambia una contrata, o deja de contar con ella',
    privilege: 'technician_edit',
    input: z.strictObject({ ...edited, ...optional(fields, 'name', 'cif', 'status') }),
    output: z.strictObject({ record: contractor.record }),
    problems: [...problems, 'VERSION_CONFLICT'],
  }),
}
