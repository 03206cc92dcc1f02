import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { CallProblem } from './problem.ts'

/** Worth a second try: the server or the network was away for a moment. */
const passing = (error: unknown) => error instanceof CallProblem && (error.status === 0 || error.status === 503)

/** One cache for the whole application, handed over where it is used: what needs no cache does not load it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (count, error) => count < 2 && passing(error), refetchOnWindowFocus: true },
  },
})

/** A call as a cached query; its key is the path and what is asked. */
export function callQuery<P extends Path>(path: P, query: Input<P>) {
  return queryOptions<Output<P>>({
    queryKey: [path, query],
    queryFn: ({ signal }) => call(path, query, { signal }),
  })
}

/** The answer of a call, cached and fresh for 15 s. */
export function useCall<P extends Path>(path: P, query: Input<P>, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...callQuery(path, query), enabled }, queryClient)
}
