/** A neighbour left without light: who is told of it and when, until the light is back. */
import { eventTimes } from '@hilo/domain/event.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import type { NeighbourClass } from '@hilo/domain/status.ts'
import type { NoticeKind } from '@hilo/domain/notice.ts'
import { inProcess } from '../../db/in-process.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { auditProcess, schedule, type EventRow } from '../event-row.ts'
import { tell } from '../notices/notify.ts'
import { compare, type DiffRow } from '../judging/compare.ts'
import { factsOfEvent } from '../judging/facts.ts'
import { eventIdOf, type ProcessTasks } from '../process.ts'
import { accused, lockWatched } from '../watching/watched-ports.ts'

/** Steps of telling, after the technician himself: both operators, the neutral one, and the end of what was agreed. */
type Stage = keyof typeof eventTimes.notices

export interface Found {
  portId: number
  class: NeighbourClass
  /** When the light went, in business time. */
  detectedAt: Date
  /** Whose hand it was; null where several technicians could have done it. */
  technicalId: number | null
}

interface CaseRow {
  id: number
  event_id: number
  event_code: string
  cto_id: number
  cto_code: string
  port_id: number
  port: number
  owner_vno_id: number
  worker_vno_id: number
  technical_id: number | null
  access_code: string | null
  class: NeighbourClass
  detected_at: Date
  restore_deadline_at: Date
  /** Stages that have been told. */
  stages: string[]
  version: number
}

const caseColumns = `k.id, k.event_id, k.event_code, k.cto_id, c.code as cto_code, k.port_id, k.port, k.owner_vno_id,
  k.worker_vno_id, k.technical_id, x.code as access_code, k.class, k.detected_at,
  k.restore_deadline_at, k.version, array(select n->>'stage' from jsonb_array_elements(k.notified) n) as stages`
const caseJoins = 'join cto c on c.id = k.cto_id left join access x on x.id = k.access_id'

// The technician saw it on his screen when it happened. Until when the light has to be back is what was agreed with the neighbour's
// operator; `$5` where nothing was.
const insertCase = `
  with k as (
    insert into neighbour_case (event_id, event_code, cto_id, port_id, port, owner_vno_id, worker_vno_id, technical_id, access_id,
      class, state, detected_at, rx_before, restore_deadline_at, notified, created_at, updated_at)
    select e.id, e.code, e.cto_id, n.port_id, n.port, n.vno_id, e.vno_id, $6::bigint, n.access_id, $3::text, 'abierto',
      $4::timestamptz, n.before_rx,
      $4::timestamptz + coalesce((v.sla ->> 'neighbour_restore_minutes')::int * interval '1 minute', $5::int8 * interval '1 ms'),
      jsonb_build_array(jsonb_build_object('stage', 't0', 'audience', 'technician', 'channel', 'app',
        'at', wire_time($4::timestamptz), 'ack_at', null)), app_now(), app_now()
    from event e join event_neighbour n on n.event_id = e.id and n.port_id = $2::bigint join vno v on v.id = n.vno_id
    where e.id = $1::bigint and not exists (select from neighbour_case k
      where k.event_id = e.id and k.port_id = n.port_id and k.answer ->> 'action' in ('ya_era_baja', 'cliente_apagado'))
    on conflict (event_id, port_id) where state in ('abierto', 'escalado') do nothing returning *)
  select ${caseColumns} from k ${caseJoins}`

const selectLive = `
  select ${caseColumns} from neighbour_case k ${caseJoins}
  where k.event_id = $1 and k.port_id = $2 and k.state in ('abierto', 'escalado') for update of k`

const appendTold = `
  update neighbour_case set notified = notified || $2::jsonb,
    state = case when $3::boolean then 'escalado' else state end, version = version + 1, updated_at = app_now()
  where id = $1 returning version`

/** A line is as strong as before within this, dB. */
const mendedDb = 1.5

const closeLive = `
  with k as (
    update neighbour_case set state = 'restaurado', restored_at = $3::timestamptz, rx_after = $4::numeric, version = version + 1, updated_at = app_now(),
      cut_s = greatest(0, extract(epoch from $3::timestamptz - detected_at))::int
    where event_id = $1 and port_id = $2 and state in ('abierto', 'escalado')
      -- A weak line is mended when its power is back, not when it has light.
      and (class <> 'degradado' or $4::numeric >= rx_before - ${mendedDb}) returning *)
  select ${caseColumns} from k ${caseJoins}`

const fillReading = `
  update neighbour_case set rx_after = $3, version = version + 1, updated_at = app_now()
  where event_id = $1 and port_id = $2 and state = 'restaurado' and rx_after is null
  returning id, version, owner_vno_id, worker_vno_id, technical_id`

const toldElsewhere = `
  select exists (select from neighbour_case where port_id = $1 and id <> $2 and state in ('abierto', 'escalado'))::text`

/** Says in the live stream that a case changed, to both operators. */
export async function caseChanged(
  sql: Tx,
  one: Pick<CaseRow, 'id' | 'version' | 'owner_vno_id' | 'worker_vno_id' | 'technical_id'>,
): Promise<void> {
  const text = `select changed('events/cev', $1, $2, $3, $4)`
  await sql.rows(text, [one.id, one.version, one.worker_vno_id, one.technical_id])
  if (one.owner_vno_id !== one.worker_vno_id) await sql.rows(text, [one.id, one.version, one.owner_vno_id, null])
}

/** What the victim's operator reads: its own customer. What everybody else reads: the box and the port, and whose work it was. */
const place = ({ cto_code, port, detected_at }: CaseRow) => ({ cto_code, port, at: detected_at.toISOString() })
const victimPayload = (one: CaseRow) => ({ ...place(one), access_code: one.access_code })
const neutralPayload = (one: CaseRow) => ({ ...place(one), event_code: one.event_code })
const workerPayload = (one: CaseRow) => ({
  ...neutralPayload(one),
  ...(one.owner_vno_id === one.worker_vno_id && { access_code: one.access_code }),
})

interface Audience {
  name: 'worker' | 'victim' | 'neutral' | 'technician'
  channel: 'app' | 'sms'
}
const audiences: Readonly<Record<Stage, readonly Audience[]>> = {
  operators: [
    { name: 'worker', channel: 'app' },
    { name: 'victim', channel: 'app' },
  ],
  neutral: [
    { name: 'neutral', channel: 'app' },
    { name: 'technician', channel: 'sms' },
  ],
  sla: [
    { name: 'worker', channel: 'app' },
    { name: 'victim', channel: 'app' },
    { name: 'neutral', channel: 'app' },
  ],
}
const kinds: Readonly<Record<Stage, NoticeKind>> = {
  operators: 'neighbour_dark',
  neutral: 'neighbour_dark_long',
  sla: 'neighbour_escalated',
}
/** What a case is first told as, where its customer is not simply without light. */
const firstKinds: Partial<Record<NeighbourClass, NoticeKind>> = {
  degradado: 'neighbour_weak',
  no_concluyente: 'neighbour_doubt',
}
/** Of a case of these classes the neutral operator hears with the others. */
const audiencesFor = (stage: Stage, found: NeighbourClass): readonly Audience[] =>
  stage === 'operators' && firstKinds[found]
    ? [...audiences.operators, { name: 'neutral', channel: 'app' }]
    : audiences[stage]
const kindOf = (stage: Stage, found: NeighbourClass) => (stage === 'operators' && firstKinds[found]) || kinds[stage]

/** Writes one notice to one audience; an operator that is both is told once. */
async function tellAudience(sql: Tx, one: CaseRow, kind: string, audience: Audience['name']): Promise<boolean> {
  const about = { eventId: one.event_id, caseId: one.id, kind }
  switch (audience) {
    case 'worker':
      await tell(sql, { ...about, vnoId: one.worker_vno_id, technicalId: null, payload: workerPayload(one) })
      return true
    case 'victim':
      if (one.owner_vno_id === one.worker_vno_id) return false
      await tell(sql, { ...about, vnoId: one.owner_vno_id, technicalId: null, payload: victimPayload(one) })
      return true
    case 'neutral':
      await tell(sql, { ...about, vnoId: null, technicalId: null, payload: neutralPayload(one) })
      return true
    case 'technician':
      if (one.technical_id === null) return false
      await tell(sql, {
        ...about,
        vnoId: one.worker_vno_id,
        technicalId: one.technical_id,
        payload: { ...workerPayload(one), sms: true },
      })
      return true
  }
}

async function tellStage(sql: Tx, one: CaseRow, stage: Stage): Promise<void> {
  if (one.stages.includes(stage)) return
  // Several interventions share the box: the victim hears of one cut once.
  const known = stage === 'operators' && (await sql.json(toldElsewhere, [one.port_id, one.id])) === 'true'
  const told: object[] = []
  const at = (await sql.json('select wire_time(app_now())', [])) ?? ''
  for (const { name, channel } of audiencesFor(stage, one.class)) {
    if (known && name === 'victim') continue
    if (await tellAudience(sql, one, kindOf(stage, one.class), name))
      told.push({ stage, audience: name, channel, at, ack_at: null })
  }
  const over = stage === 'sla'
  const [row] = await sql.rows<{ version: number }>(appendTold, [one.id, JSON.stringify(told), over])
  await caseChanged(sql, { ...one, version: row?.version ?? one.version })
}

/** When a stage comes, counted from the cut. */
export const noticeAt = (stage: 'operators' | 'neutral', cut: Date): Date =>
  new Date(cut.getTime() + eventTimes.notices[stage])

const jobKey = (eventId: number, portId: number, stage: Stage) => `escalate:${eventId}:${portId}:${stage}`

/** Lets a stage come in its time. */
export async function scheduleStage(sql: Tx, eventId: number, portId: number, stage: Stage, at: Date): Promise<void> {
  const payload = { port_id: portId, stage }
  await schedule(sql, 'process.escalate', eventId, payload, { at, key: jobKey(eventId, portId, stage) })
}

/**
 * Opens the case of a neighbour without light and tells both operators; what follows comes in its time. Nothing happens
 * where one is open already, or where the port belongs to nobody. In the scope of all operators, with the event locked.
 */
export async function openCase(sql: Tx, event: Pick<EventRow, 'id' | 'vno_id'>, found: Found): Promise<void> {
  const values = [event.id, found.portId, found.class, found.detectedAt, eventTimes.notices.sla, found.technicalId]
  const [made] = await sql.rows<CaseRow>(insertCase, values)
  if (!made) return
  await tellStage(sql, made, 'operators')
  // Of a customer who has light the neutral operator has just been told.
  if (!firstKinds[found.class])
    await scheduleStage(sql, event.id, found.portId, 'neutral', noticeAt('neutral', found.detectedAt))
  await scheduleStage(sql, event.id, found.portId, 'sla', made.restore_deadline_at)
  await auditProcess(sql, event, 'case/open', { case_id: made.id, port: made.port, class: found.class })
}

/**
 * Closes the case of a neighbour whose light is back, if one is open, and tells everybody who was told of it.
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
  const told = new Set(audiencesOf(closed))
  for (const name of told) await tellAudience(sql, closed, 'neighbour_restored', name)
  await caseChanged(sql, closed)
  await auditProcess(sql, event, 'case/close', { case_id: closed.id, port: closed.port })
}

function audiencesOf({ stages, class: found }: CaseRow): Audience['name'][] {
  return (Object.keys(audiences) as Stage[])
    .filter((stage) => stages.includes(stage))
    .flatMap((stage) => audiencesFor(stage, found).map(({ name }) => name))
}

/** Completes the cases closed before the port was read again. */
export async function noteReading(sql: Tx, eventId: number, portId: number, rxDbm: number): Promise<void> {
  type Row = Pick<CaseRow, 'id' | 'version' | 'owner_vno_id' | 'worker_vno_id' | 'technical_id'>
  for (const one of await sql.rows<Row>(fillReading, [eventId, portId, rxDbm])) await caseChanged(sql, one)
}

function payloadOf(payload: unknown): { portId: number; stage: Stage } {
  const { port_id: portId, stage } = payload as { port_id?: unknown; stage?: unknown }
  const known = (Object.keys(audiences) as Stage[]).find((one) => one === stage)
  if (typeof portId !== 'number' || !known) throw new Error('a notice names no port or no stage')
  return { portId, stage: known }
}

/** What is thought of a port when its operator has to be told, by everything that has been heard so far. */
async function judgeNow(sql: Tx, eventId: number, portId: number, cut: number): Promise<DiffRow | undefined> {
  const facts = await factsOfEvent(sql, eventId)
  const [row] = await sql.rows<{ now: Date }>('select app_now() as now', [])
  if (!facts || !row) return undefined
  const takenAt = new Date(Math.max(row.now.getTime(), cut + eventTimes.notices.operators))
  return compare(facts, { takenAt, readings: [] }).diff.find((one) => one.port_id === portId)
}

/** The operators are told only while it lasts and nobody else explains it. */
async function tellOperators(sql: Tx, eventId: number, portId: number): Promise<void> {
  const watched = await lockWatched(sql, eventId)
  const neighbour = watched?.neighbours.find((one) => one.port_id === portId)
  const cut = neighbour && accused(neighbour)
  if (!watched || !cut) return
  const found = await judgeNow(sql, eventId, portId, cut.down_at)
  if (found && isHarm(found.class))
    await openCase(sql, watched.event, {
      portId,
      class: found.class,
      detectedAt: new Date(found.at ?? Date.now()),
      technicalId: found.technical_id,
    })
}

export const caseTasks: ProcessTasks = ({ db }) => ({
  'process.escalate': async (payload) => {
    const eventId = eventIdOf(payload)
    const { portId, stage } = payloadOf(payload)
    await inProcess(db, async (sql) => {
      if (stage === 'operators') return await tellOperators(sql, eventId, portId)
      const [live] = await sql.rows<CaseRow>(selectLive, [eventId, portId])
      if (live) await tellStage(sql, live, stage)
      failpoint('watch.escalated')
    })
  },
})
