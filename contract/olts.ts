import { oltClock, oltListening, oltReading } from '@hilo/domain/olt.ts'
import * as z from 'zod/mini'
import { download, list } from './call.ts'
import { choice, code, entity, integer, moment, recordFields, shape, text } from './fields.ts'
import { id, power } from './wire.ts'

/** One PON of an OLT, with what hangs on it by the inventory. */
const pon = z.strictObject({
  id,
  code: z.string(),
  /** Transmit power of the OLT's port. */
  tx_dbm: power,
  boxes: z.int(),
  ports_total: z.int(),
  /** Ports that are assigned or occupied. */
  ports_used: z.int(),
  /** ONTs that answer on the PON and that the inventory does not know. */
  strays: z.int(),
})

const olt = entity({
  code: code({ filter: true, sort: true, example: 'VAL01-OLT02' }),
  listening: choice('olt_listening', oltListening, { filter: true }),
  /** Last alarm of the OLT that is stored. */
  last_alarm_at: moment({ nullable: true }),
  reading: choice('olt_reading', oltReading, { filter: true }),
  /** Sessions allowed at once, for all processes together; null before the first reading. */
  sessions_most: integer({ nullable: true }),
  /** Most sessions that ever ran at once. */
  sessions_peak: integer({}),
  reads: integer({}),
  /** Until when the OLT, or its powers, are left alone after three failures in a row; null if they are not. */
  closed_until: moment({ nullable: true }),
  powers_closed_until: moment({ nullable: true }),
  clock: choice('olt_clock', oltClock, { filter: true }),
  /** Positive where the OLT is ahead; null if never measured. */
  clock_offset_ms: integer({ nullable: true }),
  clock_measured_at: moment({ nullable: true }),
  pons_count: integer({}),
  boxes_count: integer({}),
  name: text({ max: 120 }),
  exchange_code: code({ example: 'VAL01' }),
  vendor: code({ filter: true, example: 'Huawei' }),
  model: text({ max: 120 }),
  optic_class: code({ example: 'C+' }),
  /** Null in a page; present when read with `id`. */
  pons: shape(z.nullable(z.array(pon))),
  ...recordFields,
})

const get = list({
  ...olt,
  record: z.omit(olt.record, { created_by: true }),
  summary: 'OLT de la red, con su presupuesto de lectura, su escucha y su reloj; solo para el operador neutro',
  privilege: 'retrieve-data_view',
  scope: 'vno',
  extension: true,
  defaultSort: [['code', 'asc']],
  search: true,
})

/** OLTs of the network and their read budget. */
export const olts = {
  'admin_vno/olts/get': get,
  'admin_vno/olts/download': download(get, 'Descarga de OLT', true),
}
