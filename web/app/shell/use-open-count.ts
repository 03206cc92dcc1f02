import { eventType, processState } from '@hilo/domain/status.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { session } from '../../api/session.ts'

const { created, creating, finalizing, iddle } = processState.is
const query = {
  filter: { type: [eventType.is.createListener], process_state: [iddle, creating, created, finalizing] },
  limit: 1,
  count: true,
}
/** The screen's own answers come first; then once a minute while somebody looks. */
const first = 1_500
const every = 60_000

/** How many interventions are under way, for the menu; null while it is not known. */
export function useOpenCount(): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    if (!session.can('event_view')) return
    const abort = new AbortController()
    const ask = () => {
      if (document.hidden) return
      call('admin_vno/events/get', query, { signal: abort.signal }).then(
        ({ total }) => setCount(total?.value ?? null),
        // The menu stays as it is; the screens say what is wrong.
        () => undefined,
      )
    }
    const start = setTimeout(ask, first)
    const again = setInterval(ask, every)
    return () => {
      abort.abort()
      clearTimeout(start)
      clearInterval(again)
    }
  }, [])
  return count
}
