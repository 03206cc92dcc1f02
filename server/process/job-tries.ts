/** Earlier tries of a job. `jobs/dead-jobs.ts` sets a flag for each process death during the job. */
import type { Job } from 'graphile-worker'

export type Tries = Pick<Job, 'flags' | 'attempts' | 'max_attempts'>

export const deathFlag = 'died_'

export function deathsOf({ flags }: Pick<Tries, 'flags'>): number {
  return Object.keys(flags ?? {}).filter((flag) => flag.startsWith(deathFlag)).length
}

/** True if no retry follows. */
export const isLastTry = ({ attempts, max_attempts }: Tries) => attempts >= max_attempts
