import type { Input } from '@hilo/contract/index.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { callQuery, queryClient, useCall } from '../../../api/query.ts'
import { session } from '../../../api/session.ts'
import { listFilters } from '../../../lists/state/filter-text.ts'
import type { ListState } from '../../../lists/state/url-state.ts'
import { ctosList } from '../ctos.list.ts'
import type { Zone } from './geo.ts'
import { indexOf } from './markers.ts'

type Asked = Input<'admin_vno/ctos/map'>

/** What the filters of the address mean on the wire. */
export function askedBoxes({ filter, search }: Pick<ListState, 'filter' | 'search'>): Asked {
  const wanted = listFilters(ctosList, filter, serverNow())
  return {
    ...(Object.keys(wanted).length > 0 && { filter: wanted }),
    ...(search !== '' && { search }),
  }
}

const live = ['abierto', 'escalado'] as const
/** So many cases at once are all over the map: their list tells them better. */
const most = 200

/** Neighbours that are without light now, by box. */
function useDark(): ReadonlyMap<number, number> {
  const enabled = session.can('neightborState_view')
  const { data } = useCall('admin_vno/events/cev/get', { filter: { state: [...live] }, limit: most }, { enabled })
  return useMemo(() => {
    const counts = new Map<number, number>()
    for (const { cto_id } of data?.records ?? []) counts.set(cto_id, (counts.get(cto_id) ?? 0) + 1)
    return counts
  }, [data])
}

/** The boxes of a zone with the filters of the address; those of before stay until the next ones are here. */
export function useBoxes(asked: Asked, zone: Zone | null) {
  const answer = useQuery(
    {
      ...callQuery('admin_vno/ctos/map', { ...asked, ...(zone && { zone }) }),
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    },
    queryClient,
  )
  const dark = useDark()
  const { data } = answer
  const index = useMemo(() => (data ? indexOf(data, dark) : null), [data, dark])
  return { answer, index, dark }
}
