import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from './call.ts'
import { queryClient } from './query.ts'

/** The bytes of a file id never change. */
const forEver = Number.POSITIVE_INFINITY

function fileQuery(fileId: number, variant: 'thumb' | 'full') {
  return queryOptions({
    queryKey: ['files/view', { file_id: fileId, variant }],
    queryFn: async ({ signal }) =>
      (await send('files/view', { file_id: fileId, variant, disposition: 'inline' }, { signal })).blob(),
    staleTime: forEver,
  })
}

/** Prefetches a file's bytes. */
export function fetchFile(fileId: number, variant: 'thumb' | 'full'): void {
  void queryClient.prefetchQuery(fileQuery(fileId, variant))
}

/**
 * Object URL of a file's bytes, valid while the component is mounted: fetched with the session, never a link that
 * others could use.
 */
export function useFile(fileId: number, variant: 'thumb' | 'full'): { url: string | undefined; failed: boolean } {
  const answer = useQuery(fileQuery(fileId, variant), queryClient)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!answer.data) return
    const made = URL.createObjectURL(answer.data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [answer.data])
  return { url, failed: answer.isError }
}
