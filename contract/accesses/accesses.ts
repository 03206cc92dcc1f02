import { accessStates } from '@hilo/domain/access.ts'
import { ontChangeReasons, ontChangeStates } from '@hilo/domain/line-work.ts'
import { opticalStates } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { download, list } from '../call.ts'
import { codeRef, id, nameRef, power, recordBase, time } from '../wire.ts'

export const vlan = z.strictObject({ s: z.nullable(z.int()), c: z.nullable(z.int()) })

/** An ONT that the access had, has, or is being given; newest first. */
const pastOnt = z.strictObject({
  serial: z.string(),
  model: z.nullable(z.string()),
  /** Outcome of the change that installed or removed it. */
  state: z.enum(ontChangeStates),
  reason: z.enum(ontChangeReasons),
  replaced_by: z.string(),
  at: time,
})

export const access = z.strictObject({
  ...recordBase,
  /** `AC28-01234567-4`. */
  code: z.string(),
  vno_id: id,
  vno: nameRef,
  cto_id: id,
  cto: codeRef,
  port_id: id,
  /** `code` is the port's label. */
  port: codeRef,
  port_number: z.int(),
  port_state: z.int(),
  home: z.looseObject({}),
  product: z.looseObject({}),
  state: z.enum(accessStates),
  ont: z.strictObject({
    serial: z.nullable(z.string()),
    model: z.nullable(z.string()),
    sw: z.nullable(z.string()),
    mac: z.nullable(z.string()),
    state: z.enum(opticalStates),
    rx_dbm: power,
    tx_dbm: power,
    olt_rx_dbm: power,
    distance_m: z.nullable(z.int()),
    read_at: z.nullable(time),
  }),
  vlan: z.nullable(vlan),
  drop_id: z.nullable(id),
  drop: z.nullable(codeRef),
  activated_at: z.nullable(time),
  ceased_at: z.nullable(time),
  /** The operator's own reference for its customer. */
  customer_ref: z.nullable(z.string()),
  /** The last ten, newest first; null in a page, present when read with `id`. */
  events: z.nullable(
    z.array(
      z.strictObject({
        id,
        code: z.string(),
        type: z.int(),
        process_state: z.int(),
        work_kind: z.nullable(z.string()),
        created_at: time,
        finished_at: z.nullable(time),
      }),
    ),
  ),
  onts: z.nullable(z.array(pastOnt)),
})
export type Access = z.infer<typeof access>

const get = list({
  summary: 'Accesos',
  privilege: ['retrieve-access-vno_view', 'retrieve-access_view'],
  scope: 'vno',
  extension: true,
  record: access,
  filters: {
    id: { kind: 'id' },
    code: { kind: 'code' },
    vno_id: { kind: 'id' },
    cto_id: { kind: 'id' },
    port_id: { kind: 'id' },
    state: { kind: 'choice', values: accessStates },
    customer_ref: { kind: 'code' },
    created_at: { kind: 'time' },
  },
  sorts: ['code', 'id', 'created_at'],
  defaultSort: [['code', 'asc']],
  search: true,
  columns: {
    code: 'code',
    state: 'choice:access_state',
    customer_ref: 'text',
    'cto.code': 'code',
    port_number: 'integer',
    /** Column name of the port in the customer load file. */
    'port.code': 'code',
    'product.code': 'text',
    'ont.serial': 'code',
    'ont.model': 'text',
    'ont.state': 'choice:ont_state',
    'ont.rx_dbm': 'power',
    'ont.olt_rx_dbm': 'power',
    'ont.distance_m': 'integer',
    'ont.read_at': 'time',
    'drop.code': 'code',
    'vno.name': 'text',
    activated_at: 'time',
    ceased_at: 'time',
    id: 'id',
    created_at: 'time',
    updated_at: 'time',
  },
})

export const accesses = {
  'admin_vno/accesses/get': get,
  'admin_vno/accesses/download': download(get, 'Descarga de accesos', true),
}
