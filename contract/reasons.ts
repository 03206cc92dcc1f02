import { catalogueNames } from '@hilo/domain/reason.ts'
import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, shortList } from './call.ts'
import { id, oneLine } from './wire.ts'

const catalogue = z.enum(catalogueNames)
const reason = z.strictObject({
  catalogue,
  code: z.string(),
  name: z.string(),
  status: z.literal(enabledStatus.values),
  /** Where it comes from: the product, the neutral operator for everybody, or the operator himself. */
  source: z.enum(['default', 'neutral', 'vno']),
  /** Of the operator's own change; 0 while there is none. */
  version: z.int(),
  /** Its place in the catalogue, from 0. */
  position: z.int(),
})
export type ReasonRecord = z.infer<typeof reason>

/** Catalogues of reasons, which each operator makes his own. */
export const reasons = {
  'admin_vno/reasons/get': shortList({
    summary: 'Motivos de cancelación, baja y falta de acceso, por catálogo',
    method: 'POST',
    privilege: 'cancellation_view',
    scope: 'vno',
    extension: true,
    by: {
      catalogue: z.optional(catalogue),
      /** By the neutral operator. */
      vno_id: z.optional(id),
    },
    record: reason,
    problems: ['NOT_FOUND'],
  }),
  'admin_vno/reasons/edit': call({
    summary: 'Añade un motivo, le cambia el nombre, lo pone en otro lugar o deja de usarlo',
    method: 'POST',
    privilege: 'cancellation_edit',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject({
      catalogue,
      code: z.string().check(z.regex(/^[a-z0-9_]{2,40}$/)),
      name: z.optional(z.nullable(z.string().check(oneLine, z.minLength(2), z.maxLength(120)))),
      status: z.optional(z.literal(enabledStatus.values)),
      version: z.optional(z.int()),
      /** The place it is to have among all of its catalogue; the others give way. */
      position: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
      /** By the neutral operator; without it the reason is everybody's. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: reason }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}
