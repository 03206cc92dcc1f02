import * as z from 'zod/mini'
import { call } from './call.ts'
import { id } from './wire.ts'

const searchKinds = ['event', 'cto', 'port', 'access', 'order', 'person', 'drop'] as const

const found = z.strictObject({
  kind: z.enum(searchKinds),
  id,
  code: z.string(),
  title: z.string(),
  /** Route of its screen. */
  route: z.string(),
})
export type Found = z.infer<typeof found>

export const search = {
  'admin_vno/search/get': call({
    summary: 'Busca por código en todo lo que la sesión puede ver',
    method: 'POST',
    privilege: 'any',
    scope: 'vno',
    extension: true,
    input: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(100)) }),
    output: z.strictObject({ records: z.array(found) }),
  }),
}
