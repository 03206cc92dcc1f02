/** A hair-change request: rows, moves and answers. Everything here runs in the scope of all operators. */
import { hairTriggers, hairTimes, type HairAction } from '@hilo/domain/hair-change.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, processState, type DenyCode, type HairDecision } from '@hilo/domain/status.ts'
import type { Reach } from '../../kernel/list/list-source.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import { auditProcess, lockEvent, moveEvent, type EventPatch, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { grantPort, type HairRow } from './hair-change-port.ts'
import { writeNotice } from '../notices/notify.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import type { Who } from '../ending/request-rows.ts'

/** A request with its intervention, both locked. */
export interface Hair {
  work: EventRow
  request: EventRow
  hair: HairRow
}

const selectHair = `select h.id, h.event_id, h.port_from_id, h.port_to_id, h.reason, h.condition_code, h.asked_at,
  (e.created_by->>'id')::int as asked_by, h.waiting, h.decision, h.port_assigned_id, h.expires_at
  from hair_change h join event e on e.id = h.id where h.id = $1`

/** Locks the intervention first, the common lock order. Null if the request is out of reach. */
export async function lockHair(sql: Tx, id: number, reach?: Reach): Promise<Hair | null> {
  const parent = await sql.json('select event_id::text from hair_change where id = $1', [id])
  if (parent === null) return null
  const work = await lockEvent(sql, Number(parent), reach)
  const request = work && (await lockEvent(sql, id))
  const [hair] = await sql.rows<HairRow>(selectHair, [id])
  return work && request && hair ? { work, request, hair } : null
}

type Job = 'decide' | 'sla' | 'expire' | 'end'
export async function scheduleHair(sql: Tx, id: number, act: Job, afterMs = 0): Promise<void> {
  await schedule(sql, 'process.hair', id, { act }, { key: `hair:${act}:${id}`, at: { afterMs } })
}

/** @throws Problem EVENT_BAD_STATE */
export async function moveHair(sql: Tx, request: EventRow, act: HairAction, patch: EventPatch = {}): Promise<EventRow> {
  const triggers = hairTriggers(request.process_state, act)
  if (!triggers) throw new Problem('EVENT_BAD_STATE')
  let moved = request
  for (const [index, trigger] of triggers.entries())
    moved = await moveEvent(sql, moved, trigger, index === triggers.length - 1 ? patch : {})
  const { id, version, vno_id, technical_id } = moved
  await sql.rows(`select changed('hair_changes', $1, $2, $3, $4)`, [id, version, vno_id, technical_id])
  return moved
}

interface HairAnswered {
  decision: HairDecision
  /** Granted or offered. */
  port: number | null
  code: DenyCode | null
  reason: string | null
  /** Boxes near enough to offer. */
  near: readonly object[]
  /** Null if the rule answered. */
  by: Who | null
}

const insertResponse = `
  insert into event (code, type, parent_id, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id,
    access_id, cev_version, error, started_at, finished_at, created_by, created_at, updated_at)
  select next_event_code(), ${eventType.is.hairChangeResponse}, e.parent_id, $2, e.vno_id, e.technical_id, e.contractor_id, e.origin,
    e.channel, e.cto_id, $3, e.access_id, e.cev_version, $4, app_now(), app_now(), $5, app_now(), app_now()
  from event e where e.id = $1 returning id`
const keepAnswer = `update hair_change set response_id = $2, decision = $3, waiting = false, port_assigned_id = $4, alternatives = $5,
    deny_code = $6, answer_reason = $7, expires_at = $8, resolved_by = $9, answered_at = app_now(),
    elapsed_ms = greatest(0, (extract(epoch from app_now() - asked_at) * 1000)::int8) where id = $1`
const holdOrder =
  'update service_order set held_reason = $2, version = version + 1, updated_at = app_now() where id = $1'

/** The reason for a refusal as the request's error. */
function errorOf({ decision, code, reason, port }: HairAnswered): EventRow['error'] {
  if (decision === 'concedido') return null
  if (decision === 'denegado') {
    const denied = code ?? 'OPERATOR_DECISION'
    return { code: denied, text: reason ?? text(`choice.deny_code.${denied}`) }
  }
  return { code: 'CTO_COPADA', text: reason ?? text(port === null ? 'hair.near' : 'hair.offer') }
}

const notices = { concedido: 'hair_change_granted', alternativa: 'hair_change_offered', denegado: 'hair_change_denied' }

async function notifyAnswer(sql: Tx, { work, request }: Hair, answer: HairAnswered, responseId: number): Promise<void> {
  const { decision, code, reason } = answer
  const payload = { event_code: work.code, event_id: work.id, request_id: request.id, decision, code, reason }
  const notice = { kind: notices[decision], eventId: responseId, caseId: null, vnoId: work.vno_id, payload }
  if (work.technical_id !== null) await writeNotice(sql, { ...notice, technicalId: work.technical_id })
  if (decision !== 'concedido') await writeNotice(sql, { ...notice, technicalId: null })
}

/**
 * Answers a request: response row, ports, intervention and notices in one transaction.
 * @throws Problem PORT_NOT_AVAILABLE if the port is taken, EVENT_BAD_STATE
 */
export async function answerHair(sql: Tx, found: Hair, answer: HairAnswered): Promise<EventRow> {
  const { work, request, hair } = found
  const { decision, port, code, reason, near, by } = answer
  const granted = decision === 'concedido'
  if (granted && port !== null) await grantPort(sql, work, hair, port)
  const error = errorOf(answer)
  const { finalized, wronglyFinalized } = processState.is
  const author = by && { ...by.user, account_type: by.accountType, origin: request.origin }
  const [response] = await sql.rows<{ id: number }>(insertResponse, [
    request.id,
    granted ? finalized : wronglyFinalized,
    port,
    error && JSON.stringify(error),
    author && JSON.stringify(author),
  ])
  if (!response) throw new Error(`request ${request.id} has no row`)
  await sql.rows(`select changed('events', $1, 1, $2, $3)`, [response.id, work.vno_id, work.technical_id])
  const now = await businessNow(sql)
  const expires = decision === 'denegado' ? null : new Date(now.getTime() + hairTimes.offer)
  const denied = decision === 'denegado' ? (code ?? 'OPERATOR_DECISION') : null
  const columns = [request.id, response.id, decision, port, JSON.stringify(near), denied, reason, expires]
  await sql.rows(keepAnswer, [...columns, by ? 'operador' : 'auto'])
  const held = denied === 'CTO_COPADA' ? denied : null
  if (work.service_order_id !== null && (granted || held)) await sql.rows(holdOrder, [work.service_order_id, held])
  const moved = await moveHair(sql, request, granted ? 'grant' : 'refuse', { error, finished_at: granted ? now : null })
  if (granted) await acknowledgeLater(sql, request.id)
  await notifyAnswer(sql, found, answer, response.id)
  await auditProcess(sql, request, 'hair_change', { decision, port_id: port, code: denied, response_id: response.id })
  return moved
}

async function acknowledgeLater(sql: Tx, id: number): Promise<void> {
  await schedule(sql, 'process.acknowledge', id, {}, { key: `acknowledge:${id}` })
}

/**
 * Withdraws a request: by the technician, by refusing an offer, or because the intervention ended.
 * @throws Problem EVENT_BAD_STATE
 */
export async function withdrawHair(sql: Tx, { request }: Hair, reason: string | null): Promise<EventRow> {
  const now = await businessNow(sql)
  const error = reason === null ? request.error : { code: 'CANCEL_REASON', text: reason }
  const moved = await moveHair(sql, request, 'withdraw', { finished_at: now, error })
  await sql.rows('update hair_change set waiting = false where id = $1', [request.id])
  await acknowledgeLater(sql, request.id)
  return moved
}
