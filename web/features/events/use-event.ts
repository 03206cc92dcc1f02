import type { Event } from '@hilo/contract/events.ts'
import type { Report } from '@hilo/contract/neighbors.ts'
import { eventTimes, isOpen } from '@hilo/domain/event.ts'
import { processState, resultFlag } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useIsLive, useLive } from '../../api/stream.ts'

/** While somebody looks at an open intervention, its box is read this often. */
export const readEveryMs = 20_000

const isState = (value: number) => processState.all.some((state) => state.value === value)

/** Whether an intervention still holds its box; a state that nobody knows does not. */
export const stillOpen = ({ process_state: state }: Event): boolean =>
  isState(state) && isOpen(state as Parameters<typeof isOpen>[0])

/** An intervention that follows what happens to it: by the stream, or asked for again while something is under way. */
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

/** What the intervention did to its neighbours: as it stands now, or as it was frozen when it closed. */
export function useEventReport(event: Event, wanted = true): Report | undefined {
  const may = session.can('event_view') || session.can('neightborState_view')
  const query = callQuery('admin_vno/neighbors/qualityReport', { event_id: event.id })
  const refetchInterval = stillOpen(event) ? readEveryMs : false
  return useQuery({ ...query, enabled: may && wanted, refetchInterval }, queryClient).data?.record
}
