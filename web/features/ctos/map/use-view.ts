import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { moved, zoomed, type Camera, type Point, type Size } from './geo.ts'

/** The size of an element, as it changes; null until it has one. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0)
        setSize((now) => (now?.width === width && now.height === height ? now : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

/** A press that moves less than this is meant for what lies under it. */
const still = 5

interface Gesture {
  pointers: Map<number, Point>
  /** Where the only pointer went down, as long as it has not moved. */
  pressed: Point | null
}
const middleOf = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const spanOf = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y)
const pairOf = ({ pointers }: Gesture): [Point, Point] | null => {
  const [a, b] = [...pointers.values()]
  return a && b ? [a, b] : null
}

interface PointerActs {
  element: RefObject<HTMLElement | null>
  size: Size | null
  change: (by: (camera: Camera) => Camera) => void
  /** A press in one place. */
  press: (at: Point, touch: boolean) => void
}

/** Dragging, pinching, the wheel and a press. */
export function usePointers({ element, size, change, press }: PointerActs) {
  const gesture = useRef<Gesture>({ pointers: new Map(), pressed: null })
  const pointOf = useCallback(
    ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const box = element.current?.getBoundingClientRect()
      return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
    },
    [element],
  )
  // The wheel would scroll the page: only a listener that is not passive may keep it from that.
  useEffect(() => {
    const target = element.current
    if (!target || !size) return
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
      const by = Math.max(-1, Math.min(1, (-event.deltaY * lines) / (event.ctrlKey ? 90 : 260)))
      const at = pointOf(event)
      change((camera) => zoomed(camera, by, at, size))
    }
    target.addEventListener('wheel', wheel, { passive: false })
    return () => target.removeEventListener('wheel', wheel)
  }, [element, size, change, pointOf])
  const down = (event: React.PointerEvent<HTMLElement>) => {
    const { pointers } = gesture.current
    const at = pointOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, at)
    gesture.current.pressed = pointers.size === 1 ? at : null
  }
  const move = (event: React.PointerEvent<HTMLElement>) => {
    const now = gesture.current
    const before = now.pointers.get(event.pointerId)
    if (!before || !size) return
    const at = pointOf(event)
    const pinched = pairOf(now)
    now.pointers.set(event.pointerId, at)
    const pinching = pairOf(now)
    if (pinched && pinching) {
      const [from, to] = [middleOf(pinched), middleOf(pinching)]
      const by = Math.log2(Math.max(1, spanOf(pinching)) / Math.max(1, spanOf(pinched)))
      change((camera) => zoomed(moved(camera, from.x - to.x, from.y - to.y), by, to, size))
      return
    }
    const { pressed } = now
    if (pressed && Math.hypot(at.x - pressed.x, at.y - pressed.y) < still) {
      now.pointers.set(event.pointerId, before)
      return
    }
    now.pressed = null
    change((camera) => moved(camera, before.x - at.x, before.y - at.y))
  }
  const up = (event: React.PointerEvent<HTMLElement>) => {
    const now = gesture.current
    now.pointers.delete(event.pointerId)
    if (now.pressed && event.type === 'pointerup') press(now.pressed, event.pointerType === 'touch')
    now.pressed = null
  }
  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up, pointOf }
}
