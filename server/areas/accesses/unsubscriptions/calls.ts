import { accessAfter } from '@hilo/domain/access.ts'
import { eventTimes, firstState, type ProcessState } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, processState, resultFlag } from '@hilo/domain/status.ts'
import { unendedStates } from '../../../kernel/sql/states.ts'
import { authorOf, channelOf, originOf } from '../../../kernel/sql/author.ts'
import { assertVersion, recordStatement } from '../../../kernel/list/record.ts'
import { viewerOf } from '../../../kernel/list/viewer.ts'
import { JsonAfter, type WriteContext, type WriteHandler } from '../../../kernel/handler.ts'
import { lockEvent, moveEvent } from '../../../process/event-row.ts'
import { lockAccess, type LockedAccess } from '../../../process/line/access-row.ts'
import { scheduleCease } from '../../../process/line/cease.ts'
import { unsubscriptionList } from './list.ts'
import { text } from '../../../kernel/texts.ts'
import { heldProblem } from '../../../kernel/validation.ts'

type Asked = Parameters<WriteHandler<'admin_vno/unsubscriptions/create'>>[1]

/** Obstacles, and when the date begins in the time zone of the box; null if it has begun already. */
const facts = `
  select json_build_object(
    'event', (select json_build_object('id', e.id, 'code', e.code) from event e where e.type = ${eventType.is.createListener}
      and e.process_state in (${unendedStates}) and (e.access_id = $1 or e.port_id = $2) limit 1),
    'order', (select json_build_object('id', o.id, 'code', o.code) from service_order o where o.access_id = $1 and o.kind <> 'baja'
      and o.state in ('recibida', 'asignada', 'en_curso') limit 1),
    'change', (select c.id from ont_change c where c.access_id = $1 and c.state = 'en_curso'),
    'failed', (select e.id from unsubscription u join event e on e.id = u.event_id
      where u.access_id = $1 and e.process_state = ${processState.is.wronglyFinalized} order by e.id desc limit 1),
    'date', coalesce($3::date, (app_now() at time zone 'Europe/Madrid')::date),
    'late', coalesce($3::date > (app_now() at time zone 'Europe/Madrid')::date + 366, false),
    'begins', (select case when t > app_now() then t end from (select $3::date::timestamp at time zone 'Europe/Madrid' as t) d))::text`
const insertEvent = `
  with made as (
    insert into event (code, type, process_state, vno_id, origin, channel, cto_id, port_id, access_id, created_by, created_at, updated_at)
    values (next_event_code(), ${eventType.is.unsubscription}, ${firstState}, $1, $2, $3, $4, $5, $6, $7, app_now(), app_now())
    returning id, version, vno_id),
  told as (select changed('events', id, version, vno_id) from made)
  select made.id from made, told`
const insertAsked = `insert into unsubscription (event_id, vno_id, access_id, requested_date, reason, retire_drop)
  values ($1, $2, $3, $4, $5, $6)`
const setState = `
  with moved as (
    update access set state = $2, version = version + 1, updated_at = app_now() where id = $1 returning id, version, vno_id)
  select changed('accesses', id, version, vno_id) from moved`
const tryAgain = 'update unsubscription set tries = 0 where event_id = $1'

interface Facts {
  event: { id: number; code: string } | null
  order: { id: number; code: string } | null
  change: number | null
  /** Id of a failed unsubscription of this access. */
  failed: number | null
  date: string
  late: boolean
  begins: string | null
}

/** @throws Problem NOT_FOUND, VERSION_CONFLICT with the current access */
async function lockFor({ sql, principal }: WriteContext, { access_id: id, version }: Asked): Promise<LockedAccess> {
  const { vnoId, technicalId } = viewerOf(principal)
  const access = await lockAccess(sql, id)
  // A technician may not cease a customer.
  if (!access || technicalId !== null || (vnoId !== null && access.vno_id !== vnoId)) throw new Problem('NOT_FOUND')
  const { code, state, version: current } = access
  await assertVersion(version, current, () => ({ id, code, state, version: current }))
  return access
}

/** Open or ordered work on the line has to be settled first; an order to cease it is settled by this. */
function refuseBusy({ event, order, change, late }: Facts): void {
  if (late)
    throw new Problem('VALIDATION', {
      details: [{ field: 'requested_date', code: 'value', message: 'validation.value' }],
    })
  if (event) throw heldProblem('ORDER_HAS_OPEN_EVENT', 'access_id', text('inUse.event', { code: event.code }), event)
  if (order) throw heldProblem('IN_USE', 'access_id', text('inUse.order', { code: order.code }), order)
  if (change !== null) throw heldProblem('IN_USE', 'access_id', text('inUse.ontChange'), { id: change })
}

/** Retries a failed unsubscription with its original parameters. */
async function again({ sql, audit }: WriteContext, id: number): Promise<void> {
  const event = await lockEvent(sql, id)
  if (event?.process_state !== processState.is.wronglyFinalized) throw new Problem('ACCESS_BAD_STATE')
  const moved = await moveEvent(sql, event, 'finalize_again', { error: null })
  await sql.rows(tryAgain, [id])
  await scheduleCease(sql, id, { afterMs: 0 })
  const auditedFields = (state: ProcessState) => ({ process_state: state })
  audit({
    entity: 'event',
    entityId: id,
    before: auditedFields(event.process_state),
    after: auditedFields(moved.process_state),
  })
}

async function begin(
  context: WriteContext,
  access: LockedAccess,
  { date, begins }: Facts,
  asked: Asked,
): Promise<number> {
  const { sql, principal, native, audit } = context
  const to = accessAfter(access.state, 'unsubscribe')
  if (to === null || !access.held) throw new Problem('ACCESS_BAD_STATE')
  const { reason, retire_drop = false } = asked
  const place = [access.cto_id, access.port_id, access.id]
  const [made] = await sql.rows<{ id: number }>(insertEvent, [
    access.vno_id,
    originOf(principal),
    channelOf(principal, native),
    ...place,
    JSON.stringify(authorOf(principal)),
  ])
  const id = made?.id ?? 0
  await sql.rows(insertAsked, [id, access.vno_id, access.id, date, reason, retire_drop])
  await sql.rows(setState, [access.id, to])
  await scheduleCease(sql, id, begins === null ? { afterMs: 0 } : new Date(begins))
  const [before, after] = [
    { state: access.state },
    { state: to, event_id: id, reason, retire_drop, requested_date: date },
  ]
  audit({ entity: 'access', entityId: access.id, before, after })
  return id
}

export const unsubscriptions = {
  'admin_vno/unsubscriptions/create': (async (context, asked) => {
    const { sql, principal } = context
    const access = await lockFor(context, asked)
    const known = await sql.json(facts, [access.id, access.port_id, asked.requested_date ?? null])
    const found = JSON.parse(known ?? '') as Facts
    const repeats = access.state === 'en_baja' ? found.failed : null
    refuseBusy(found)
    if (repeats !== null) await again(context, repeats)
    const id = repeats ?? (await begin(context, access, found, asked))
    const head = `{"result_flag":${resultFlag.is.doing},"poll_after_ms":${eventTimes.poll},"record":`
    return new JsonAfter(head, recordStatement(unsubscriptionList, principal, id), '}')
  }) satisfies WriteHandler<'admin_vno/unsubscriptions/create'>,
}
export const unsubscriptionsLists = { 'admin_vno/unsubscriptions/get': unsubscriptionList }
