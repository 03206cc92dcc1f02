/**
 * An intervention begun offline, derived from its stored create operation, with everything that the screens need. Pure.
 */
import type { Operation } from '../../offline/operation.ts'
import { eventType, origin, processState, workKinds } from '@hilo/domain/status.ts'
import type { Work } from './work.ts'

type Box = NonNullable<Operation['begun']>['box']

/** Begun on this device and without a server id. */
export const isLocal = ({ id }: Pick<Work, 'id'>): boolean => id < 0

const nobody = {
  version: 0,
  parent_id: null,
  parent: null,
  vno_id: 0,
  vno: { id: 0, name: '' },
  technical_id: null,
  technical: null,
  contractor_id: null,
  contractor: null,
  channel: null,
  access_id: null,
  access: null,
  service_order_id: null,
  service_order: null,
  cev_version: 0,
  listener: null,
  current_step: null,
  steps: [],
  power_dbm: null,
  attempts: 0,
  resume_state: null,
  error: null,
  deadline_at: null,
  finished_at: null,
  duration_s: null,
  position_end: null,
  device: null,
  offline_ms: null,
  override: null,
  override_request: null,
  degraded: false,
  result_flag: 0,
} as const

const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function placeOf(box: Box, query: Operation['query'], port_number: number | null) {
  const port_id = idIn(query['port_id'])
  return {
    cto_id: box.id,
    cto: { id: box.id, code: box.code },
    port_id,
    port: port_id === null || port_number === null ? null : { id: port_id, code: String(port_number) },
    port_number,
  }
}

/**
 * The intervention of a create operation; null if the operation began none. `code`: placeholder for the server's code.
 */
export function localWork({ begun, query, saved_at }: Operation, code: string): Work | null {
  if (begun === undefined) return null
  const at = new Date(saved_at).toISOString()
  return {
    ...nobody,
    id: begun.id,
    code,
    created_at: at,
    updated_at: at,
    started_at: at,
    created_by: null,
    type: eventType.is.createListener,
    origin: origin.is.app,
    process_state: processState.is.created,
    ...placeOf(begun.box, query, begun.port_number),
    service_order_id: idIn(query['service_order_id']),
    work_kind: workKinds.find((kind) => kind === query['work_kind']) ?? null,
    position_start: null,
    steps: [],
    neighbours: {
      before_snapshot_id: null,
      after_snapshot_id: null,
      verdict: null,
      harmed_count: null,
      items: begun.box.ports,
      alarms: null,
    },
  }
}

/** Interventions begun here that the server does not know yet, newest first. */
export function localWorks(operations: readonly Operation[], code: string): Work[] {
  const begun = operations.filter((one) => one.begun !== undefined && one.event_id === undefined)
  return begun.flatMap((one) => localWork(one, code) ?? []).reverse()
}
