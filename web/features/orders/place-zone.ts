import { zoneOfPlace, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'

/** Place of a new order; one value is enough. */
export interface NewPlace {
  access?: number | undefined
  cto?: number | undefined
  feasibility?: number | undefined
}

/** Expected box of the work; for a feasibility inquiry the nearest box, since all are around one home. */
async function boxIdOf({ access, cto, feasibility }: NewPlace): Promise<number | undefined> {
  if (access !== undefined) {
    const { records } = await queryClient.fetchQuery(callQuery('admin_vno/accesses/get', { id: access }))
    return records[0]?.cto_id
  }
  if (feasibility === undefined) return cto
  const { records } = await queryClient.fetchQuery(callQuery('admin_vno/feasibility/get', { id: feasibility }))
  return records[0]?.ctos[0]?.cto_id
}

/** INE code of the box's municipality; null without a box, or if the session may not read it. */
async function ineCodeOf(place: NewPlace): Promise<string | null> {
  const id = await boxIdOf(place)
  if (id === undefined) return null
  const { records } = await queryClient.fetchQuery(callQuery('admin_vno/ctos/get', { id }))
  return records[0]?.address.ine_code ?? null
}

const ineQuery = (place: NewPlace) =>
  queryOptions({
    queryKey: ['order.place', place],
    queryFn: () => ineCodeOf(place).catch(() => null),
    staleTime: 60_000,
  })

/** Time zone of a new order: that of its box, else of the typed postal code. */
export function useNewZone(place: NewPlace, postal_code: string): PlaceZone {
  const { data = null } = useQuery(ineQuery(place), queryClient)
  return zoneOfPlace({ ine_code: data, postal_code })
}

/** The same, once it is loaded. */
export async function newZone(place: NewPlace, postal_code: string): Promise<PlaceZone> {
  return zoneOfPlace({ ine_code: await queryClient.fetchQuery(ineQuery(place)), postal_code })
}
