import type pg from 'pg'
import { eventTimes } from '@hilo/domain/event.ts'
import { processState } from '@hilo/domain/status.ts'
import { openKey } from '../../process/opening/open.ts'
import type { Draft, World } from '../draft.ts'
import { mix } from '../rng.ts'
import { minute, second, stamp } from '../time.ts'

/** A pending job of the process, with its time. */
export interface Job {
  task: string
  eventId: number
  payload: Record<string, unknown>
  key: string
  at: number
}

const state = processState.is
const deadlined: readonly number[] = [state.created, state.wronglyFinalized, state.wronglyCancelled]
const over: readonly number[] = [state.finalized, state.cancelled, state.finalizedSync, state.canceledSync]

/** Pending jobs of an intervention in its state. `read`: its neighbours are to be read again. */
export function jobsOf({ now }: World, draft: Draft, read: boolean): Job[] {
  const { id, state: is, finished } = draft
  const job = (task: string, key: string, at: number, payload = {}): Job => ({ task, eventId: id, payload, key, at })
  // Delayed for a moment, so that the state is visible at first.
  const soon = now + 90 * second + (mix(115, id) % 240) * second
  const jobs: Job[] = []
  if (is === state.iddle || is === state.creating) jobs.push(job('process.open', openKey(id), soon))
  if (is === state.finalizing) jobs.push(job('process.close', `process.close:${id}`, soon))
  if (deadlined.includes(is) && draft.deadline !== null)
    jobs.push(job('process.deadline', `deadline:${id}`, draft.deadline))
  // The operator's webhook failed at the first try.
  if (is === state.finalized || is === state.cancelled)
    jobs.push(job('process.acknowledge', `acknowledge:${id}`, soon + (mix(116, id) % 20) * minute, { tried: 5 }))
  if (!read || finished === null || !over.includes(is)) return jobs
  for (const [phase, after] of Object.entries(eventTimes.controls))
    if (finished + after > now) jobs.push(job('process.control', `${phase}:${id}`, finished + after, { phase }))
  return jobs
}

/**
 * Queues jobs; an equal key replaces. Jobs of interventions that were rolled back do nothing.
 * @param queue pool of the queue's owner: requests' limits of seconds do not apply to it
 */
export async function addJobs(queue: pg.Pool, jobs: readonly Job[]): Promise<void> {
  const rows = jobs.map(({ task, eventId, payload, key, at }) => {
    return { task, payload: { event_id: eventId, ...payload }, key, at: stamp(at), queue: `event:${eventId}` }
  })
  await queue.query(
    `select app_add_job(task, payload, key, at, queue, 25)
       from json_to_recordset($1) as r(task text, payload json, key text, at timestamptz, queue text)`,
    [JSON.stringify(rows)],
  )
}
