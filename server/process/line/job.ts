/** Jobs of a customer's line, serialized per access. */
import { Problem } from '@hilo/domain/problem.ts'
import { auditStatement } from '../../kernel/sql/audit.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import { clockLock } from '../schedule.ts'

type LineTask = 'process.ont_reset' | 'process.ont_change' | 'process.inquiry'

/** Schedules a job in this transaction, after so many ms of business time. An equal key replaces the scheduled job. */
export async function scheduleLine(
  sql: Tx,
  task: LineTask,
  queue: string,
  payload: { id: number } & Record<string, unknown>,
  afterMs = 0,
): Promise<void> {
  // Moving the clock also moves scheduled jobs, so it must not overlap with scheduling.
  await sql.rows(`select pg_advisory_xact_lock_shared(${clockLock})`, [])
  await sql.rows(`select app_add_job($1, $2, $3, clock_timestamp() + $4::int8 * interval '1 ms', $5, 25)`, [
    task,
    JSON.stringify(payload),
    `${task}:${payload.id}`,
    Math.max(0, Math.round(afterMs)),
    queue,
  ])
}

export function idOf(payload: unknown): number {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : undefined
  if (typeof id !== 'number') throw new Error('a job of a line names nothing')
  return id
}

/** True if the OLT did not answer; any other error is thrown. */
export function isSilent(error: unknown): boolean {
  if (error instanceof Problem && (error.code === 'OLT_UNREACHABLE' || error.code === 'OLT_BUSY')) return true
  throw error
}

export const failure = (
  code:
    | 'ONT_SIN_LUZ'
    | 'ONT_NOT_DETECTED'
    | 'OLT_UNREACHABLE'
    | 'ACCESS_BAD_STATE'
    | 'PORT_NOT_AVAILABLE'
    | 'ORDER_HAS_OPEN_EVENT',
) => ({
  code,
  text: text(`problem.${code}`),
})

/** Audits an act of the process on a line, in the same transaction. */
export async function auditLine(
  sql: Tx,
  { entity, id, vnoId, act, after }: { entity: string; id: number; vnoId: number; act: string; after: unknown },
): Promise<void> {
  const { text: statement, values } = auditStatement({
    actorId: null,
    accountType: 'system',
    vnoId,
    call: `process/${act}`,
    entity,
    entityId: id,
    after,
    channel: 'system',
    device: '',
    address: '',
    requestId: `process/${act}/${id}`,
  })
  await sql.rows(statement, values)
}
