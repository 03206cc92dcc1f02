import { formatAgo, formatDateTime } from './format.ts'
import { useNow } from './use-now.ts'

/** Refresh interval of relative ages, ms: minutes are shown from the first on. */
export const agoEvery = 10_000

/** "hace 4 min": age of a past event by the server's clock, refreshed while visible. */
export function Ago({ at, className }: { at: string | number; className?: string }) {
  const now = useNow(agoEvery)
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatAgo(at, now)}
    </time>
  )
}
