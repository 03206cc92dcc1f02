import { ctoState, portState, processState } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { download, list } from './call.ts'
import { codeRef, id, nameRef, recordBase, time } from './wire.ts'

/** What every row of a history says. Rows are never changed: their version stays 1. */
const change = {
  ...recordBase,
  cto_id: id,
  cto: codeRef,
  technical_id: z.nullable(id),
  technical: z.nullable(nameRef),
  /** State before; null where the history begins. */
  from: z.nullable(z.int()),
  to: z.int(),
  /** Name of the move, or what else changed. */
  cause: z.string(),
  event_id: z.nullable(id),
  event: z.nullable(codeRef),
  /** Null: the process itself, or somebody of another operator. */
  actor_id: z.nullable(id),
  actor: z.nullable(nameRef),
  /** Kind of account of whoever did it; null: the process itself. */
  actor_type: z.nullable(z.enum(['va', 'te', 'ad'])),
  origin: z.nullable(z.int()),
  call: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  at: time,
}
/** The fields that changed, with what they were and what they became. */
const facts = z.record(z.string(), z.unknown())
const compared = { before: facts, after: facts }
const owned = { vno_id: z.nullable(id), vno: z.nullable(nameRef) }

const filters = {
  id: { kind: 'id' },
  cto_id: { kind: 'id' },
  at: { kind: 'time' },
  /** The same moment. */
  created_at: { kind: 'time' },
} as const
/** Not of boxes, whose rows everybody sees: whoever guessed an id would learn where its work was. */
const ownFilters = {
  ...filters,
  event_id: { kind: 'id' },
  technical_id: { kind: 'id' },
  vno_id: { kind: 'id' },
} as const
const sorts = ['at', 'created_at'] as const
const defaultSort = [['at', 'desc']] as const
const columns = {
  at: 'time',
  'cto.code': 'code',
  'event.code': 'code',
  cause: 'code',
  'technical.name': 'text',
  'actor.name': 'text',
  actor_type: 'code',
} as const

const events = list({
  name: 'event_history',
  summary: 'Histórico de intervenciones y solicitudes: qué cambió en cada una, cuándo y por quién',
  privilege: 'eventHistorical_view',
  scope: 'vno',
  extension: true,
  record: z.strictObject({ ...change, ...owned, ...compared, type: z.int() }),
  filters: { ...ownFilters, to: { kind: 'status', values: processState.values } },
  sorts,
  defaultSort,
  columns: {
    ...columns,
    from: 'status:process_state',
    to: 'status:process_state',
    'vno.name': 'text',
    before: 'text',
    after: 'text',
    id: 'id',
  },
})

const ctos = list({
  name: 'cto_history',
  summary: 'Histórico de las CTO: estado, condiciones y datos',
  privilege: 'ctoHistorical_view',
  scope: 'network',
  extension: true,
  record: z.strictObject({ ...change, ...compared }),
  filters: { ...filters, to: { kind: 'status', values: ctoState.values } },
  sorts,
  defaultSort,
  columns: { ...columns, from: 'status:cto', to: 'status:cto', before: 'text', after: 'text', id: 'id' },
})

const ports = list({
  name: 'port_history',
  summary: 'Histórico de los puertos propios mientras lo fueron',
  privilege: 'portHistorical_view',
  scope: 'vno',
  extension: true,
  record: z.strictObject({
    ...change,
    ...owned,
    ...compared,
    port_id: id,
    port: codeRef,
    /** As last read before the change. */
    readings: z.nullable(z.record(z.string(), z.unknown())),
  }),
  filters: { ...ownFilters, port_id: { kind: 'id' }, to: { kind: 'status', values: portState.values } },
  sorts,
  defaultSort,
  columns: {
    ...columns,
    'port.code': 'code',
    from: 'status:port',
    to: 'status:port',
    'vno.name': 'text',
    readings: 'text',
    id: 'id',
  },
})

/** What became of interventions, boxes and ports: only ever added to. */
export const historicals = {
  'admin_vno/historicals/events/get': events,
  'admin_vno/historicals/events/download': download(events, 'Descarga del histórico de intervenciones', true),
  'admin_vno/historicals/ctos/get': ctos,
  'admin_vno/historicals/ctos/download': download(ctos, 'Descarga del histórico de las CTO', true),
  'admin_vno/historicals/ports/get': ports,
  'admin_vno/historicals/ports/download': download(ports, 'Descarga del histórico de los puertos', true),
}
