import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { session } from '../../api/session.ts'

/** Standard poll interval of a running operation, ms. */
const pollMs = 5000

/** Last restarts of an access, newest first; polled while one is running. */
export function useResets(accessId: number) {
  return useQuery(
    {
      ...callQuery('admin_vno/ont/resets/get', { filter: { access_id: accessId }, limit: 5 }),
      enabled: session.can('resetONT_view'),
      refetchInterval: ({ state }) =>
        state.data?.records.some(({ result_flag }) => result_flag === resultFlag.is.doing) ? pollMs : false,
    },
    queryClient,
  )
}

export const refreshResets = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => path === 'admin_vno/ont/resets/get' })
