/** The decisive reading: taken once the box has been quiet for a while, and repeated if a light is missing. */
import { businessNow } from '../../kernel/sql/business-time.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { hasFallen, newlyDark } from '../judging/compare.ts'
import { factsOfEvent, type Facts } from '../judging/facts.ts'
import { lockEvent, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { sweepTree } from '../judging/tree-sweep.ts'
import { watchNewcomers } from '../opening/snapshot.ts'
import { eventIdOf, type Process } from '../process.ts'
import { inProcess } from '../tx.ts'

/** A job that ends in a decisive reading, with its reactions. */
export interface Ending {
  task: 'process.close' | 'process.cancel'
  /** True while the intervention still waits for this reading. */
  due(sql: Tx, event: EventRow): Promise<boolean>
  /** The OLT did not answer; schedules the next try or gives up. */
  failed(sql: Tx, event: EventRow, problem: Problem): Promise<void>
  /** Runs in one transaction with the intervention locked, if `due` still holds. */
  decide(sql: Tx, event: EventRow, decisive: DecisiveReading): Promise<void>
}
/** The reading on which the verdict rests, with the facts judged beside it. */
export interface DecisiveReading {
  reading: BoxAnswer
  facts: Facts
  /** Time of the sweep of the whole tree that belongs to the reading; null if none was needed. */
  sweptAt: Date | null
}

/** Milliseconds between tries when the OLT does not answer. */
const retryAfterMs = 30_000
/** Longest wait for a quiet box, ms: a flapping neighbour must not keep an intervention open for ever. */
const patienceMs = 3 * eventTimes.spinner

const quietAt = `
  with touched as (
    select greatest($2::timestamptz, (
      select max(greatest(n.down_at, n.up_at)) from event_neighbour n where n.event_id = $1), '-infinity') as last)
  select wire_time(least(last + $3::int8 * interval '1 ms', $4::timestamptz)) from touched
   where app_now() < least(last + $3::int8 * interval '1 ms', $4::timestamptz)`

/** When the box will have been quiet for long enough; null if it has been. */
async function nextQuiet(sql: Tx, event: EventRow, since: Date): Promise<Date | null> {
  const latest = new Date(since.getTime() + patienceMs)
  const at = await sql.json(quietAt, [event.id, event.touched_at, eventTimes.afterWait, latest])
  return at === null ? null : new Date(at)
}

/** Facts of the judgement of a locked intervention. Runs in the scope of all operators. */
export async function factsOf(sql: Tx, event: EventRow): Promise<Facts> {
  await watchNewcomers(sql, event.id)
  const facts = await factsOfEvent(sql, event.id)
  if (!facts) throw new Error(`event ${event.id} has no facts`)
  return facts
}

interface Wait {
  /** When the closing was requested; for a repeated reading, when it was scheduled. */
  since: string
  again: boolean
}

function waitOf(payload: unknown): Partial<Wait> {
  return typeof payload === 'object' && payload !== null ? payload : {}
}

/** Job key: one such job per intervention at a time. */
const keyOf = (task: Ending['task'], id: number) => `${task}:${id}`

/** Schedules the job in this transaction, after `afterMs` of business time. */
export async function scheduleEnding(
  sql: Tx,
  task: Ending['task'],
  eventId: number,
  { at, ...wait }: Partial<Wait> & { at?: Date | { afterMs: number } } = {},
): Promise<void> {
  await schedule(sql, task, eventId, wait, { key: keyOf(task, eventId), ...(at && { at }) })
}

/** Schedules the next try after an OLT that did not answer. */
export async function retryEnding(sql: Tx, task: Ending['task'], eventId: number): Promise<void> {
  await scheduleEnding(sql, task, eventId, { at: { afterMs: retryAfterMs } })
}

/** Runs one step: reschedules itself while the box is not quiet, else reads and decides. */
export async function runEnding(process: Process, ending: Ending, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const { again = false, ...wait } = waitOf(payload)
  const { task } = ending
  const plan = await inProcess(process.db, async (sql) => {
    const event = await lockEvent(sql, id)
    if (!event || !(await ending.due(sql, event))) return null
    const since = wait.since ? new Date(wait.since) : await businessNow(sql)
    const at = await nextQuiet(sql, event, since)
    if (at === null) return { event, since, facts: await factsOf(sql, event) }
    await scheduleEnding(sql, task, id, { at, since: since.toISOString() })
    return null
  })
  if (!plan) return
  failpoint('close.read')
  const looked = await look(process, plan.facts)
  const since = plan.since.toISOString()
  failpoint('close.decide')
  await inProcess(process.db, async (sql) => {
    const event = await lockEvent(sql, id)
    if (!event || !(await ending.due(sql, event))) return
    if (looked instanceof Problem) return await ending.failed(sql, event, looked)
    if (!again && newlyDark(plan.facts, looked.reading).length > 0) {
      await scheduleEnding(sql, task, id, { at: { afterMs: eventTimes.afterReread }, since, again: true })
      return
    }
    // An alarm arrived during the reading, so the reading is out of date.
    const at = await nextQuiet(sql, event, plan.since)
    if (at !== null) return await scheduleEnding(sql, task, id, { at, since })
    await ending.decide(sql, event, { ...looked, facts: await factsOf(sql, event) })
  })
}

/** Reads the box, and the whole tree if a light is or was missing: an outage of the tree decides the attribution. */
export async function look(process: Process, facts: Facts): Promise<Omit<DecisiveReading, 'facts'> | Problem> {
  try {
    const reading = await process.reader.readBox(facts.cto_id, { purpose: 'process', maxAgeS: 0 })
    const asks = facts.alarms.size > 0 || newlyDark(facts, reading).length > 0 || hasFallen(facts, reading)
    return { reading, sweptAt: asks ? await sweepTree(process, facts.pon_id) : null }
  } catch (error) {
    if (error instanceof Problem && (error.code === 'OLT_UNREACHABLE' || error.code === 'OLT_BUSY')) return error
    throw error
  }
}
