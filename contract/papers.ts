import * as z from 'zod/mini'
import { blob } from './call.ts'
import { id } from './wire.ts'

/** What is handed over on paper. Nothing of the customer but where he lives. */
export const papers = {
  'admin_vno/events/workorder': blob({
    method: 'POST',
    privilege: 'event_view',
    scope: 'vno',
    summary: 'Parte de trabajo de una intervención, en PDF',
    extension: true,
    disposition: 'inline',
    problems: ['NOT_FOUND'],
    input: z.strictObject({ event_id: id, disposition: z.optional(z.enum(['inline', 'attachment'])) }),
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
      /** A technician's own where it is left out. */
      technical_id: z.optional(id),
      date: z.iso.date(),
      disposition: z.optional(z.enum(['inline', 'attachment'])),
    }),
  }),
}
