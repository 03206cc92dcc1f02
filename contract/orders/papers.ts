import * as z from 'zod/mini'
import { blob, dispositions } from '../call.ts'
import { id } from '../wire.ts'

/** Printable documents. The only customer data is the address. */
export const papers = {
  'admin_vno/events/workorder': blob({
    method: 'POST',
    privilege: 'event_view',
    scope: 'vno',
    summary: 'Parte de trabajo de una intervención, en PDF',
    extension: true,
    disposition: 'inline',
    problems: ['NOT_FOUND'],
    input: z.strictObject({ event_id: id, disposition: z.optional(z.enum(dispositions)) }),
  }),
  'admin_vno/reports/shift': blob({
    method: 'POST',
    privilege: 'event_view',
    scope: 'vno',
    summary: 'Jornada de un técnico, en PDF',
    extension: true,
    disposition: 'inline',
    problems: ['NOT_FOUND'],
    input: z.strictObject({
      /** By default the technician's own. */
      technical_id: z.optional(id),
      date: z.iso.date(),
      disposition: z.optional(z.enum(dispositions)),
    }),
  }),
}
