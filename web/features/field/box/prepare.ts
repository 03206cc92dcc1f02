/**
 * Reads a box before the work while there is coverage: work begun offline within the hour is judged against this
 * reading. Failures are ignored: without a prepared reading, the box is read when the work is sent.
 */
import { nearM } from '@hilo/domain/step-checks.ts'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { session } from '../../../api/session.ts'
import { online } from '../../../api/reachability.ts'
import type { PackBox, PackOrder } from '../../../offline/pack.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import { usePack } from '../../../offline/use-pack.ts'
import { useNow } from '../../../ui/use-now.ts'
import { metresBetween, useHere } from '../position.ts'
import { useUnderWay } from '../use-work.ts'

/** Minimum interval per box, and after a failure, ms. */
const often = 600_000
const again = 60_000

const next = new Map<number, number>()
session.onEnd(() => next.clear())

function prepare(cto_id: number, order: number | null): void {
  const now = Date.now()
  if (!online() || document.hidden || !session.can('event_create') || now < (next.get(cto_id) ?? 0)) return
  next.set(cto_id, now + often)
  const query = { cto_id, ...(order !== null && { service_order_id: order }) }
  call('admin_vno/neighbors/prepare', query).catch(() => next.set(cto_id, Date.now() + again))
}

/** Prepares boxes while they are shown, except those with an intervention in progress. */
function usePreparing(wanted: readonly { box: Pick<PackBox, 'id' | 'lock'>; order: number | null }[]): void {
  const { works, ready } = useUnderWay()
  const connected = useOnline()
  const minute = useNow(wanted.length > 0 ? again : null)
  const due = wanted.filter(({ box }) => box.lock === null && !works.some(({ cto_id }) => cto_id === box.id))
  const key = JSON.stringify(due.map(({ box, order }) => [box.id, order]))
  useEffect(() => {
    if (!ready || !connected) return
    for (const [box, order] of JSON.parse(key) as [number, number | null][]) prepare(box, order)
  }, [ready, connected, minute, key])
}

/** Prepares the box of the open screen. */
export function usePrepared(box: Pick<PackBox, 'id' | 'lock'> | null, order: number | null = null): void {
  usePreparing(box === null ? [] : [{ box, order }])
}

/** Prepares the boxes of orders near the technician. */
export function usePreparedNear(orders: readonly PackOrder[]): void {
  const { ctos } = usePack()
  const { position } = useHere()
  const near = orders.flatMap(({ id, cto_id }) => {
    const box = ctos.find((one) => one.id === cto_id)
    return box && position && metresBetween(position, box.position) <= nearM ? [{ box, order: id }] : []
  })
  usePreparing(near)
}
