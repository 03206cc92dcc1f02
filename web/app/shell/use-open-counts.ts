import type { PathOf } from '@hilo/contract/index.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import type { IconName } from '../menu.ts'

const { created, creating, finalizing, iddle } = processState.is
const open = [iddle, creating, created, finalizing]
const ofType = (type: number) => ({ type, process_state: open })

interface Counted {
  path: PathOf<'list'>
  filter: Readonly<Record<string, unknown>>
  /** Above zero it is drawn in danger. */
  alarm?: true
}

/** What waits for somebody behind an entry of the menu. */
export const counted: Readonly<Partial<Record<IconName, Counted>>> = {
  events: { path: 'admin_vno/events/get', filter: ofType(eventType.is.createListener) },
  finalizations: { path: 'admin_vno/events/get', filter: ofType(eventType.is.finalizeListener) },
  cancellations: { path: 'admin_vno/events/get', filter: ofType(eventType.is.cancelledListener) },
  hair: { path: 'admin_vno/hair_changes/get', filter: { waiting: true } },
  verification: { path: 'admin_vno/enrollments/get', filter: { verification_state: 'pendiente' } },
  neighbours: { path: 'admin_vno/events/cev/get', filter: { state: ['abierto', 'escalado'] }, alarm: true },
  orders: { path: 'admin_vno/orders/get', filter: { state: 'recibida' } },
}
export type OpenCounts = Readonly<Partial<Record<IconName, number>>>

/** The screen's own answers come first; then once a minute while somebody looks. */
const first = 1_500
const every = 60_000

/** How much waits behind each of these entries, as far as it is known; they are asked for one after another. */
export function useOpenCounts(seen: readonly IconName[]): OpenCounts {
  const [counts, setCounts] = useState<OpenCounts>({})
  const names = seen.filter((name) => counted[name]).join()
  useEffect(() => {
    const abort = new AbortController()
    const ask = async () => {
      for (const name of names.split(',') as IconName[]) {
        const what = counted[name]
        if (!what || document.hidden) return
        const query = { filter: what.filter, limit: 1, count: true }
        const { total } = await call<PathOf<'list'>>(what.path, query, { signal: abort.signal })
        if (total) setCounts((now) => ({ ...now, [name]: total.value }))
      }
    }
    // The menu stays as it is; the screens say what is wrong.
    const quietly = () => void ask().catch(() => undefined)
    const start = setTimeout(quietly, first)
    const again = setInterval(quietly, every)
    return () => {
      abort.abort()
      clearTimeout(start)
      clearInterval(again)
    }
  }, [names])
  return counts
}
