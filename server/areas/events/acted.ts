import { eventTimes, isDoing, type ProcessState } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, resultFlag } from '@hilo/domain/status.ts'
import { channelOf, originOf } from '../../db/author.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { reachOf } from '../../db/viewer.ts'
import { JsonAfter, type WriteContext } from '../../http/handler.ts'
import { lockEvent, type EventRow } from '../../process/event-row.ts'
import type { Who } from '../../process/ending/requests-to-end.ts'
import { events } from './list.ts'

/** The whole record as the session may see it, as JSON text. */
export async function eventRecord({ sql, principal }: WriteContext, id: number): Promise<string> {
  return await recordOf(events, sql, principal, id)
}

/**
 * The intervention of a call, locked and as the client read it. Requests beside it are no interventions. What `any` accepts
 * may have been read at any time: the product alone has moved it since.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT with the current record, EVENT_BAD_STATE
 */
export async function lockFor(
  context: WriteContext,
  id: number,
  version: number | undefined,
  any: (event: EventRow) => boolean = () => false,
): Promise<EventRow> {
  const event = await lockEvent(context.sql, id, reachOf(context.principal))
  if (!event) throw new Problem('NOT_FOUND')
  const least = any(event) ? 1 : event.acted_version
  if (version !== undefined && (version < least || version > event.version))
    throw new Problem('VERSION_CONFLICT', { record: JSON.parse(await eventRecord(context, id)) as unknown })
  if (event.type !== eventType.is.createListener) throw new Problem('EVENT_BAD_STATE')
  return event
}

/** What an action answers: the record as it is now, and whether the product is still at work. */
export function acted({ principal }: WriteContext, id: number, doing: boolean): JsonAfter {
  const flag = doing
    ? `"result_flag":${resultFlag.is.doing},"poll_after_ms":${eventTimes.poll}`
    : `"result_flag":${resultFlag.is.success}`
  return new JsonAfter(`{${flag},"record":`, recordStatement(events, principal, id), '}')
}

/** An action that moved an intervention: its trace and its answer. `asked`: what was said with it. */
export function moved(
  context: WriteContext,
  before: EventRow,
  after: EventRow,
  { doing, asked }: { doing?: boolean; asked?: object } = {},
): JsonAfter {
  const seen = ({ process_state, version }: EventRow) => ({ process_state, version })
  context.audit({ entity: 'event', entityId: after.id, before: seen(before), after: { ...seen(after), ...asked } })
  return acted(context, after.id, doing ?? isDoing(after.process_state satisfies ProcessState))
}

export function whoOf({ principal, native }: WriteContext): Who {
  const { user, account_type } = principal
  const from = { origin: originOf(principal), channel: channelOf(principal, native) }
  return { user: { id: user.id, name: user.name }, accountType: account_type, from }
}

/** Two at once for the same port: the database lets one of them through. */
export async function portRace<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const lost = error instanceof Error && 'constraint' in error && error.constraint === 'event_open_port'
    throw lost ? new Problem('PORT_NOT_AVAILABLE') : error
  }
}
