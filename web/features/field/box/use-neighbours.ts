import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { callQuery, queryClient } from '../../../api/query.ts'
import type { FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import { withPreexistingDark } from '@hilo/domain/port-look.ts'
import { asNeighbour } from '../../../ui/faceplate/port-look.ts'
import type { Work } from '../work.ts'

/** Poll interval while visible, and minimum interval between reads on demand, ms. */
const lookEvery = 20_000
const leastBetween = 5_000

const newest = (ports: readonly FaceplatePort[]) =>
  Math.max(0, ...ports.map(({ read_at }) => (read_at === null ? 0 : Date.parse(read_at))))

/** A reading belongs to the intervention once the server has its id. */
const snapshotOf = ({ cto_id, id }: Pick<Work, 'cto_id' | 'id'>) =>
  callQuery('admin_vno/neighbors/queryState', { cto_id, ...(id > 0 && { event_id: id }) })

/** Ports of the box: the newer of the intervention's readings and the polled one. */
export function useNeighbours(work: Work | null, { looking }: { looking: boolean }) {
  const query = useQuery(
    {
      ...snapshotOf(work ?? { cto_id: 0, id: 0 }),
      enabled: work !== null && looking,
      refetchInterval: looking ? lookEvery : false,
      staleTime: leastBetween,
    },
    queryClient,
  )
  const read = query.data?.record.items ?? []
  const items = work?.neighbours.items ?? []
  const newer = newest(read) > newest(items) || items.length === 0
  // A polled reading does not mark ports dark before the work: take the marks from the intervention.
  const ports: readonly FaceplatePort[] = newer ? withPreexistingDark(read, items.map(asNeighbour)) : items
  const at = Math.max(newest(ports), ports === read && query.data ? Date.parse(query.data.record.taken_at) : 0)
  return { ports, at: at === 0 ? null : at, reading: query.isFetching, error: query.error, again: query.refetch }
}

/**
 * Reads the box now, at most once in 5 s; an earlier press waits for the rest of that time. `found`: the ports as the last
 * press read them; null before it has ended.
 */
export function useReread(work: Work) {
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly FaceplatePort[] | 'unread' | null>(null)
  const last = useRef(0)
  const reread = useCallback(async () => {
    if (busy) return
    setBusy(true)
    setFound(null)
    let read: readonly FaceplatePort[] | 'unread' = 'unread'
    const wait = Math.max(0, last.current + leastBetween - Date.now())
    await new Promise((resolve) => setTimeout(resolve, wait))
    last.current = Date.now()
    try {
      read = (await queryClient.fetchQuery({ ...snapshotOf(work), staleTime: 0 })).record.items
    } catch {
      // The intervention itself may still report the light.
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['admin_vno/events/get'] })
      setFound(read)
      setBusy(false)
    }
  }, [busy, work])
  return { busy, found, reread }
}
