import { assignmentStatus, inventoryStatus, opticalStates, portState } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { download, list } from '../call.ts'
import { codeRef, id, nameRef, power, recordBase, time } from '../wire.ts'

export const port = z.strictObject({
  ...recordBase,
  cto_id: id,
  cto: codeRef,
  /** Printed position in the CTO, 1–32. */
  number: z.int(),
  /** `VAL01-0312-07/05`. */
  label: z.string(),
  state: z.int(),
  inventory_status: z.int(),
  assignment_status: z.int(),
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  access_id: z.nullable(id),
  access: z.nullable(codeRef),
  drop_id: z.nullable(id),
  drop: z.nullable(codeRef),
  ont: z.nullable(
    z.strictObject({
      serial: z.nullable(z.string()),
      model: z.nullable(z.string()),
      state: z.enum(opticalStates),
      rx_dbm: power,
      tx_dbm: power,
      olt_rx_dbm: power,
      distance_m: z.nullable(z.int()),
      read_at: z.nullable(time),
    }),
  ),
  rx_dbm: power,
  splitter_leg: z.int(),
  reserved_until: z.nullable(time),
  problem: z.nullable(z.looseObject({})),
  baseline: z.nullable(z.strictObject({ rx_p50_30d: power, rx_stddev_30d: z.nullable(z.number()) })),
  last_change_at: z.nullable(time),
})
export type Port = z.infer<typeof port>

const get = list({
  summary: 'Puertos del operador y puertos libres',
  privilege: 'port_view',
  scope: 'vno',
  record: port,
  filters: {
    id: { kind: 'id' },
    cto_id: { kind: 'id' },
    vno_id: { kind: 'id' },
    access_id: { kind: 'id' },
    drop_id: { kind: 'id' },
    label: { kind: 'code' },
    state: { kind: 'status', values: portState.values },
    inventory_status: { kind: 'status', values: inventoryStatus.values },
    assignment_status: { kind: 'status', values: assignmentStatus.values },
    rx_dbm: { kind: 'number' },
    light: { kind: 'choice', values: ['con_luz'] },
    /** Has been waiting longer than it should. */
    review: { kind: 'choice', values: ['atrasada'] },
    created_at: { kind: 'time' },
  },
  beside: ['cto_id'],
  sorts: ['label', 'id', 'rx_dbm', 'created_at'],
  defaultSort: [['label', 'asc']],
  search: true,
  columns: {
    label: 'code',
    'cto.code': 'code',
    number: 'integer',
    state: 'status:port',
    'vno.name': 'text',
    'access.code': 'code',
    'drop.code': 'code',
    'ont.serial': 'code',
    'ont.model': 'text',
    'ont.state': 'choice:ont_state',
    rx_dbm: 'power',
    'ont.olt_rx_dbm': 'power',
    'ont.distance_m': 'integer',
    'ont.read_at': 'time',
    inventory_status: 'status:inventory',
    assignment_status: 'status:assignment',
    splitter_leg: 'integer',
    last_change_at: 'time',
    id: 'id',
    cto_id: 'id',
    created_at: 'time',
    updated_at: 'time',
  },
})

export const ports = {
  'admin_vno/ports/get': get,
  'admin_vno/ports/download': download(get, 'Descarga de puertos', true),
}
