import { formatAgo, formatDateTime } from './format.ts'
import { useNow } from './use-now.ts'

/** How often a written age is renewed, ms: minutes are shown from the first on. */
export const agoEvery = 10_000

/** "hace 4 min": the age of something that has happened, by the server's clock, renewed while it is on the screen. */
export function Ago({ at, className }: { at: string | number; className?: string }) {
  const now = useNow(agoEvery)
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatAgo(at, now)}
    </time>
  )
}
