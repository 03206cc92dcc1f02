import type { Order } from '@hilo/contract/orders.ts'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { addDays } from '../../../lists/state/days.ts'
import { wallOf } from '../clock.ts'
import { snap, stepMinutes, type Hours } from './lanes.ts'
import { isMovable, lengthOf, naturalMinute, sameSpot, spotOf, type Spot } from './spot.ts'
import type { Lane } from './use-agenda.ts'

/** An order in somebody's hand. */
export interface Held {
  order: Order
  by: 'pointer' | 'keys'
  /** Where it would land; null where it cannot. */
  spot: Spot | null
}

/** A press becomes a drag after so many pixels; with a finger after so many ms at rest. */
const slack = 5
const holdMs = 350
/** By then an order that was let go is drawn in its new place. */
const focusMs = 50
/** So near to the edge the board moves along, px. */
const edge = 44

interface Board {
  lanes: readonly Lane[]
  days: readonly string[]
  orders: readonly Order[]
  hours: Hours
  week: boolean
  agreed: ReadonlyMap<number, { from: string; to: string }>
  /** False for whoever may only look. */
  allowed: boolean
  drop: (order: Order, spot: Spot) => void
}

interface Grip {
  order: Order
  /** Of the pointer from the order's left edge, px. */
  offset: number
  x: number
  y: number
  touch: boolean
}

/** The spot under the pointer, as the board's elements say. */
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

/** Where an order goes that is taken up with the keys: where it stands, else to the first technician. */
function firstSpot(order: Order, { lanes, days, orders }: Board): Spot | null {
  const now = spotOf(order)
  const [lane] = lanes
  if (now || !lane) return now
  const own = order.appointment && wallOf(order.appointment.from, order.time_zone).day
  const day = own !== null && days.includes(own) ? own : (days[0] ?? '')
  return { technician: lane.technician.id, day, minute: naturalMinute(order, lane.technician.id, day, orders) }
}

/** One step with an arrow key: technicians up and down, time (or days, in a week) left and right. */
function stepped(spot: Spot, key: string, large: boolean, order: Order, board: Board): Spot {
  const { lanes, days, hours, week } = board
  const index = lanes.findIndex(({ technician }) => technician.id === spot.technician)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = index + (key === 'ArrowDown' ? 1 : -1)
    const technician = lanes[Math.min(next, lanes.length - 1)]?.technician.id
    // Above the first one is the tray, for what has been given to somebody.
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

/** Focus goes to the nearest order in the direction of an arrow. */
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

/** Near its upper and lower edge the board moves along. */
function moveAlong(board: HTMLElement, y: number): void {
  const { top, bottom } = board.getBoundingClientRect()
  if (y > bottom - edge) board.scrollBy(0, 14)
  else if (y < top + edge) board.scrollBy(0, -14)
}

interface Keys {
  board: Board
  held: Held | null
  hold: (next: Held) => void
  letGo: (kept: boolean) => void
}

/** What a key does to the order that has the focus; false where it is none of this board's. */
function keyed(event: KeyboardEvent<HTMLElement>, order: Order, { board, held, hold, letGo }: Keys): boolean {
  const { key, shiftKey } = event
  if (held?.by !== 'keys') {
    if (key === ' ' && board.allowed && isMovable(order)) hold({ order, by: 'keys', spot: firstSpot(order, board) })
    else if (isArrow(key)) focusNearest(event.currentTarget, key)
    else return false
  } else if (key === 'Escape') letGo(false)
  else if (key === 'Enter' || key === ' ') letGo(true)
  else if (isArrow(key) && held.spot) {
    const spot = stepped(held.spot, key, shiftKey, held.order, board)
    hold({ ...held, spot })
    document.querySelector(`[data-lane="${spot.technician}"]`)?.scrollIntoView({ block: 'nearest' })
  } else return key === 'Tab'
  return true
}

/** Takes orders up with mouse, finger or keys, moves them over the board and lets them go. */
export function useMoving(board: Board) {
  const [held, setHeld] = useState<Held | null>(null)
  const latest = useRef(board)
  const now = useRef<Held | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef<(() => void) | null>(null)
  /** The press that ended a drag is no click. */
  const dragged = useRef(false)
  useEffect(() => void (latest.current = board))
  useEffect(() => () => end.current?.(), [])
  const hold = useCallback((next: Held | null) => {
    now.current = next
    setHeld(next)
  }, [])
  const letGo = useCallback(
    (kept: boolean) => {
      const was = now.current
      end.current?.()
      hold(null)
      if (kept && was?.spot && !sameSpot(was.spot, spotOf(was.order))) latest.current.drop(was.order, was.spot)
      // Where it stands now it is another element.
      const found = () => document.querySelector<HTMLElement>(`[data-order="${was?.order.id}"]`)?.focus()
      if (was?.by === 'keys') setTimeout(found, focusMs)
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
      dragged.current = false
      if (event.button !== 0 || !latest.current.allowed || !isMovable(order) || now.current) return
      const rect = event.currentTarget.getBoundingClientRect()
      const inLane = event.currentTarget.closest('[data-spot="lane"]') !== null
      const { clientX: x, clientY: y } = event
      const grip: Grip = { order, offset: inLane ? x - rect.left : 0, x, y, touch: event.pointerType === 'touch' }
      end.current?.()
      end.current = listen(grip, { follow, letGo, begun: () => (dragged.current = true) }, () => (end.current = null))
    },
    [follow, letGo],
  )
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>, order: Order) => {
      if (!keyed(event, order, { board: latest.current, held: now.current, hold, letGo })) return
      event.preventDefault()
      event.stopPropagation()
    },
    [hold, letGo],
  )
  /** Whoever leaves an order that he holds with the keys lets it stand where it stood. */
  const onBlur = useCallback(() => now.current?.by === 'keys' && letGo(false), [letGo])
  return { held, ghost, scroller, onPointerDown, onKeyDown, onBlur, wasDragged: () => dragged.current }
}
export type Moving = ReturnType<typeof useMoving>

interface Hands {
  follow: (grip: Grip, x: number, y: number) => void
  letGo: (kept: boolean) => void
  begun: () => void
}

/** Hears the pointer from its press on: it drags once it has moved, or rested where it is a finger. */
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
  const timer = grip.touch ? setTimeout(() => begin(grip.x, grip.y), holdMs) : undefined
  const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
    if (dragging) follow(grip, x, y)
    else if (Math.hypot(x - grip.x, y - grip.y) > slack) {
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
  // A finger that carries an order does not scroll the page.
  window.addEventListener('touchmove', (event) => dragging && event.preventDefault(), { signal, passive: false })
  window.addEventListener('contextmenu', (event) => dragging && event.preventDefault(), { signal })
  return stop
}
