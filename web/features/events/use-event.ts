import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { eventTimes, hasReadings } from '@hilo/domain/event.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useIsLive, useLive } from '../../api/stream.ts'
import { stillOpen } from './event-facts.ts'

/** Read interval of an open intervention's box while its page is visible, ms. */
export const readEveryMs = 20_000

/** False for a closed intervention without any reading of its neighbours: the server has no report of it. */
export const mayHaveReport = (event: Event): boolean =>
  (session.can('event_view') || session.can('neightborState_view')) &&
  (stillOpen(event) || hasReadings(event.neighbours))

/** An intervention, updated by the live stream, or by polling while it is in progress. */
export function useEvent(id: number) {
  useLive()
  const live = useIsLive()
  return useQuery(
    {
      ...callQuery('admin_vno/events/get', { id }),
      refetchInterval: ({ state }) =>
        !live && state.data?.records[0]?.result_flag === resultFlag.is.doing ? eventTimes.poll : false,
    },
    queryClient,
  )
}

/** Report of an intervention: provisional while open, frozen once closed. */
export function useEventReport(event: Event, wanted = true): Report | undefined {
  const query = callQuery('admin_vno/neighbors/qualityReport', { event_id: event.id })
  const refetchInterval = stillOpen(event) ? readEveryMs : false
  return useQuery({ ...query, enabled: mayHaveReport(event) && wanted, refetchInterval }, queryClient).data?.record
}
