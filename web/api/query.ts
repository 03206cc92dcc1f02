import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { touches } from './change.ts'
import { CallProblem } from './problem.ts'
import { onChange } from './stream.ts'

/** Temporary failure of server or network, worth one retry. Gateway responses were already retried. */
const passing = (error: unknown) =>
  error instanceof CallProblem && (error.status === 0 || error.status === 503) && error.code !== 'GATEWAY_ANSWER'

/**
 * One query cache for the whole application, passed in where it is used, so that code without a cache does not load it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (count, error) => count < 2 && passing(error), refetchOnWindowFocus: true },
  },
})

/** Calls whose responses depend on the field work: refetched when changes may have been missed. */
const moving = (path: string) => /events|notifications|orders|jobs|qualityreport/i.test(path)

// Invalidates the cached responses that a change affects.
onChange((changes) => {
  const stale = (path: string, query: unknown) =>
    changes === null ? moving(path) : changes.some((one) => touches(one, path, query))
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [path, query] }) => stale(String(path), query) })
})

/** A call as a cached query; its key is path and query. */
export function callQuery<P extends Path>(path: P, query: Input<P>) {
  return queryOptions<Output<P>>({
    queryKey: [path, query],
    queryFn: ({ signal }) => call(path, query, { signal }),
  })
}

/** Response of a call, cached and fresh for 15 s. */
export function useCall<P extends Path>(path: P, query: Input<P>, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...callQuery(path, query), enabled }, queryClient)
}
