import type { Order } from '@hilo/contract/orders/orders.ts'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { addDays } from '../../../lists/state/days.ts'
import { wallOf } from '../clock.ts'
import { snap, stepMinutes, type Hours } from './lanes.ts'
import { isMovable, lengthOf, naturalMinute, sameSpot, spotOf, type Spot } from './spot.ts'
import type { Lane } from './use-agenda.ts'

/** An order being moved. */
export interface DraggedOrder {
  order: Order
  by: 'pointer' | 'keys'
  /** Drop target; null if it is not allowed. */
  spot: Spot | null
}

/** Movement (px) that starts a mouse drag, and hold time (ms) that starts a touch drag. */
const dragThreshold = 5
const longPressMs = 350
/** Delay after which a dropped order is rendered in its new place, ms. */
const focusMs = 50
/** Distance from the edge at which the board scrolls, px. */
const scrollEdge = 44

interface Board {
  lanes: readonly Lane[]
  days: readonly string[]
  orders: readonly Order[]
  hours: Hours
  week: boolean
  agreed: ReadonlyMap<number, { from: string; to: string }>
  /** False for read-only sessions. */
  mayMove: boolean
  drop: (order: Order, spot: Spot) => void
}

interface Grip {
  order: Order
  /** Pointer offset from the order's left edge, px. */
  offset: number
  x: number
  y: number
  touch: boolean
}

/** Spot under the pointer, from data attributes of the board. */
function spotUnder({ order, offset }: Grip, x: number, y: number, board: Board): Spot | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-spot]')
  if (!element) return null
  const { spot, technician: who = '', day = '' } = element.dataset
  if (spot === 'tray') return order.assigned_technical_id === null ? null : { technician: null, day: '', minute: 0 }
  const technician = Number(who)
  if (spot !== 'lane') return { technician, day, minute: naturalMinute(order, technician, day, board.orders) }
  const { left, width } = element.getBoundingClientRect()
  const { hours } = board
  const minute = hours.from + ((x - offset - left) / width) * (hours.to - hours.from)
  const agreed = board.agreed.get(order.id) ?? order.appointment
  const at = agreed && wallOf(agreed.from, order.time_zone)
  return { technician, day, minute: snap(minute, lengthOf(order), hours, at?.day === day ? at.minute : null) }
}

/** Start spot of a keyboard move: the current place, else the first technician. */
function firstSpot(order: Order, { lanes, days, orders }: Board): Spot | null {
  const now = spotOf(order)
  const [lane] = lanes
  if (now && Number.isNaN(now.minute) && now.technician !== null)
    return { ...now, minute: naturalMinute(order, now.technician, now.day, orders) }
  if (now || !lane) return now
  const own = order.appointment && wallOf(order.appointment.from, order.time_zone).day
  const day = own !== null && days.includes(own) ? own : (days[0] ?? '')
  return { technician: lane.technician.id, day, minute: naturalMinute(order, lane.technician.id, day, orders) }
}

/** One step by arrow key: up and down by technician, left and right by time (by day in the week view). */
function stepped(spot: Spot, key: string, large: boolean, order: Order, board: Board): Spot {
  const { lanes, days, hours, week } = board
  const index = lanes.findIndex(({ technician }) => technician.id === spot.technician)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = index + (key === 'ArrowDown' ? 1 : -1)
    const technician = lanes[Math.min(next, lanes.length - 1)]?.technician.id
    // Above the first lane is the tray, for assigned orders.
    if (next < 0) return order.assigned_technical_id === null ? spot : { ...spot, technician: null }
    return technician === undefined ? spot : { ...spot, technician }
  }
  const way = key === 'ArrowRight' ? 1 : -1
  if (week) {
    const day = addDays(spot.day, way)
    return days.includes(day) ? { ...spot, day } : spot
  }
  const minute = spot.minute + way * (large ? 60 : stepMinutes)
  return { ...spot, minute: Math.max(hours.from, Math.min(minute, hours.to - lengthOf(order))) }
}

const isArrow = (key: string) => key.startsWith('Arrow')

/** Moves the focus to the nearest order in an arrow's direction. */
function focusNearest(from: HTMLElement, key: string): void {
  const own = from.getBoundingClientRect()
  const sideways = key === 'ArrowLeft' || key === 'ArrowRight'
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  let best: [number, HTMLElement] | null = null
  for (const other of from.closest('[data-board]')?.querySelectorAll<HTMLElement>('[data-order]') ?? []) {
    if (other === from) continue
    const rect = other.getBoundingClientRect()
    const [x, y] = [rect.left - own.left, rect.top - own.top]
    const [ahead, aside] = sideways ? [x * sign, Math.abs(y)] : [y * sign, Math.abs(x)]
    if (ahead < 4) continue
    const far = ahead + aside * 3
    if (!best || far < best[0]) best = [far, other]
  }
  best?.[1].focus()
}

/** Scrolls the board near its upper and lower edge. */
function moveAlong(board: HTMLElement, y: number): void {
  const { top, bottom } = board.getBoundingClientRect()
  if (y > bottom - scrollEdge) board.scrollBy(0, 14)
  else if (y < top + scrollEdge) board.scrollBy(0, -14)
}

interface Keys {
  board: Board
  dragged: DraggedOrder | null
  hold: (next: DraggedOrder) => void
  letGo: (isDrop: boolean) => void
}

/** Handles a key on the focused order; false if the order is not on this board. */
function keyed(event: KeyboardEvent<HTMLElement>, order: Order, { board, dragged, hold, letGo }: Keys): boolean {
  const { key, shiftKey } = event
  if (dragged?.by !== 'keys') {
    if (key === ' ' && board.mayMove && isMovable(order)) hold({ order, by: 'keys', spot: firstSpot(order, board) })
    else if (isArrow(key)) focusNearest(event.currentTarget, key)
    else return false
  } else if (key === 'Escape') letGo(false)
  else if (key === 'Enter' || key === ' ') letGo(true)
  else if (isArrow(key) && dragged.spot) {
    const spot = stepped(dragged.spot, key, shiftKey, dragged.order, board)
    hold({ ...dragged, spot })
    document.querySelector(`[data-lane="${spot.technician}"]`)?.scrollIntoView({ block: 'nearest' })
  } else return key === 'Tab'
  return true
}

/** Moves orders by mouse, touch or keyboard. */
export function useMoving(board: Board) {
  const [dragged, setDragged] = useState<DraggedOrder | null>(null)
  const latest = useRef(board)
  const now = useRef<DraggedOrder | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef<(() => void) | null>(null)
  /** Suppresses the click that follows a drag. */
  const didDrag = useRef(false)
  useEffect(() => void (latest.current = board))
  useEffect(() => () => end.current?.(), [])
  const hold = useCallback((next: DraggedOrder | null) => {
    now.current = next
    setDragged(next)
  }, [])
  const letGo = useCallback(
    (isDrop: boolean) => {
      const was = now.current
      end.current?.()
      hold(null)
      if (isDrop && was?.spot && !sameSpot(was.spot, spotOf(was.order))) latest.current.drop(was.order, was.spot)
      // Looked up again: after the move it is a new element.
      const focusMoved = () => document.querySelector<HTMLElement>(`[data-order="${was?.order.id}"]`)?.focus()
      if (was?.by === 'keys') setTimeout(focusMoved, focusMs)
    },
    [hold],
  )
  const follow = useCallback(
    (grip: Grip, x: number, y: number) => {
      if (ghost.current) ghost.current.style.transform = `translate(${x + 14}px, ${y + 30}px)`
      if (scroller.current) moveAlong(scroller.current, y)
      const spot = spotUnder(grip, x, y, latest.current)
      const was = now.current
      if (!was || JSON.stringify(was.spot) !== JSON.stringify(spot)) hold({ order: grip.order, by: 'pointer', spot })
    },
    [hold],
  )
  const onPointerDown = useCallback(
    (event: PointerEvent<HTMLElement>, order: Order) => {
      didDrag.current = false
      if (event.button !== 0 || !latest.current.mayMove || !isMovable(order) || now.current) return
      const rect = event.currentTarget.getBoundingClientRect()
      const inLane = event.currentTarget.closest('[data-spot="lane"]') !== null
      const { clientX: x, clientY: y } = event
      const grip: Grip = { order, offset: inLane ? x - rect.left : 0, x, y, touch: event.pointerType === 'touch' }
      end.current?.()
      end.current = listen(grip, { follow, letGo, begun: () => (didDrag.current = true) }, () => (end.current = null))
    },
    [follow, letGo],
  )
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>, order: Order) => {
      if (!keyed(event, order, { board: latest.current, dragged: now.current, hold, letGo })) return
      event.preventDefault()
      event.stopPropagation()
    },
    [hold, letGo],
  )
  /** Losing the focus cancels a keyboard move. */
  const onBlur = useCallback(() => now.current?.by === 'keys' && letGo(false), [letGo])
  return { dragged, ghost, scroller, onPointerDown, onKeyDown, onBlur, wasDragged: () => didDrag.current }
}
export type Moving = ReturnType<typeof useMoving>

interface Hands {
  follow: (grip: Grip, x: number, y: number) => void
  letGo: (isDrop: boolean) => void
  begun: () => void
}

/** Pointer tracking from press on: a mouse drags after a movement, touch after a hold. */
function listen(grip: Grip, { follow, letGo, begun }: Hands, ended: () => void): () => void {
  const request = new AbortController()
  const { signal } = request
  let dragging = false
  const begin = (x: number, y: number) => {
    dragging = true
    begun()
    follow(grip, x, y)
  }
  const stop = () => {
    clearTimeout(timer)
    request.abort()
    ended()
  }
  const timer = grip.touch ? setTimeout(() => begin(grip.x, grip.y), longPressMs) : undefined
  const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
    if (dragging) follow(grip, x, y)
    else if (Math.hypot(x - grip.x, y - grip.y) > dragThreshold) {
      if (grip.touch) stop()
      else begin(x, y)
    }
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', () => (dragging ? letGo(true) : stop()), { signal })
  window.addEventListener('pointercancel', () => (dragging ? letGo(false) : stop()), { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (!dragging || event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      letGo(false)
    },
    { signal, capture: true },
  )
  // A touch drag must not scroll the page.
  window.addEventListener('touchmove', (event) => dragging && event.preventDefault(), { signal, passive: false })
  window.addEventListener('contextmenu', (event) => dragging && event.preventDefault(), { signal })
  return stop
}
