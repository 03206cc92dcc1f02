/** Live state of the operator's own accesses. */
import { eventType } from '@hilo/domain/status.ts'
import type { Output } from '@hilo/contract/index.ts'
import { trafficLight } from '@hilo/domain/optics.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { openStates } from '../kernel/sql/states.ts'
import type { BoxAnswer, Reader } from '../plant/reader.ts'

/** Own accesses with their position while it is assigned: `$1` ids, `$2` codes, `$3` operator, `$4` technician. */
export const ownAccesses = `
  select coalesce(json_agg(json_build_object('access_id', x.id, 'access', json_build_object('id', x.id, 'code', x.code),
    'cto_id', c.id, 'cto', json_build_object('id', c.id, 'code', c.code), 'port_id', p.id,
    'port', json_build_object('id', p.id, 'code', p.label), 'port_number', p.number, 'port_state', p.state,
    'held', a.id is not null) order by x.code), '[]')::text
  from access x join cto c on c.id = x.cto_id join port p on p.id = x.port_id
  left join port_assignment a on a.port_id = x.port_id and a.access_id = x.id and a.vno_id = x.vno_id and a.ended_at is null
  where (x.id = any($1::bigint[]) or x.code = any($2::text[])) and ($3::int is null or x.vno_id = $3)
    and ($4::bigint is null or exists (
      select from event o where o.cto_id = c.id and o.type = ${eventType.is.createListener} and o.process_state in (${openStates}) and o.vno_id = $3::int
        and o.technical_id = $4))`

type OwnState = Extract<Output<'admin_vno/neighbors/queryStateVNO'>, { records: unknown }>['records'][number]
export type OwnAccess = Pick<
  OwnState,
  'access_id' | 'access' | 'cto_id' | 'cto' | 'port_id' | 'port' | 'port_number' | 'port_state'
> & {
  /** The position is still assigned to this customer. */
  held: boolean
}

export function stateOf({ held, ...access }: OwnAccess, answer: BoxAnswer | undefined, error: string | null): OwnState {
  const reading = held ? answer?.readings.find(({ portId }) => portId === access.port_id) : undefined
  const state = reading?.state ?? 'unknown'
  const rx = reading?.rxDbm ?? null
  return {
    ...access,
    state,
    light: trafficLight(state, rx),
    rx_dbm: rx,
    olt_rx_dbm: reading?.oltRxDbm ?? null,
    distance_m: reading?.distanceM ?? null,
    last_down_at: reading?.lastDownAt?.toISOString() ?? null,
    last_down_cause: reading?.lastDownCause ?? null,
    read_at: reading?.readAt.toISOString() ?? null,
    age_s: reading && answer ? answer.ageS : null,
    error,
  }
}

export const isSilent = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'OLT_UNREACHABLE' || error.code === 'OLT_BUSY')

/** For `catch`: null if the OLT did not answer. @throws any other error */
export function nullIfSilent(error: unknown): null {
  if (isSilent(error)) return null
  throw error
}

/**
 * Reads the box, or returns the last reading if the OLT does not answer; `error` has the reason.
 * @throws Problem OLT_UNREACHABLE or OLT_BUSY if it was never read
 */
export async function readOrRemember(
  plant: Reader,
  ctoId: number,
): Promise<{ answer: BoxAnswer; error: Problem['code'] | null }> {
  try {
    return { answer: await plant.readBox(ctoId, { purpose: 'demand' }), error: null }
  } catch (error) {
    if (!isSilent(error)) throw error
    const last = await plant.lastReading(ctoId)
    if (!last) throw error
    return { answer: { ...last, source: 'cache' }, error: error.code }
  }
}
