import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import type { FaceplatePort } from '../../ui/faceplate/port-look.ts'
import { portLook } from '../../ui/faceplate/port-look.ts'
import type { Work } from './work.ts'

/** A box is read each 20 s while somebody looks, and at most once in 5 s on demand, ms. */
const lookEvery = 20_000
const leastBetween = 5_000

const newest = (ports: readonly FaceplatePort[]) =>
  Math.max(0, ...ports.map(({ read_at }) => (read_at === null ? 0 : Date.parse(read_at))))

/** A reading belongs to the intervention once the server knows it. */
const snapshotOf = ({ cto_id, id }: Pick<Work, 'cto_id' | 'id'>) =>
  callQuery('admin_vno/neighbors/queryState', { cto_id, ...(id > 0 && { event_id: id }) })

/** The ports of the box as they were last read, by whoever read them. */
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
  const told = work?.neighbours.items ?? []
  const ports: readonly FaceplatePort[] = newest(read) > newest(told) || told.length === 0 ? read : told
  const at = Math.max(newest(ports), ports === read && query.data ? Date.parse(query.data.record.taken_at) : 0)
  return { ports, at: at === 0 ? null : at, reading: query.isFetching, error: query.error, again: query.refetch }
}

/** Reads the box now, at most once in 5 s: a press before that only says that it is at it. */
export function useReread(work: Work) {
  const [busy, setBusy] = useState(false)
  const last = useRef(0)
  const reread = useCallback(async () => {
    if (busy) return
    setBusy(true)
    const wait = Math.max(0, last.current + leastBetween - Date.now())
    await new Promise((resolve) => setTimeout(resolve, wait))
    last.current = Date.now()
    try {
      await queryClient.fetchQuery({ ...snapshotOf(work), staleTime: 0 })
    } catch {
      // The light is told by the intervention itself; a reading that fails changes nothing here.
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['admin_vno/events/get'] })
      setBusy(false)
    }
  }, [busy, work])
  return { busy, reread }
}

/** How many lines of the box have light, one's own port apart. */
export function litCount(ports: readonly FaceplatePort[], mine: number | null): number {
  return ports.filter((port) => port.port !== mine && portLook(port).thread === 'lit').length
}
