/**
 * Jobs of dead processes. One of them may have killed the process: each death is counted in the job's flags, other jobs go
 * first, and a job with too many deaths is parked.
 */
import type pg from 'pg'
import type { Log } from '../log.ts'
import { deathFlag } from '../process/job-tries.ts'

/** Deaths after which a job is parked, i.e. after two retries. */
const mostDeaths = 3
/** After the first death the job runs after those that are due; after more deaths it waits behind every other job. */
const [soonS, laterS] = [1, 30]
const lastPriority = 1000

/** Jobs that handle too many deaths themselves: run once more, with all flags. */
export type EndsItself = readonly string[]

// The jobs' queues stay locked, so that none starts before all are counted.
const release = `
  with found as (
    select j.id, t.identifier as task, j.locked_by,
      1 + (select count(*)::int from jsonb_object_keys(coalesce(j.flags, '{}')) f where starts_with(f, '${deathFlag}')) as deaths
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.locked_by = $1 for update of j)
  update graphile_worker._private_jobs j
     set locked_by = null, locked_at = null, priority = case f.deaths when 1 then j.priority else greatest(j.priority, ${lastPriority}) end,
         flags = coalesce(j.flags, '{}') || jsonb_build_object('${deathFlag}' || f.deaths, true),
         run_at = greatest(j.run_at, now() + make_interval(secs => case f.deaths when 1 then ${soonS} else ${laterS} end)),
         attempts = case when f.deaths >= ${mostDeaths} and not f.task = any ($2) then j.max_attempts
           else least(j.attempts, j.max_attempts - 1) end,
         last_error = format('the process died while it ran this job (%s)', f.deaths)
    from found f where f.id = j.id
  returning j.id, f.task, f.deaths, j.attempts >= j.max_attempts as parked`

/** Releases the jobs of a dead process's worker. */
export async function releaseJobs(
  client: pg.ClientBase,
  worker: string,
  endsItself: EndsItself,
  log: Log,
): Promise<void> {
  const { rows } = await client.query<{ id: string; task: string; deaths: number; parked: boolean }>(release, [
    worker,
    endsItself,
  ])
  for (const { id, task, deaths, parked } of rows)
    log.warn(
      parked
        ? 'Un trabajo queda apartado: su proceso murió cada vez que lo hacía.'
        : 'Un proceso murió haciendo un trabajo.',
      {
        id,
        task,
        deaths,
      },
    )
}
