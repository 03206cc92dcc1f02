/** Jobs of the process, at instants of business time. */
import type { Tx } from '../kernel/sql/scope.ts'

/** Advisory lock: shared by transactions that schedule, exclusive for the one that moves the clock. */
export const clockLock = 48_414_945

interface JobOptions {
  at?: Date | { afterMs: number }
  key?: string
  attempts?: number
}

/**
 * Schedules a job of the process in this transaction, at a business time (default now). An equal key replaces the scheduled
 * job; jobs of one queue run one after another.
 */
export async function addJob(
  sql: Tx,
  task: `process.${string}`,
  queue: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  await insertJob(sql, task, queue, payload, options)
}

const insertJobText = `select app_add_job($1, $2, $3,
    case when $4::timestamptz is null then clock_timestamp() + $5::int8 * interval '1 ms'
      else clock_timestamp() + ($4::timestamptz - app_now()) end, $6, $7),
  coalesce($4::timestamptz, app_now() + $5::int8 * interval '1 ms') as due`

/** Answers the business time at which the job is due. */
async function insertJob(...[sql, task, queue, payload, options]: Required<Parameters<typeof addJob>>): Promise<Date> {
  const { at } = options
  // Moving the clock also moves scheduled jobs, so it must not overlap with scheduling.
  if (at !== undefined) await sql.rows(`select pg_advisory_xact_lock_shared(${clockLock})`, [])
  const [row] = await sql.rows<{ due: Date }>(insertJobText, [
    task,
    JSON.stringify(payload),
    options.key ?? null,
    at instanceof Date ? at : null,
    at === undefined || at instanceof Date ? 0 : at.afterMs,
    queue,
    options.attempts ?? 25,
  ])
  if (!row) throw new Error(`job ${task} was not added`)
  return row.due
}

/** The same for a job of one intervention: its jobs run one after another. */
export async function schedule(
  sql: Tx,
  task: `process.${string}`,
  eventId: number,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  await addJob(sql, task, `event:${eventId}`, { event_id: eventId, ...payload }, options)
}

/** Schedules a job of one intervention after so many ms of business time, and answers when it is due. */
export async function scheduleAfter(
  sql: Tx,
  task: `process.${string}`,
  eventId: number,
  afterMs: number,
): Promise<Date> {
  const key = `${task.slice('process.'.length)}:${eventId}`
  return await insertJob(sql, task, `event:${eventId}`, { event_id: eventId }, { at: { afterMs }, key })
}
