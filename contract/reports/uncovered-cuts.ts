import { cutLinks, cutStates } from '@hilo/domain/uncovered-cut.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { codeRef, id, nameRef, recordBase, time } from '../wire.ts'

const uncoveredCut = z.strictObject({
  ...recordBase,
  cto_id: id,
  cto: codeRef,
  cto_code: z.string(),
  port_id: id,
  port: z.int(),
  vno_owner_id: id,
  vno_owner: nameRef,
  access_id: z.nullable(id),
  access: z.nullable(codeRef),
  state: z.enum(cutStates),
  /** First fall, and final return of the light; it may have come and gone in between. */
  at: time,
  restored_at: z.nullable(time),
  cut_s: z.nullable(z.int()),
  falls: z.int(),
  /** Possible presence of a technician: own technicians only, except for the neutral operator. */
  link: z.nullable(z.enum(cutLinks)),
  event_id: z.nullable(id),
  event: z.nullable(codeRef),
  service_order_id: z.nullable(id),
  service_order: z.nullable(codeRef),
  technical_id: z.nullable(id),
  technical: z.nullable(nameRef),
  contractor_id: z.nullable(id),
  contractor: z.nullable(nameRef),
  vno_worker_id: z.nullable(id),
  vno_worker: z.nullable(nameRef),
})
export type UncoveredCut = z.infer<typeof uncoveredCut>

const get = list({
  name: 'uncovered_cuts',
  summary: 'Cortes sin intervención',
  privilege: 'neightborState_view',
  parts: ['neightborState.own_view'],
  scope: 'vno',
  extension: true,
  record: uncoveredCut,
  filters: {
    id: { kind: 'id' },
    cto_id: { kind: 'id' },
    state: { kind: 'choice', values: cutStates },
    link: { kind: 'choice', values: cutLinks },
    technical_id: { kind: 'id' },
    contractor_id: { kind: 'id' },
    event_id: { kind: 'id' },
    vno_id: { kind: 'id' },
    at: { kind: 'time' },
    created_at: { kind: 'time' },
  },
  sorts: ['at', 'id'],
  defaultSort: [['at', 'desc']],
  search: true,
  columns: {
    cto_code: 'code',
    port: 'integer',
    'access.code': 'code',
    state: 'choice:cut_state',
    at: 'time',
    restored_at: 'time',
    cut_s: 'duration',
    falls: 'integer',
    link: 'choice:cut_link',
    'event.code': 'code',
    'service_order.code': 'code',
    'technical.name': 'text',
    'contractor.name': 'text',
    'vno_owner.name': 'text',
    'vno_worker.name': 'text',
    id: 'id',
  },
})

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

const group = z.strictObject({
  /** Monday of the week, in the Madrid time zone. */
  week_from: day,
  cto: codeRef,
  /** Contractor of the linked technician; null without a technician or a contractor. */
  contractor: z.nullable(nameRef),
  cuts: z.int(),
  ports: z.int(),
  /** Still without light. */
  dark: z.int(),
  longest_s: z.nullable(z.int()),
  last_at: time,
})
export type CutGroup = z.infer<typeof group>

export const uncoveredCuts = {
  'admin_vno/uncovered_cuts/get': get,
  'admin_vno/uncovered_cuts/download': download(get, 'Descarga de cortes sin intervención', true),
  'admin_vno/uncovered_cuts/report': call({
    method: 'POST',
    privilege: 'neightborState_view',
    parts: ['neightborState.own_view'],
    scope: 'vno',
    extension: true,
    summary: 'Cortes sin intervención por caja, contrata y semana',
    input: z.strictObject({
      /** Days in the Madrid time zone, both inclusive; at most a year. */
      from: day,
      to: day,
      cto_id: z.optional(id),
      contractor_id: z.optional(id),
    }),
    output: z.strictObject({
      from: day,
      to: day,
      cuts: z.int(),
      /** Newest week first, and within it the CTOs with most cuts first. */
      groups: z.array(group),
      /** The response is truncated. */
      more: z.boolean(),
    }),
  }),
}
