/** A neighbour left without light: who is notified and when, until the light is back. */
import { firstNotices } from '@hilo/domain/neighbour-look.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import { sameMoment } from '@hilo/domain/proof/marks.ts'
import type { NeighbourClass } from '@hilo/domain/status.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { auditProcess, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { audiencesFor, audiencesOf, kindOf, notifyAudience, type CaseRow, type Stage } from './case-notices.ts'

export interface Found {
  portId: number
  class: NeighbourClass
  /** When the light went, in business time. */
  detectedAt: Date
  /** The technician at the box; null if several technicians could have caused it. */
  technicalId: number | null
  /** The power that a loss is measured against, dBm; null: that of the reading before the work. */
  rxBefore?: number | null
}

const caseColumns = `k.id, k.event_id, k.event_code, k.cto_id, c.code as cto_code, k.port_id, k.port, k.owner_vno_id,
  k.worker_vno_id, k.technical_id, x.code as access_code, k.class, k.detected_at,
  k.restore_deadline_at, k.version, array(select n->>'stage' from jsonb_array_elements(k.notified) n) as stages`
const caseJoins = 'join cto c on c.id = k.cto_id left join access x on x.id = k.access_id'

// While the work is open the technician has already seen a dark neighbour's alarm on the phone. The deadline for the light is the one agreed with the
// neighbour's operator, else `$5`; it counts from the cut, and of a harm found later from when that operator could know (`$7`). That
// the customer had switched off answers for the cut of that case and not for later ones.
const insertCase = `
  with k as (
    insert into neighbour_case (event_id, event_code, cto_id, port_id, port, owner_vno_id, worker_vno_id, technical_id, access_id,
      class, state, detected_at, rx_before, restore_deadline_at, notified, created_at, updated_at)
    select e.id, e.code, e.cto_id, n.port_id, n.port, n.vno_id, e.vno_id, $6::bigint, n.access_id, $3::text, 'abierto',
      w.since, coalesce($8::numeric, n.before_rx),
      greatest(w.since, app_now() - $7::int8 * interval '1 ms') + coalesce((v.sla ->> 'neighbour_restore_minutes')::int * interval '1 minute', $5::int8 * interval '1 ms'),
      case when $3 = 'degradado' or w.since > work_ended(e) then '[]' else jsonb_build_array(jsonb_build_object('stage', 't0', 'audience', 'technician',
        'channel', 'app', 'at', wire_time(w.since), 'ack_at', null)) end, app_now(), app_now()
    from event e join event_neighbour n on n.event_id = e.id and n.port_id = $2::bigint join vno v on v.id = n.vno_id,
      -- A line that was mended has lost its power again since, though it is measured against the same reading.
      lateral (select greatest($4::timestamptz, (select max(k.restored_at) from neighbour_case k
        where $3 = 'degradado' and k.class = $3 and k.event_id = e.id and k.port_id = n.port_id)) as since) w
    where e.id = $1::bigint and not exists (select from neighbour_case k
      where k.event_id = e.id and k.port_id = n.port_id and (k.answer ->> 'action' = 'ya_era_baja'
        or (k.answer ->> 'action' = 'cliente_apagado' and w.since <= k.detected_at + ${sameMoment} * interval '1 ms')))
    on conflict (event_id, port_id) where state in ('abierto', 'escalado') do nothing returning *)
  select ${caseColumns} from k ${caseJoins}`

const selectLive = `
  select ${caseColumns} from neighbour_case k ${caseJoins}
  where k.event_id = $1 and k.port_id = $2 and k.state in ('abierto', 'escalado') for update of k`

/** The open case of a port, locked. */
export async function liveCase(sql: Tx, eventId: number, portId: number): Promise<CaseRow | undefined> {
  const [live] = await sql.rows<CaseRow>(selectLive, [eventId, portId])
  return live
}

const changeClass = `
  with k as (
    update neighbour_case set class = $3, rx_before = coalesce($5::numeric, rx_before), version = version + 1, updated_at = app_now(),
      -- A customer who first had less light went dark later.
      detected_at = case when class = 'degradado' then $4::timestamptz else detected_at end
    where event_id = $1 and port_id = $2 and state in ('abierto', 'escalado') and class <> $3 returning *)
  select ${caseColumns} from k ${caseJoins}`

const appendTold = `
  update neighbour_case set notified = notified || $2::jsonb,
    state = case when $3::boolean then 'escalado' else state end, version = version + 1, updated_at = app_now()
  where id = $1 returning version`

/** A line counts as restored within this difference to its former power, dB. */
const mendedDb = 1.5

const closeLive = `
  with k as (
    update neighbour_case set state = 'restaurado', restored_at = $3::timestamptz, rx_after = $4::numeric, version = version + 1, updated_at = app_now(),
      cut_s = case when class <> 'degradado' then greatest(0, extract(epoch from $3::timestamptz - detected_at))::int end
    where event_id = $1 and port_id = $2 and state in ('abierto', 'escalado')
      -- A weak line is mended when its power is back, not when it has light.
      and (class <> 'degradado' or $4::numeric >= rx_before - ${mendedDb}) returning *)
  select ${caseColumns} from k ${caseJoins}`

const fillReading = `
  update neighbour_case set rx_after = $3, version = version + 1, updated_at = app_now()
  where event_id = $1 and port_id = $2 and state = 'restaurado' and rx_after is null
  returning id, version, owner_vno_id, worker_vno_id, technical_id`

/** Publishes the change of a case on the live stream of both operators. */
async function caseChanged(
  sql: Tx,
  one: Pick<CaseRow, 'id' | 'version' | 'owner_vno_id' | 'worker_vno_id' | 'technical_id'>,
): Promise<void> {
  const text = `select changed('events/cev', $1, $2, $3, $4)`
  await sql.rows(text, [one.id, one.version, one.worker_vno_id, one.technical_id])
  if (one.owner_vno_id !== one.worker_vno_id) await sql.rows(text, [one.id, one.version, one.owner_vno_id, null])
}

/** Sends the notices of a stage, once. */
export async function notifyStage(sql: Tx, one: CaseRow, stage: Stage): Promise<void> {
  const kind = kindOf(stage, one.class)
  if (kind === null || one.stages.includes(stage)) return
  const sent: object[] = []
  const at = (await businessNow(sql)).toISOString()
  for (const { name, channel } of audiencesFor(stage, one.class)) {
    if (await notifyAudience(sql, one, kind, name)) sent.push({ stage, audience: name, channel, at, ack_at: null })
  }
  const over = stage === 'sla'
  const [row] = await sql.rows<{ version: number }>(appendTold, [one.id, JSON.stringify(sent), over])
  await caseChanged(sql, { ...one, version: row?.version ?? one.version })
}

/** Business time of a notice stage, counted from the cut. */
export const noticeAt = (stage: 'operators' | 'neutral', cut: Date): Date =>
  new Date(cut.getTime() + eventTimes.notices[stage])

const jobKey = (eventId: number, portId: number, stage: Stage) => `escalate:${eventId}:${portId}:${stage}`

/** Schedules a notice stage. */
export async function scheduleStage(sql: Tx, eventId: number, portId: number, stage: Stage, at: Date): Promise<void> {
  const payload = { port_id: portId, stage }
  await schedule(sql, 'process.escalate', eventId, payload, { at, key: jobKey(eventId, portId, stage) })
}

/**
 * Opens the case of a neighbour without light, notifies both operators and schedules the later stages. Does nothing if a case
 * is open already or the port has no owner. Runs in the scope of all operators, with the event locked.
 */
export async function openCase(sql: Tx, event: Pick<EventRow, 'id' | 'vno_id'>, found: Found): Promise<void> {
  const { operators, sla } = eventTimes.notices
  const values = [
    event.id,
    found.portId,
    found.class,
    found.detectedAt,
    sla,
    found.technicalId,
    operators,
    found.rxBefore ?? null,
  ]
  const [made] = await sql.rows<CaseRow>(insertCase, values)
  if (!made) return await changeCase(sql, event, found)
  await notifyStage(sql, made, 'operators')
  // For a customer with light the neutral operator was notified by the first notice.
  if (!firstNotices[found.class])
    await scheduleStage(sql, event.id, found.portId, 'neutral', noticeAt('neutral', found.detectedAt))
  await scheduleStage(sql, event.id, found.portId, 'sla', made.restore_deadline_at)
  await auditProcess(sql, event, 'case/open', { case_id: made.id, port: made.port, class: found.class })
}

/**
 * Updates an open case to the class of a later judgement and notifies everyone who got the first notice. A customer who turns
 * out to have switched off is not notified.
 */
export async function changeCase(
  sql: Tx,
  event: Pick<EventRow, 'id' | 'vno_id'>,
  { portId, class: found, detectedAt, rxBefore }: Omit<Found, 'technicalId'>,
): Promise<void> {
  const [changed] = await sql.rows<CaseRow>(changeClass, [event.id, portId, found, detectedAt, rxBefore ?? null])
  if (!changed) return
  const kind = isHarm(found) || firstNotices[found] ? kindOf('operators', found) : null
  if (kind) for (const { name } of audiencesFor('operators', found)) await notifyAudience(sql, changed, kind, name)
  if (isHarm(found)) await scheduleStage(sql, event.id, portId, 'neutral', noticeAt('neutral', detectedAt))
  await caseChanged(sql, changed)
  await auditProcess(sql, event, 'case/change', { case_id: changed.id, port: changed.port, class: found })
}

/**
 * Closes the open case of a neighbour whose light is back and notifies everyone who was notified of it.
 * @param rxAfter dBm; null until it has been read
 */
export async function closeCase(
  sql: Tx,
  event: Pick<EventRow, 'id' | 'vno_id'>,
  portId: number,
  restoredAt: Date,
  rxAfter: number | null,
): Promise<void> {
  const [closed] = await sql.rows<CaseRow>(closeLive, [event.id, portId, restoredAt, rxAfter])
  if (!closed) return
  const audiences = new Set(audiencesOf(closed))
  const kind = kindOf('restored', closed.class)
  if (kind) for (const name of audiences) await notifyAudience(sql, closed, kind, name)
  await caseChanged(sql, closed)
  await auditProcess(sql, event, 'case/close', { case_id: closed.id, port: closed.port })
}

/** Adds the restored power to cases that were closed before the port was read again. */
export async function noteReading(sql: Tx, eventId: number, portId: number, rxDbm: number): Promise<void> {
  type Row = Pick<CaseRow, 'id' | 'version' | 'owner_vno_id' | 'worker_vno_id' | 'technical_id'>
  for (const one of await sql.rows<Row>(fillReading, [eventId, portId, rxDbm])) await caseChanged(sql, one)
}
