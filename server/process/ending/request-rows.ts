/** Requests to finalize or to cancel: rows of their own that show the progress of each request. */
import type { Platform } from '@hilo/domain/device.ts'
import { requests, type RequestKind } from '@hilo/domain/event-request.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { withdrawableStates } from '../../kernel/sql/states.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { moveRequests, type EventRow, type Listener } from '../event-row.ts'
import { nextEventCode } from '../event-code.ts'

/** The person who requests. */
export interface Who {
  user: { id: number; name: string }
  accountType: string
  /** Origin and channel if they differ from the intervention's. */
  from?: { origin: number; channel: Platform | null }
}

const askedOf = `select exists (select from event join unnest($2::int[], $3::int[]) as m(type, state)
  on m.type = event.type and m.state = event.process_state where parent_id = $1)::text`

/** True while a request is in progress: no other request is accepted. */
export async function isAsked(sql: Tx, event: EventRow, ...of: RequestKind[]): Promise<boolean> {
  const wanted = (of.length > 0 ? of : (['finalize', 'cancel'] as const)).map((one) => requests[one])
  const values = [event.id, wanted.map(({ type }) => type), wanted.map(({ waits }) => waits)]
  return (await sql.json(askedOf, values)) === 'true'
}

const insertRequest = `
  insert into event (code, type, parent_id, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id,
    access_id, cev_version, error, started_at, position_end, created_by, created_at, updated_at)
  select $2, $3, e.id, $4, e.vno_id, e.technical_id, e.contractor_id, coalesce($8, e.origin),
    case when $8::smallint is null then e.channel else $9 end, e.cto_id, e.port_id, e.access_id, e.cev_version, $5, app_now(), $6, $7,
    app_now(), app_now() from event e where e.id = $1
  returning id, version, vno_id, technical_id`

/** Stores a request. A cancellation needs a reason. */
export async function addRequest(
  sql: Tx,
  event: EventRow,
  kind: RequestKind,
  who: Who,
  { reason, position }: { reason?: string; position?: unknown },
): Promise<void> {
  const [row] = await sql.rows<{ id: number }>(insertRequest, [
    event.id,
    await nextEventCode(sql),
    requests[kind].type,
    requests[kind].waits,
    reason === undefined ? null : JSON.stringify({ code: 'CANCEL_REASON', text: reason }),
    position == null ? null : JSON.stringify(position),
    JSON.stringify({ ...who.user, account_type: who.accountType, origin: who.from?.origin ?? event.origin }),
    who.from?.origin ?? null,
    who.from?.channel ?? null,
  ])
  if (row) await sql.rows(`select changed('events', $1, 1, $2, $3)`, [row.id, event.vno_id, event.technical_id])
}

const { hairChangeRequest } = eventType.is
/** Withdraws the requests for another port. */
const endHairChanges = {
  name: 'ended',
  text: `select app_add_job('process.hair', json_build_object('event_id', id, 'act', 'end'), 'hair:end:' || id, null, 'event:' || id, 25)
    from event where parent_id = $1 and type = ${hairChangeRequest} and process_state in (${withdrawableStates})`,
}

/** Ends the requests in progress as their intervention ended; `finished_at` is business time. */
export async function settleRequests(sql: Tx, event: EventRow, finished_at: Date): Promise<void> {
  const { process_state: state, verdict, harmed_count, error } = event
  const over =
    state === processState.is.finalized || state === processState.is.cancelled || state === processState.is.error
  await moveRequests(sql, event, { finished_at, verdict, harmed_count, error }, over ? endHairChanges : undefined)
}

/** The listener record of an intervention that is no longer watched. */
export function closedListener({ listener }: EventRow, at: Date): Listener | null {
  return listener && { ...listener, closed_at: at.toISOString() }
}
