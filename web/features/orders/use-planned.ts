import type { ListQuery } from '@hilo/contract/call.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { addDays } from '../../lists/state/days.ts'
import { momentOf, standingDay, wallOf } from './clock.ts'

const path = 'admin_vno/orders/get'
/** Most visits loaded; beyond that the user has to filter. */
const mostPlanned = 1000

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

/** Filter of appointments by day, in all time zones: a day in the Canary Islands ends an hour later. */
function daysFilter(from: string, to: string) {
  return {
    gte: new Date(momentOf({ day: from, minute: 0 }, 'Europe/Madrid')).toISOString(),
    lte: new Date(momentOf({ day: addDays(to, 1), minute: 0 }, 'Atlantic/Canary') - 1).toISOString(),
  }
}

/** Visits of a range of days, also those without hours, without cancelled and failed orders. */
export function usePlanned(from: string, to: string, operator: number | null, enabled = true) {
  const whose = operator !== null && { vno_id: operator }
  const filter = {
    appointment_from: daysFilter(from, to),
    state: ['recibida', 'asignada', 'en_curso', 'completada'],
    ...whose,
  }
  const unscheduled = { unscheduled: true, state: ['asignada', 'en_curso'], ...whose }
  return useQuery<Order[]>(
    {
      queryKey: [path, { filter }],
      queryFn: async ({ signal }) => {
        const [scheduled, others] = await Promise.all([ask(filter, signal), ask(unscheduled, signal)])
        const within = others.filter((order) => standingDay(order) >= from && standingDay(order) <= to)
        return [...scheduled, ...within]
      },
      staleTime: 15_000,
      placeholderData: keepPreviousData,
      enabled,
    },
    queryClient,
  )
}

/** Day of a visit in its place's time zone; null without an appointment. */
export const dayOfOrder = ({ appointment, time_zone }: Pick<Order, 'appointment' | 'time_zone'>): string | null =>
  appointment && wallOf(appointment.from, time_zone).day
