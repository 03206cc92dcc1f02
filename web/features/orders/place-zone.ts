import { zoneOfPlace, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'

/** What a new order is for; one of them is enough. */
export interface NewPlace {
  access?: number | undefined
  cto?: number | undefined
  feasibility?: number | undefined
}

/** The box in which the work is expected; of a feasibility the nearest one: its boxes are all around one home. */
async function boxIdOf({ access, cto, feasibility }: NewPlace): Promise<number | undefined> {
  if (access !== undefined) {
    const { records } = await queryClient.fetchQuery(callQuery('admin_vno/accesses/get', { id: access }))
    return records[0]?.cto_id
  }
  if (feasibility === undefined) return cto
  const { records } = await queryClient.fetchQuery(callQuery('admin_vno/feasibility/get', { id: feasibility }))
  return records[0]?.ctos[0]?.cto_id
}

/** The INE code of the box; null where there is none, or this person may not look it up. */
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

/** The clock by which the hours of a new order are meant: that of its box, else of the postal code that is written. */
export function useNewZone(place: NewPlace, postal_code: string): PlaceZone {
  const { data = null } = useQuery(ineQuery(place), queryClient)
  return zoneOfPlace({ ine_code: data, postal_code })
}

/** The same, as soon as it is known. */
export async function newZone(place: NewPlace, postal_code: string): Promise<PlaceZone> {
  return zoneOfPlace({ ine_code: await queryClient.fetchQuery(ineQuery(place)), postal_code })
}
