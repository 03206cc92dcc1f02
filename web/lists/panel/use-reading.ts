import type { Input } from '@hilo/contract/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'

type Box = Input<'admin_vno/neighbors/queryState'>
/** Minimum interval between readings of one CTO, shared by all components. */
const restMs = 5000

/**
 * Live reading of a CTO from its OLT. `everyMs`: polling interval; null reads only on `read`. `resting`: read less than
 * the minimum interval ago, so `read` does nothing.
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
