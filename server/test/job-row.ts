/** A job as the queue keeps it. */
import type { TestDatabase } from './database.ts'

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
