import type { Output } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallProblem } from '../../../api/problem.ts'
import { problemText } from '../../../api/problem-text.ts'
import { queryClient } from '../../../api/query.ts'
import type { Technician } from '../conflicts.ts'
import { takenText, serverOrder } from '../order-conflict.ts'
import { orderWith, type Target } from './spot.ts'

/** Local result of a change; valid until the server has a newer version. */
export interface Change {
  record: Order
  pending: boolean
}
/** Result of a move of one order. */
export interface MoveOutcome {
  kind: 'moved' | 'refused'
  /** The order before and after. */
  before: Order
  now: Order
  /** Reason of a rejection, or warnings, as sentences. */
  said: readonly string[]
}
/** Result of an accepted proposal, or of its undo; `remaining` are orders that stay assigned, with the reason. */
export type ShareOutcome =
  | { kind: 'shared'; orders: readonly Order[] }
  | { kind: 'unshared'; freed: number; remaining: readonly Order[]; reason: string | null }
type Outcome = MoveOutcome | ShareOutcome

const path = 'admin_vno/orders/get'

type Moved = Output<'admin_vno/orders/assign'>

/**
 * Moves of one order run in sequence: each uses the version that the previous one returned. Changes by other people
 * remain conflicts.
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

interface ShareInput {
  put: (id: number, change: Change | null) => void
  setOutcome: (outcome: Outcome) => void
  moves: ReturnType<typeof useMoves>
}

/** The accepted proposal and its undo. */
function useShare({ put, setOutcome, moves }: ShareInput) {
  const [undoing, setUndoing] = useState(false)
  /** Unassigns order by order: one that was changed or started since stays as it is. */
  const undoShare = useCallback(
    async (orders: readonly Order[]) => {
      setUndoing(true)
      const remaining: Order[] = []
      let reason: string | null = null
      for (const order of orders)
        try {
          const asked = { order_id: order.id, technical_id: null }
          const { record } = await moves(order, (version) => call('admin_vno/orders/assign', { ...asked, version }))
          put(order.id, record && { record, pending: false })
        } catch (error) {
          remaining.push(order)
          reason ??= error instanceof CallProblem && serverOrder(error) ? takenText(error) : problemText(error)
        }
      setUndoing(false)
      setOutcome({ kind: 'unshared', freed: orders.length - remaining.length, remaining, reason })
      void queryClient.invalidateQueries({ queryKey: [path] })
    },
    [put, setOutcome, moves],
  )
  const share = useCallback((orders: readonly Order[]) => setOutcome({ kind: 'shared', orders }), [setOutcome])
  return { share, undoShare, undoing }
}

/** Optimistic moves: a rejected one is reverted, with the reason. */
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
        const newer = error instanceof CallProblem ? serverOrder(error) : null
        put(order.id, newer && { record: newer, pending: false })
        const messages = [newer && error instanceof CallProblem ? takenText(error) : problemText(error)]
        setOutcome({ kind: 'refused', before: order, now: newer ?? order, said: messages })
      } finally {
        void queryClient.invalidateQueries({ queryKey: [path] })
      }
    },
    [put, technicians, moves],
  )
  const undoMove = useCallback(
    ({ before, now }: MoveOutcome) =>
      place(now, { technician: before.assigned_technical_id, appointment: before.appointment }),
    [place],
  )
  const refuse = useCallback((order: Order, message: string) => {
    setOutcome({ kind: 'refused', before: order, now: order, said: [message] })
  }, [])
  const forget = useCallback(() => setOutcome(null), [])
  return { changes, agreed, outcome, place, undoMove, refuse, forget, ...useShare({ put, setOutcome, moves }) }
}

/** Orders with local changes applied, until the server has a newer version. */
export function withChanges(orders: readonly Order[], changes: ReadonlyMap<number, Change>): Order[] {
  const known = new Map(orders.map((order) => [order.id, order]))
  for (const [id, { record, pending }] of changes) {
    const order = known.get(id)
    if (!order || pending || record.version >= order.version) known.set(id, record)
  }
  return [...known.values()]
}
