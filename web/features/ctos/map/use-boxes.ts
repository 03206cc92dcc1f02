import type { Input, Output } from '@hilo/contract/index.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { callQuery, queryClient } from '../../../api/query.ts'
import { listFilters } from '../../../lists/state/filter-text.ts'
import type { ListState } from '../../../lists/state/url-state.ts'
import { ctosList } from '../ctos.list.ts'
import { useDark } from '../use-dark.ts'
import type { Zone } from '../../../ui/map/geo.ts'
import { boxPoint, type BoxPoint } from '../../../ui/map/markers.ts'

type Asked = Input<'admin_vno/ctos/map'>
type Answer = Output<'admin_vno/ctos/map'>

/** What the server answers as points of the map; `dark`: neighbours without light by box. */
function pointsOf({ boxes, groups }: Answer, dark: ReadonlyMap<number, number>): BoxPoint[] {
  const joined = groups.map(({ lat, lon, ports_free: free, ports_total: total, not_installed: planned, ...counts }) => {
    const { boxes: count, full, defective } = counts
    const sums = { boxes: count, free, total, full, defective, planned, dark: 0 }
    return { id: null, label: `${lat},${lon}`, state: 0, look: 'free' as const, lat, lon, ...sums }
  })
  return [...boxes.map((box) => boxPoint(box, box, dark.get(box.id))), ...joined]
}

/** Call input for the filters in the URL. */
export function askedBoxes({ filter, search }: Pick<ListState, 'filter' | 'search'>): Asked {
  const wanted = listFilters(ctosList, filter, serverNow())
  return {
    ...(Object.keys(wanted).length > 0 && { filter: wanted }),
    ...(search !== '' && { search }),
  }
}

/** Number of dark neighbours by box. */
function useDarkBoxes(): ReadonlyMap<number, number> {
  const cases = useDark()
  return useMemo(() => {
    const counts = new Map<number, number>()
    for (const { cto_id } of cases) counts.set(cto_id, (counts.get(cto_id) ?? 0) + 1)
    return counts
  }, [cases])
}

/** Boxes of a zone with the filters of the URL; the previous ones stay while loading. */
export function useBoxes(asked: Asked, zone: Zone | null) {
  const answer = useQuery(
    {
      ...callQuery('admin_vno/ctos/map', { ...asked, ...(zone && { zone }) }),
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    },
    queryClient,
  )
  const dark = useDarkBoxes()
  const { data } = answer
  const points = useMemo(() => (data ? pointsOf(data, dark) : []), [data, dark])
  return { answer, points }
}
