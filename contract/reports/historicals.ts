import { accountTypes } from '@hilo/domain/account.ts'
import { ctoState, portState, processState } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { download, list } from '../call.ts'
import { codeRef, id, nameRef, recordBase, time } from '../wire.ts'

/** Fields of every history row. Rows are immutable: their version stays 1. */
const change = {
  ...recordBase,
  cto_id: id,
  cto: codeRef,
  technical_id: z.nullable(id),
  technical: z.nullable(nameRef),
  /** Previous state; null in the first row. */
  from: z.nullable(z.int()),
  to: z.int(),
  /** Name of the transition, or of what else changed. */
  cause: z.string(),
  event_id: z.nullable(id),
  event: z.nullable(codeRef),
  /** Null for the background process, or a user of another operator. */
  actor_id: z.nullable(id),
  actor: z.nullable(nameRef),
  /** Account type of the actor; null for the background process. */
  actor_type: z.nullable(z.enum(accountTypes)),
  origin: z.nullable(z.int()),
  call: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  at: time,
}
/** The changed fields, with old and new values. */
const facts = z.record(z.string(), z.unknown())
const compared = { before: facts, after: facts }
const owned = { vno_id: z.nullable(id), vno: z.nullable(nameRef) }

const filters = {
  id: { kind: 'id' },
  cto_id: { kind: 'id' },
  at: { kind: 'time' },
  /** Same value as `at`. */
  created_at: { kind: 'time' },
} as const
/** Not for CTOs, whose history every operator sees: guessing ids would reveal where other operators work. */
const ownFilters = {
  ...filters,
  event_id: { kind: 'id' },
  technical_id: { kind: 'id' },
  vno_id: { kind: 'id' },
} as const
const sorts = ['at', 'created_at'] as const
const defaultSort = [['at', 'desc']] as const
/** @param causes set of words of the causes */
const columnsWith = <C extends string>(causes: C) =>
  ({
    at: 'time',
    'cto.code': 'code',
    'event.code': 'code',
    cause: `words:${causes}`,
    'technical.name': 'text',
    'actor.name': 'text',
    actor_type: 'words:account_type',
  }) as const

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
    ...columnsWith('event_cause'),
    from: 'before:process_state',
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
  columns: {
    ...columnsWith('cto_cause'),
    from: 'before:cto',
    to: 'status:cto',
    before: 'text',
    after: 'text',
    id: 'id',
  },
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
    /** Last reading before the change. */
    readings: z.nullable(z.record(z.string(), z.unknown())),
  }),
  filters: { ...ownFilters, port_id: { kind: 'id' }, to: { kind: 'status', values: portState.values } },
  sorts,
  defaultSort,
  columns: {
    ...columnsWith('port_cause'),
    'port.code': 'code',
    from: 'before:port',
    to: 'status:port',
    'vno.name': 'text',
    readings: 'text',
    id: 'id',
  },
})

/** Append-only history of interventions, CTOs and ports. */
export const historicals = {
  'admin_vno/historicals/events/get': events,
  'admin_vno/historicals/events/download': download(events, 'Descarga del histórico de intervenciones', true),
  'admin_vno/historicals/ctos/get': ctos,
  'admin_vno/historicals/ctos/download': download(ctos, 'Descarga del histórico de las CTO', true),
  'admin_vno/historicals/ports/get': ports,
  'admin_vno/historicals/ports/download': download(ports, 'Descarga del histórico de los puertos', true),
}
