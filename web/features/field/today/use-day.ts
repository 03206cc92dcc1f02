import { useMemo } from 'react'
import { serverNow } from '../../../api/clock.ts'
import type { PackOrder } from '../../../offline/pack.ts'
import { useOnline, useOutbox } from '../../../offline/use-outbox.ts'
import { usePack } from '../../../offline/use-pack.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useHere, useQuietWatch } from '../position.ts'
import { endOfDay, isLater, routeOrder, type Leg } from './route-order.ts'
import { useHistory, useUnderWay } from '../use-work.ts'
import { isUnderWay, type Work } from '../work.ts'

const lately = 12
const cancelling = 'admin_vno/assigments/cancel_service_order'

/** Orders with a cancellation requested on this device. */
export function useCancelled(): ReadonlySet<number> {
  const operations = useOutbox()
  return useMemo(() => {
    const asked = operations.filter(({ path, state }) => path === cancelling && state !== 'rejected')
    return new Set(asked.map(({ query }) => Number(query['service_order_id'])))
  }, [operations])
}

export interface Day {
  /** In progress, newest first. */
  works: readonly Work[]
  /** Completed today, oldest first. */
  done: readonly Work[]
  /** Today's orders in route order, and those of later days. */
  route: readonly Leg<PackOrder>[]
  later: readonly Leg<PackOrder>[]
  /** Completed before today, newest first. */
  past: readonly Work[]
}

/** The technician's day: completed, current and upcoming work. */
export function useDay() {
  const { works, ready, error, again } = useUnderWay()
  const { orders, ctos, at } = usePack()
  const { data } = useHistory(lately)
  const online = useOnline()
  // Never prompts for the position permission.
  useQuietWatch()
  const here = useHere().position
  const cancelled = useCancelled()
  useNow(60_000)
  const end = endOfDay(serverNow()).getTime()
  const day = useMemo<Day>(() => {
    const places = new Map(ctos.map(({ id, position }) => [id, position]))
    const open = new Set(works.map(({ service_order_id }) => service_order_id))
    const left = orders.filter(({ id }) => !open.has(id) && !cancelled.has(id))
    const legs = (of: readonly PackOrder[]) => routeOrder(of, ({ cto_id }) => places.get(cto_id ?? 0) ?? null, here)
    const before = (data?.records ?? []).filter((work) => !isUnderWay(work))
    const today = (work: Work) => endOfDay(Date.parse(work.created_at)).getTime() === end
    return {
      works,
      done: before.filter(today).reverse(),
      route: legs(left.filter((order) => !isLater(order, new Date(end)))),
      later: legs(left.filter((order) => isLater(order, new Date(end)))),
      past: before.filter((work) => !today(work)),
    }
  }, [works, orders, ctos, data, here, cancelled, end])
  // Stored data is shown at once; work in progress after the server answers or fails.
  const settled = ready || (at !== null && error !== null)
  return { day, at, known: at !== null || (ready && (data !== undefined || !online)), settled, error, again }
}
