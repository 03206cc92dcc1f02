import { useQuery } from '@tanstack/react-query'
import { send } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { resultsOf } from '../../ui/load/csv.ts'

/** Results of a file by row, from the server's result file. */
export function useResults(fileId: number | null) {
  return useQuery(
    {
      queryKey: ['files/download', { file_id: fileId }],
      queryFn: async ({ signal }) =>
        resultsOf(await (await send('files/download', { file_id: fileId ?? 0 }, { signal })).text()),
      enabled: fileId !== null,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
}
