/** A job as the queue keeps it. */
import type { TestDatabase } from './database.ts'
import type { TestServer } from './harness.ts'

export const jobsTable = 'graphile_worker._private_jobs'

interface JobRow {
  attempts: number
  max_attempts: number
  priority: number
  waits: boolean
  locked: boolean
  deaths: number
}
const columns = `attempts, max_attempts, priority, run_at > now() + interval '5 seconds' as waits, locked_by is not null as locked,
  (select count(*)::int from jsonb_object_keys(coalesce(flags, '{}'))) as deaths`

/** The job of a key; undefined once it is done. */
export async function jobOf(db: TestDatabase, key: string): Promise<JobRow | undefined> {
  return (await db.jobs.query<JobRow>(`select ${columns} from ${jobsTable} where key = $1`, [key])).rows[0]
}

/** Takes the jobs of a task for an address out of the queue, and returns their payloads. */
export async function takeJobs({ rows }: TestServer, task: string, email: string): Promise<object[]> {
  const text = `delete from ${jobsTable} j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = $1 and j.payload ->> 'email' = $2 returning j.payload`
  return (await rows<{ payload: object }>(text, task, email)).map(({ payload }) => payload)
}
