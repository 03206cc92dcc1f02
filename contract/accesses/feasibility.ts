import { feasibilityResults } from '@hilo/domain/line-work.ts'
import { provincialCode } from '@hilo/domain/province.ts'
import * as z from 'zod/mini'
import { call, download, list } from '../call.ts'
import { codeRef, id, nameRef, oneLine, position, power, recordBase, time, version } from '../wire.ts'

const text = (most: number) => z.string().check(oneLine, z.minLength(2), z.maxLength(most))

const address = z.union([
  text(300),
  z.strictObject({
    street: text(200),
    number: z.optional(z.nullable(z.string().check(oneLine, z.maxLength(10)))),
    postal_code: z.optional(z.nullable(z.string().check(z.regex(provincialCode)))),
    municipality: z.optional(z.nullable(z.string().check(oneLine, z.maxLength(120)))),
  }),
])

const box = z.strictObject({
  cto_id: id,
  code: z.string(),
  /** Null where only the district of the home is known. */
  distance_m: z.nullable(z.int()),
  free_ports: z.int(),
  connection_type: z.int(),
  /** Expected receive power of an ONT there, dBm. */
  est_rx_dbm: power,
  conditions: z.array(z.int()),
})

const record = z.strictObject({
  ...recordBase,
  feasibility_id: id,
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  asked: z.looseObject({}),
  result: z.enum(feasibilityResults),
  /** Nearest first. */
  ctos: z.array(box),
  products: z.array(z.strictObject({ code: z.string(), down_mbps: z.int(), up_mbps: z.int() })),
  max_drop_m: z.int(),
  valid_until: time,
  /** Reserved port; null if none was requested, and after its release. */
  port_id: z.nullable(id),
  port: z.nullable(codeRef),
  reserved_until: z.nullable(time),
})

const get = list({
  summary: 'Consultas de factibilidad',
  privilege: 'feasibility_view',
  scope: 'vno',
  extension: true,
  record,
  filters: {
    id: { kind: 'id' },
    vno_id: { kind: 'id' },
    result: { kind: 'choice', values: feasibilityResults },
    created_at: { kind: 'time' },
  },
  sorts: ['created_at', 'id'],
  defaultSort: [['created_at', 'desc']],
  columns: {
    id: 'id',
    result: 'choice:feasibility_result',
    'port.code': 'code',
    reserved_until: 'time',
    valid_until: 'time',
    created_at: 'time',
    'vno.name': 'text',
  },
})

export const feasibility = {
  'admin_vno/feasibility/get': get,
  'admin_vno/feasibility/download': download(get, 'Descarga de consultas de factibilidad', true),
  'admin_vno/feasibility/check': call({
    method: 'POST',
    privilege: 'feasibility_view',
    scope: 'vno',
    extension: true,
    mutates: true,
    summary: 'Dice si un domicilio puede tener fibra y, si se pide, reserva un puerto',
    problems: ['NOT_FOUND', 'PRIVILEGE_DENIED', 'CTO_COPADA', 'PORT_NOT_AVAILABLE'],
    input: z.strictObject({
      address: z.optional(address),
      uuii: z.optional(text(64)),
      position: z.optional(position),
      postal_code: z.optional(z.string().check(z.regex(provincialCode))),
      product: z.optional(text(64)),
      /** Reserves a port for 72 h: requires `feasibility_create`. */
      reserve: z.optional(z.boolean()),
      /** CTO of the reservation; by default the nearest feasible one. */
      cto_id: z.optional(id),
      /** Only accepted from the neutral operator: the operator of the reservation. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ record }),
  }),
  'admin_vno/feasibility/release': call({
    method: 'POST',
    privilege: 'feasibility_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    summary: 'Devuelve el puerto reservado con una consulta de factibilidad',
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'PORT_NOT_AVAILABLE'],
    input: z.strictObject({ feasibility_id: id, version: z.optional(version) }),
    output: z.strictObject({ record }),
  }),
}
