/** A customer moved to another port of the watched box: the old position is free from then on. */
import type { Evidence } from '@hilo/domain/proof/evidence.ts'

interface Position {
  port: number
  access_id: number | null
  watched_from: string | null
}

const isLater = (one: string | null, other: string | null) =>
  one !== null && (other === null || Date.parse(one) > Date.parse(other))

/** When the customer of a watched position was moved to another port of the box, ms since 1970; null if never. */
export function movedAt(
  watched: readonly Position[],
  { access_id, port, watched_from: since }: Position,
): number | null {
  if (access_id === null) return null
  const now = watched.find(
    (one) => one.access_id === access_id && one.port !== port && isLater(one.watched_from, since),
  )
  return now?.watched_from ? Date.parse(now.watched_from) : null
}

/** What is known of a position while its customer hung on it: nothing answers there any more, and that is no missing answer. */
export const whileThere = (evidence: readonly Evidence[], moved: number | null): readonly Evidence[] =>
  moved === null ? evidence : evidence.filter(({ at }) => at < moved)
