import type { Input } from '@hilo/contract/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'

type Box = Input<'admin_vno/neighbors/queryState'>
/** A box is read at most so often, for everybody together. */
const restMs = 5000

/**
 * A box as its OLT sees it. `everyMs`: asked for again by itself; null waits for `read`.
 * `resting`: just asked, so that asking again would tell nothing new.
 */
export function useReading(box: Box, { everyMs, enabled = true }: { everyMs: number | null; enabled?: boolean }) {
  const [resting, setResting] = useState(false)
  const query = useQuery(
    {
      ...callQuery('admin_vno/neighbors/queryState', box),
      enabled: enabled && everyMs !== null,
      staleTime: restMs,
      refetchInterval: everyMs ?? false,
    },
    queryClient,
  )
  const { refetch } = query
  const read = useCallback(() => {
    setResting(true)
    setTimeout(() => setResting(false), restMs)
    return refetch()
  }, [refetch])
  return { snapshot: query.data?.record, query, read, resting }
}
