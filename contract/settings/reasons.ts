import { settingSources } from '@hilo/domain/settings.ts'
import { catalogueNames } from '@hilo/domain/reason.ts'
import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, shortList } from '../call.ts'
import { id, oneLine } from '../wire.ts'

const catalogue = z.enum(catalogueNames)
const reason = z.strictObject({
  catalogue,
  code: z.string(),
  name: z.string(),
  status: z.literal(enabledStatus.values),
  /** Origin: the product, the neutral operator for all operators, or the operator. */
  source: z.enum(settingSources),
  /** Version of the operator's own override; 0 without one. */
  version: z.int(),
  /** Position in its catalogue, from 0. */
  position: z.int(),
})
export type ReasonRecord = z.infer<typeof reason>

/** Catalogues of reasons, which each operator can customize. */
export const reasons = {
  'admin_vno/reasons/get': shortList({
    summary: 'Motivos de cancelación, baja y falta de acceso, por catálogo',
    method: 'POST',
    privilege: 'cancellation_view',
    scope: 'vno',
    extension: true,
    by: {
      catalogue: z.optional(catalogue),
      /** Only accepted from the neutral operator. */
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
      /** New position in the whole catalogue; the others shift. */
      position: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
      /** Only accepted from the neutral operator; without it the reason applies to all operators. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: reason }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}
