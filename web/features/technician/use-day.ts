import { useMemo } from 'react'
import { serverNow } from '../../api/clock.ts'
import type { PackOrder } from '../../offline/pack.ts'
import { useOnline, useOutbox } from '../../offline/use-outbox.ts'
import { usePack } from '../../offline/use-pack.ts'
import { useNow } from '../../ui/use-now.ts'
import { useHere, useQuietWatch } from './position.ts'
import { endOfDay, isLater, routeOrder, type Leg } from './route-order.ts'
import { useHistory, useUnderWay } from './use-work.ts'
import { isUnderWay, type Work } from './work.ts'

const lately = 12
const cancelling = 'admin_vno/assigments/cancel_service_order'

/** Orders whose cancelling has been asked for here: they are no work any more. */
export function useCancelled(): ReadonlySet<number> {
  const operations = useOutbox()
  return useMemo(() => {
    const asked = operations.filter(({ path, state }) => path === cancelling && state !== 'rejected')
    return new Set(asked.map(({ query }) => Number(query['service_order_id'])))
  }, [operations])
}

export interface Day {
  /** What is under way, newest first. */
  works: readonly Work[]
  /** Done today, oldest first. */
  done: readonly Work[]
  /** Orders of today in the order of the way, and those of later days. */
  route: readonly Leg<PackOrder>[]
  later: readonly Leg<PackOrder>[]
  /** Done before, newest first. */
  past: readonly Work[]
}

/** The day of the technician: what he has done, is at, and has before him. */
export function useDay() {
  const { works, ready, error, again } = useUnderWay()
  const { orders, ctos, at } = usePack()
  const { data } = useHistory(lately)
  const online = useOnline()
  // Nobody is asked for his position by looking at his day.
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
  // What the device has is shown at once; whether something is under way, when it is known or cannot be known.
  const settled = ready || (at !== null && error !== null)
  return { day, at, known: at !== null || (ready && (data !== undefined || !online)), settled, error, again }
}
