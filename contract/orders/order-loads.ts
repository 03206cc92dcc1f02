import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ignoreColumns, loadAnswer, loadFiles, preview } from '../loads/load.ts'
import { id } from '../wire.ts'

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
    /** Only accepted from the neutral operator: the operator of the rows. */
    vno_id: z.optional(id),
  }),
  output: loadAnswer,
} as const

/** Bulk loads of an operator: orders, and customers already in service. */
export const orderLoads = {
  'admin_vno/orders/load': call({
    ...base,
    summary: 'Carga órdenes de un CSV o XLSX',
    privilege: 'assignment_create',
  }),
  // Activates lines without a visit: requires the privilege to order; on a free port, the neutral operator.
  'admin_vno/accesses/load': call({
    ...base,
    summary: 'Carga accesos en servicio de un CSV o XLSX',
    privilege: 'assignment_create',
  }),
}
