import * as z from 'zod/mini'
import { call } from './call.ts'
import { ignoreColumns, loadAnswer, loadFiles, preview } from './load.ts'
import { id } from './wire.ts'

const base = {
  method: 'POST',
  scope: 'vno',
  extension: true,
  mutates: true,
  problems: ['NOT_FOUND', 'STORAGE_FULL'],
  files: loadFiles,
  input: z.strictObject({
    preview,
    ignore_columns: ignoreColumns,
    /** By the neutral operator: whose rows they are. */
    vno_id: z.optional(id),
  }),
  output: loadAnswer,
} as const

/** What an operator brings along in tables: his orders, and his customers as they are in service. */
export const orderLoads = {
  'admin_vno/orders/load': call({
    ...base,
    summary: 'Carga órdenes de un CSV o XLSX',
    privilege: 'assignment_create',
  }),
  // Puts lines in service without a visit: whoever may order may load; on a free port only the neutral operator.
  'admin_vno/accesses/load': call({
    ...base,
    summary: 'Carga accesos en servicio de un CSV o XLSX',
    privilege: 'assignment_create',
  }),
}
