/** The reading that decides: taken once nobody has touched the box for a while, and twice where a light is missing. */
import { eventTimes } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { hasFallen, newlyDark } from '../judging/compare.ts'
import { factsOfEvent, type Facts } from '../judging/facts.ts'
import { lockEvent, schedule, type EventRow } from '../event-row.ts'
import { sweepTree } from '../judging/tree-sweep.ts'
import { eventIdOf, type Process } from '../process.ts'
import { inProcess } from '../tx.ts'

/** A job that ends in such a reading, and what it does about it. */
export interface Ending {
  task: 'process.close' | 'process.cancel'
  /** Whether the intervention still asks for it. */
  due(sql: Tx, event: EventRow): Promise<boolean>
  /** The OLT did not answer; schedules the next try or gives up. */
  failed(sql: Tx, event: EventRow, problem: Problem): Promise<void>
  /** In one transaction with the intervention locked, when `due` still holds. */
  decide(sql: Tx, event: EventRow, seen: Decisive): Promise<void>
}
export interface Decisive {
  reading: BoxAnswer
  facts: Facts
  /** When the states of the whole tree were read with it; null where nothing asked for it. */
  sweptAt: Date | null
}

/** Between two tries when the OLT does not answer. */
const retryAfterMs = 30_000
/** A neighbour who comes and goes must not keep an intervention open for ever: after so long the box is read all the same. */
const patienceMs = 3 * eventTimes.spinner

const quietAt = `
  with touched as (
    select greatest($2::timestamptz, (
      select max(at) from event_neighbour n cross join lateral (
        select n.down_at as at union all
        select greatest((c->>'down_at')::timestamptz, (c->>'up_at')::timestamptz) from jsonb_array_elements(n.cuts) c) alarm
      where n.event_id = $1), '-infinity') as last)
  select wire_time(least(last + $3::int8 * interval '1 ms', $4::timestamptz)) from touched
   where app_now() < least(last + $3::int8 * interval '1 ms', $4::timestamptz)`

/** When the box will have been left alone for long enough; null when it has been. */
async function nextQuiet(sql: Tx, event: EventRow, since: Date): Promise<Date | null> {
  const latest = new Date(since.getTime() + patienceMs)
  const at = await sql.json(quietAt, [event.id, event.touched_at, eventTimes.afterWait, latest])
  return at === null ? null : new Date(at)
}

/** Business time. */
export async function businessNow(sql: Tx): Promise<Date> {
  return new Date((await sql.json('select wire_time(app_now())', [])) ?? NaN)
}

/** What the intervention is judged by, in the scope of all operators. */
export async function factsOf(sql: Tx, event: EventRow): Promise<Facts> {
  const facts = await factsOfEvent(sql, event.id)
  if (!facts) throw new Error(`event ${event.id} tells nothing`)
  return facts
}

interface Wait {
  /** When the closing was asked for; the second look at what did not answer. */
  since: string
  again: boolean
}

function waitOf(payload: unknown): Partial<Wait> {
  return typeof payload === 'object' && payload !== null ? payload : {}
}

/** The job's key: one such job at a time for an intervention. */
const keyOf = (task: Ending['task'], id: number) => `${task}:${id}`

/** Schedules the job in this transaction: at once, or after so many ms of business time. */
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

/** Runs one step of such a job: waits by scheduling itself again, or reads and decides. */
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
  const seen = await look(process, plan.facts)
  const since = plan.since.toISOString()
  failpoint('close.decide')
  await inProcess(process.db, async (sql) => {
    const event = await lockEvent(sql, id)
    if (!event || !(await ending.due(sql, event))) return
    if (seen instanceof Problem) return await ending.failed(sql, event, seen)
    if (!again && newlyDark(plan.facts, seen.reading).length > 0) {
      await scheduleEnding(sql, task, id, { at: { afterMs: eventTimes.afterReread }, since, again: true })
      return
    }
    // An alarm that came while the OLT answered: the reading is older than what it has to tell.
    const at = await nextQuiet(sql, event, plan.since)
    if (at !== null) return await scheduleEnding(sql, task, id, { at, since })
    await ending.decide(sql, event, { ...seen, facts: await factsOf(sql, event) })
  })
}

/** Reads the box, and its whole tree where a light is missing or was: whether the tree fell decides whose it is. */
export async function look(process: Process, facts: Facts): Promise<Omit<Decisive, 'facts'> | Problem> {
  try {
    const reading = await process.reader.readBox(facts.cto_id, { purpose: 'process', maxAgeS: 0 })
    const asks = facts.alarms.size > 0 || newlyDark(facts, reading).length > 0 || hasFallen(facts, reading)
    return { reading, sweptAt: asks ? await sweepTree(process, facts.pon_id) : null }
  } catch (error) {
    if (error instanceof Problem && (error.code === 'OLT_UNREACHABLE' || error.code === 'OLT_BUSY')) return error
    throw error
  }
}
