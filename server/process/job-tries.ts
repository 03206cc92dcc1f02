/** What a job knows of its earlier tries. `jobs/died.ts` writes a flag for each death of a process that ran it. */
import type { Job } from 'graphile-worker'

export type Tries = Pick<Job, 'flags' | 'attempts' | 'max_attempts'>

export const deathFlag = 'died_'

export function deathsOf({ flags }: Pick<Tries, 'flags'>): number {
  return Object.keys(flags ?? {}).filter((flag) => flag.startsWith(deathFlag)).length
}

/** No other try follows when this one fails. */
export const isLastTry = ({ attempts, max_attempts }: Tries) => attempts >= max_attempts
