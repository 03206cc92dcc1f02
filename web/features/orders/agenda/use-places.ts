import type { Output } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders.ts'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallProblem } from '../../../api/problem.ts'
import { problemText } from '../../../api/problem-text.ts'
import { queryClient } from '../../../api/query.ts'
import type { Technician } from '../conflicts.ts'
import { takenText, theirs } from '../taken.ts'
import { orderWith, type Target } from './spot.ts'

/** What a change of this screen made of an order; it counts until the server tells of a newer version. */
export interface Change {
  record: Order
  pending: boolean
}
/** What became of the last move. */
export interface Outcome {
  kind: 'moved' | 'refused'
  /** As it was before, and is now. */
  before: Order
  now: Order
  /** Why it was refused, or what the server remarked, as sentences. */
  said: readonly string[]
}

const path = 'admin_vno/orders/get'

type Moved = Output<'admin_vno/orders/assign'>

/**
 * Moves of one order in their turn: the next goes over the version that the one before made, which whoever picked the
 * order up meanwhile could not have seen. What somebody else makes of it stays a conflict.
 */
function useMoves() {
  const made = useRef(new Map<number, number>())
  const last = useRef(new Map<number, Promise<unknown>>())
  return useCallback(({ id, version }: Order, move: (version: number) => Promise<Moved>): Promise<Moved> => {
    const before = last.current.get(id) ?? Promise.resolve()
    const turn = before
      .catch(() => undefined)
      .then(() => move(Math.max(version, made.current.get(id) ?? 0)))
      .then((moved) => {
        if (moved.record) made.current.set(id, moved.record.version)
        return moved
      })
    last.current.set(id, turn)
    return turn
  }, [])
}

/** Moves orders at once and tells the server behind: what it refuses goes back to where it was, with the reason. */
export function usePlaces(technicians: ReadonlyMap<number, Technician>) {
  const [changes, setChanges] = useState<ReadonlyMap<number, Change>>(new Map())
  const [agreed, setAgreed] = useState<ReadonlyMap<number, { from: string; to: string }>>(new Map())
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const moves = useMoves()
  const put = useCallback((id: number, change: Change | null) => {
    setChanges((now) => {
      const next = new Map(now)
      if (change) next.set(id, change)
      else next.delete(id)
      return next
    })
  }, [])
  const place = useCallback(
    async (order: Order, target: Target) => {
      const { appointment: accepted } = order
      if (accepted) setAgreed((now) => (now.has(order.id) ? now : new Map(now).set(order.id, accepted)))
      put(order.id, { record: orderWith(order, target, technicians), pending: true })
      setOutcome(null)
      try {
        const { technician: technical_id, appointment } = target
        const input = { order_id: order.id, technical_id, appointment }
        const { record, warnings } = await moves(order, (version) =>
          call('admin_vno/orders/assign', { ...input, version }),
        )
        const now = record ?? order
        put(order.id, { record: now, pending: false })
        setOutcome({ kind: 'moved', before: order, now, said: warnings.map((one) => one.text) })
      } catch (error) {
        const newer = error instanceof CallProblem ? theirs(error) : null
        put(order.id, newer && { record: newer, pending: false })
        const said = [newer && error instanceof CallProblem ? takenText(error) : problemText(error)]
        setOutcome({ kind: 'refused', before: order, now: newer ?? order, said })
      } finally {
        void queryClient.invalidateQueries({ queryKey: [path] })
      }
    },
    [put, technicians, moves],
  )
  const undo = useCallback(
    ({ before, now }: Outcome) =>
      void place(now, { technician: before.assigned_technical_id, appointment: before.appointment }),
    [place],
  )
  const refuse = useCallback((order: Order, said: string) => {
    setOutcome({ kind: 'refused', before: order, now: order, said: [said] })
  }, [])
  return { changes, agreed, outcome, place, undo, refuse, forget: useCallback(() => setOutcome(null), []) }
}
export type Places = ReturnType<typeof usePlaces>

/** Orders as this screen has them: what it changed itself counts until the server knows better. */
export function withChanges(orders: readonly Order[], changes: ReadonlyMap<number, Change>): Order[] {
  const known = new Map(orders.map((order) => [order.id, order]))
  for (const [id, { record, pending }] of changes) {
    const order = known.get(id)
    if (!order || pending || record.version >= order.version) known.set(id, record)
  }
  return [...known.values()]
}
