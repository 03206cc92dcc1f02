import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { touches } from './change.ts'
import { CallProblem } from './problem.ts'
import { onChange } from './stream.ts'

/** Worth a second try: the server or the network was away for a moment. What a gateway answered was tried again already. */
const passing = (error: unknown) =>
  error instanceof CallProblem && (error.status === 0 || error.status === 503) && error.code !== 'GATEWAY_ANSWER'

/** One cache for the whole application, handed over where it is used: what needs no cache does not load it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (count, error) => count < 2 && passing(error), refetchOnWindowFocus: true },
  },
})

/** Answers that follow the work: asked for again when changes may have been missed. */
const moving = (path: string) => /events|notifications|orders|jobs|qualityreport/i.test(path)

// What changed on the server is asked for again by whoever shows it.
onChange((changes) => {
  const stale = (path: string, query: unknown) =>
    changes === null ? moving(path) : changes.some((one) => touches(one, path, query))
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [path, query] }) => stale(String(path), query) })
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
