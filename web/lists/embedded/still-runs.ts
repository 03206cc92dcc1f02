import type { Running } from '../define.ts'

/** An intervention runs from its start until it is closed. */
export const stillRuns = ({
  started_at,
  finished_at,
}: {
  started_at: string | null
  finished_at: string | null
}): Running | null =>
  started_at === null || finished_at !== null ? null : { since: started_at, word: 'list.running.open' }
