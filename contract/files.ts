import * as z from 'zod/mini'
import { blob, dispositions } from './call.ts'
import { id } from './wire.ts'

const input = z.strictObject({
  file_id: id,
  /** Thumbnail for lists, or the full file. */
  variant: z.optional(z.enum(['thumb', 'full'])),
  disposition: z.optional(z.enum(dispositions)),
})
const base = { method: 'POST', privilege: 'any', scope: 'vno', problems: ['NOT_FOUND'], input } as const

export const files = {
  'files/view': blob({ ...base, disposition: 'inline', summary: 'Ver un archivo' }),
  'files/download': blob({ ...base, disposition: 'attachment', summary: 'Descargar un archivo' }),
}
