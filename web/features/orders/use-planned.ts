import type { ListQuery } from '@hilo/contract/call.ts'
import type { Order } from '@hilo/contract/orders.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { addDays } from '../../lists/state/days.ts'
import { momentOf, wallOf } from './clock.ts'

const path = 'admin_vno/orders/get'
/** More visits than a screen can show: whoever has so many narrows it down. */
export const mostPlanned = 1000

type Filter = Record<string, unknown>

async function ask(filter: Filter, signal: AbortSignal): Promise<Order[]> {
  const found: Order[] = []
  let cursor: string | null = null
  do {
    const query: ListQuery = { filter, sort: [['appointment_from', 'asc']], limit: 200, cursor }
    const page: { records: Order[]; next_cursor: string | null } = await call(path, query, { signal })
    found.push(...page.records)
    cursor = page.next_cursor
  } while (cursor !== null && found.length < mostPlanned)
  return found
}

/** Filter of the appointments of some days, by the clocks of all places: an island's day ends an hour later. */
export function daysFilter(from: string, to: string) {
  return {
    gte: new Date(momentOf({ day: from, minute: 0 }, 'Europe/Madrid')).toISOString(),
    lte: new Date(momentOf({ day: addDays(to, 1), minute: 0 }, 'Atlantic/Canary') - 1).toISOString(),
  }
}

/** Orders with an appointment from one day to another, those that ended badly left out. */
export function usePlanned(from: string, to: string, operator: number | null, enabled = true) {
  const filter = {
    appointment_from: daysFilter(from, to),
    state: ['recibida', 'asignada', 'en_curso', 'completada'],
    ...(operator !== null && { vno_id: operator }),
  }
  return useQuery<Order[]>(
    {
      queryKey: [path, { filter }],
      queryFn: ({ signal }) => ask(filter, signal),
      staleTime: 15_000,
      placeholderData: keepPreviousData,
      enabled,
    },
    queryClient,
  )
}

/** Day of a visit by the clock of its place; null without an appointment. */
export const dayOfOrder = ({ appointment, time_zone }: Pick<Order, 'appointment' | 'time_zone'>): string | null =>
  appointment && wallOf(appointment.from, time_zone).day
