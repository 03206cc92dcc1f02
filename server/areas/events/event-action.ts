import { eventTimes, isDoing, type EventTrigger, type ProcessState } from '@hilo/domain/event.ts'
import { actIn, mayDo, triggerOf, type Actor, type EventAct } from '@hilo/domain/event-acts.ts'
import { allows, withholds } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, resultFlag } from '@hilo/domain/status.ts'
import { channelOf, originOf } from '../../kernel/sql/author.ts'
import { assertVersion, recordOf, recordStatement } from '../../kernel/list/record.ts'
import { reachOf } from '../../kernel/list/viewer.ts'
import { JsonAfter, type WriteContext } from '../../kernel/handler.ts'
import type { Principal } from '../../kernel/principal.ts'
import { takeAct } from '../../process/act-guards.ts'
import { lockEvent, type EventRow } from '../../process/event-row.ts'
import type { Who } from '../../process/ending/requests-to-end.ts'
import { events } from './list.ts'

/** The whole record as the session may see it, as JSON text. */
async function eventRecord({ sql, principal }: WriteContext, id: number): Promise<string> {
  return await recordOf(events, sql, principal, id)
}

/**
 * The intervention of a call, locked, with its version checked. Requests beside it are not interventions. The version may be
 * older for a cancellation before any work: only the product has changed the intervention since.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT with the current record, EVENT_BAD_STATE
 */
export async function lockFor(
  context: WriteContext,
  { event_id: id, version }: Target,
  acts: readonly EventAct[] = [],
): Promise<EventRow> {
  const event = await lockEvent(context.sql, id, reachOf(context.principal))
  if (!event) throw new Problem('NOT_FOUND')
  const least = actIn(acts, event.process_state) === 'cancel' ? 1 : event.acted_version
  await assertVersion(version, event.version, () => eventRecord(context, id), least)
  if (event.type !== eventType.is.createListener) throw new Problem('EVENT_BAD_STATE')
  return event
}

interface Target {
  event_id: number
  version?: number | undefined
}
/** An act that is allowed: its intervention, locked, and the transition it takes at once, if any. */
interface Begun<A extends EventAct> {
  before: EventRow
  act: A
  trigger: EventTrigger | null
}

const actorOf = ({ account_type: type, privileges }: Principal): Actor => ({
  type,
  can: (privilege, part) => allows(privileges, privilege) && (part === undefined || !withholds(privileges, part)),
})

/**
 * Begins an act on an intervention. @param acts those that the call stands for; the state decides which
 * @throws Problem PRIVILEGE_DENIED; what `lockFor` and `takeAct` throw
 */
export async function beginAct<const A extends EventAct>(
  context: WriteContext,
  target: Target,
  acts: readonly A[],
): Promise<Begun<A>> {
  const actor = actorOf(context.principal)
  if (!acts.some((act) => mayDo(act, actor))) throw new Problem('PRIVILEGE_DENIED')
  const before = await lockFor(context, target, acts)
  const act = actIn(acts, before.process_state)
  if (act === null) throw new Problem('EVENT_BAD_STATE')
  if (!mayDo(act, actor)) throw new Problem('PRIVILEGE_DENIED')
  return { before, act, trigger: triggerOf(await takeAct(context.sql, before, act), before.resume_state) }
}

/** The same for acts that move the intervention at once. */
export async function beginMove<const A extends EventAct>(
  ...args: Parameters<typeof beginAct<A>>
): Promise<Begun<A> & { trigger: EventTrigger }> {
  const { trigger, ...begun } = await beginAct(...args)
  if (trigger === null) throw new Error(`${begun.act} moves no intervention in state ${begun.before.process_state}`)
  return { ...begun, trigger }
}

/** Answer of an action: the current record, and whether the product is still working on it. */
export function acted({ principal }: WriteContext, id: number, doing: boolean): JsonAfter {
  const flag = doing
    ? `"result_flag":${resultFlag.is.doing},"poll_after_ms":${eventTimes.poll}`
    : `"result_flag":${resultFlag.is.success}`
  return new JsonAfter(`{${flag},"record":`, recordStatement(events, principal, id), '}')
}

/** Audit entry and answer of an action that moved an intervention. `asked`: its input. */
export function moved(
  context: WriteContext,
  before: EventRow,
  after: EventRow,
  { doing, asked }: { doing?: boolean; asked?: object } = {},
): JsonAfter {
  const auditedFields = ({ process_state, version }: EventRow) => ({ process_state, version })
  context.audit({
    entity: 'event',
    entityId: after.id,
    before: auditedFields(before),
    after: { ...auditedFields(after), ...asked },
  })
  return acted(context, after.id, doing ?? isDoing(after.process_state satisfies ProcessState))
}

export function whoOf({ principal, native }: WriteContext): Who {
  const { user, account_type } = principal
  const from = { origin: originOf(principal), channel: channelOf(principal, native) }
  return { user: { id: user.id, name: user.name }, accountType: account_type, from }
}

/** Two concurrent claims of one port: the unique index lets one through. */
export async function portRace<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const lost = error instanceof Error && 'constraint' in error && error.constraint === 'event_open_port'
    throw lost ? new Problem('PORT_NOT_AVAILABLE') : error
  }
}
