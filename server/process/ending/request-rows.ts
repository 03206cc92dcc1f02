/** The requests to finalize or to cancel: rows of their own beside the intervention, which show how it went. */
import { eventType, processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import type { EventRow, Listener } from '../event-row.ts'
import { nextEventCode } from '../event-code.ts'

/** Who asks. */
export interface Who {
  user: { id: number; name: string }
  accountType: string
  /** Whence, where it is another than the intervention's own. */
  from?: { origin: number; channel: 'web' | 'android' | 'ios' | null }
}

const { iddle, finalizing } = processState.is
const waiting = [iddle, finalizing]

const types = { finalize: eventType.is.finalizeListener, cancel: eventType.is.cancelledListener }
const askedOf = `select exists (select from event where parent_id = $1 and type = any($2::int[]) and process_state = any($3::int[]))::text`

/** Whether a request is on its way: nothing else may be asked meanwhile. */
export async function isAsked(sql: Tx, event: EventRow, ...of: (keyof typeof types)[]): Promise<boolean> {
  const wanted = (of.length > 0 ? of : (['finalize', 'cancel'] as const)).map((one) => types[one])
  return (await sql.json(askedOf, [event.id, wanted, waiting])) === 'true'
}

const insertRequest = `
  insert into event (code, type, parent_id, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id,
    access_id, cev_version, error, started_at, position_end, created_by, created_at, updated_at)
  select $2, $3, e.id, $4, e.vno_id, e.technical_id, e.contractor_id, coalesce($8, e.origin),
    case when $8::smallint is null then e.channel else $9 end, e.cto_id, e.port_id, e.access_id, e.cev_version, $5, app_now(), $6, $7,
    app_now(), app_now() from event e where e.id = $1
  returning id, version, vno_id, technical_id`

/** Writes a request down. A cancellation says why. */
export async function addRequest(
  sql: Tx,
  event: EventRow,
  type: keyof typeof types,
  who: Who,
  { reason, position }: { reason?: string; position?: unknown },
): Promise<void> {
  const [row] = await sql.rows<{ id: number }>(insertRequest, [
    event.id,
    await nextEventCode(sql),
    types[type],
    type === 'finalize' ? finalizing : iddle,
    reason === undefined ? null : JSON.stringify({ code: 'CANCEL_REASON', text: reason }),
    position == null ? null : JSON.stringify(position),
    JSON.stringify({ ...who.user, account_type: who.accountType, origin: who.from?.origin ?? event.origin }),
    who.from?.origin ?? null,
    who.from?.channel ?? null,
  ])
  if (row) await sql.rows(`select changed('events', $1, 1, $2, $3)`, [row.id, event.vno_id, event.technical_id])
}

const settle = `
  with settled as (
    update event set process_state = $2, finished_at = $3, verdict = $4, harmed_count = $5,
      error = case when type = 2 then $6::json else error end, version = version + 1, updated_at = app_now()
     where parent_id = $1 and type in (2, 3) and process_state = any($7::int[]) returning id, version, vno_id, technical_id),
  told as (select changed('events', id, version, vno_id, technical_id) from settled),
  -- Whoever waits for another port waits no longer.
  ended as (
    select app_add_job('process.hair', json_build_object('event_id', id, 'act', 'end'), 'hair:end:' || id, null, 'event:' || id, 25)
    from event where parent_id = $1 and type = ${eventType.is.hairChangeRequest} and $8::boolean
      and process_state in (2, 4, 8, 9))
  select (select count(*) from told) + (select count(*) from ended)`

/** Requests on their way end as their intervention did; an acknowledged one takes its finished requests along. */
export async function settleRequests(sql: Tx, event: EventRow, at: Date): Promise<void> {
  const { process_state: state, verdict, harmed_count: harmed, error } = event
  const over =
    state === processState.is.finalized || state === processState.is.cancelled || state === processState.is.error
  await sql.rows(settle, [event.id, state, at, verdict, harmed, error && JSON.stringify(error), waiting, over])
}

/** The listener of an intervention that nobody watches any longer. */
export function closedListener({ listener }: EventRow, at: Date): Listener | null {
  return listener && { ...listener, closed_at: at.toISOString() }
}
