/** The job that decides a hair-change request: the rule's answer, who else must answer, and the deadline. */
import { decideHairChange, hairTriggers, hairTimes } from '@hilo/domain/hair-change.ts'
import { isOpen } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { auditProcess, type EventRow } from '../event-row.ts'
import { answerHair, lockHair, moveHair, scheduleHair, withdrawHair, type Hair } from './hair-change.ts'
import { boxChoice, freePortsOf } from './hair-change-port.ts'
import { writeNotice } from '../notices/notify.ts'
import { eventIdOf, type Process, type ProcessTasks } from '../process.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { inProcess, type ProcessDb } from '../tx.ts'

const { iddle, creating, created, finalizing } = processState.is
const undecided: readonly number[] = [iddle, creating, created, finalizing]

async function notifyNeutral(sql: Tx, { work, request }: Hair, kind: string): Promise<void> {
  const payload = { event_code: work.code, event_id: work.id, request_id: request.id, request_code: request.code }
  await writeNotice(sql, { kind, vnoId: null, technicalId: null, eventId: request.id, caseId: null, payload })
}

/** The box itself is affected: a person must answer. */
async function queue(sql: Tx, found: Hair): Promise<void> {
  await sql.rows(
    `update hair_change set waiting = true, sla_at = app_now() + $2::int8 * interval '1 ms' where id = $1`,
    [found.request.id, hairTimes.sla],
  )
  await scheduleHair(sql, found.request.id, 'sla', hairTimes.sla)
  await notifyNeutral(sql, found, 'hair_change_asked')
}

async function accept(sql: Tx, request: EventRow): Promise<EventRow> {
  if (hairTriggers(request.process_state, 'accept') === null) return request
  const now = await businessNow(sql)
  const deadline_at = new Date(now.getTime() + hairTimes.patience)
  await scheduleHair(sql, request.id, 'expire', hairTimes.patience)
  return await moveHair(sql, request, 'accept', { deadline_at, started_at: now })
}

async function decide(sql: Tx, id: number): Promise<void> {
  const found = await lockHair(sql, id)
  if (!found || !undecided.includes(found.request.process_state) || found.hair.waiting) return
  const { work, hair } = found
  if (!isOpen(work.process_state)) return await end(sql, found)
  const request = await accept(sql, found.request)
  const choice = await boxChoice(sql, work.cto_id, work.id)
  const now = await businessNow(sql)
  const offers = hair.decision === 'alternativa' && hair.expires_at !== null && hair.expires_at > now
  const answer = decideHairChange({
    condition: hair.condition_code,
    wanted: hair.port_to_id,
    // The old port stays available to others.
    free: choice ? freePortsOf(choice).filter((port) => port !== hair.port_from_id) : [],
    near: choice?.near.length ?? 0,
    offered: offers ? hair.port_assigned_id : null,
  })
  if (answer === null) return await queue(sql, { ...found, request })
  await answerHair(
    sql,
    { ...found, request },
    {
      decision: answer.decision,
      port: answer.decision === 'concedido' ? answer.port : null,
      code: answer.decision === 'denegado' ? answer.code : null,
      reason: null,
      near: choice?.near ?? [],
      by: null,
    },
  )
}

/** Ports of the largest box: the most often that another request can win the port. */
const boxPorts = 32

/** Decides a request. Of two requests for one port the second finds it taken and is answered so. */
export async function decideHair(db: ProcessDb, id: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inProcess(db, (sql) => decide(sql, id))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'PORT_NOT_AVAILABLE' || tries > boxPorts) throw error
    }
  }
}

async function end(sql: Tx, found: Hair): Promise<void> {
  if (hairTriggers(found.request.process_state, 'withdraw')) await withdrawHair(sql, found, null)
}

async function expire(sql: Tx, found: Hair): Promise<void> {
  const { request } = found
  const now = await businessNow(sql)
  if (hairTriggers(request.process_state, 'expire') === null || !request.deadline_at || request.deadline_at > now)
    return
  await sql.rows('update hair_change set waiting = false where id = $1', [request.id])
  await moveHair(sql, request, 'expire', { finished_at: now })
  await notifyNeutral(sql, found, 'hair_change_unanswered')
  await auditProcess(sql, request, 'hair_expired', { deadline_at: request.deadline_at })
}

async function hairJob({ db }: Process, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const { act } = payload as { act?: unknown }
  if (act === 'decide') return await decideHair(db, id)
  await inProcess(db, async (sql) => {
    const found = await lockHair(sql, id)
    if (!found) return
    if (act === 'sla' && found.hair.waiting) await notifyNeutral(sql, found, 'hair_change_overdue')
    if (act === 'expire') await expire(sql, found)
    if (act === 'end' && !isOpen(found.work.process_state)) await end(sql, found)
  })
}

/** Jobs of hair-change requests. */
export const hairTasks: ProcessTasks = (process) => ({
  'process.hair': (payload) => hairJob(process, payload),
})
