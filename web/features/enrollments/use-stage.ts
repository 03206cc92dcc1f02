import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react'
import { apart, fit, clampView, middle, moved, turned, whole, zoomed, type Size, type View } from './stage.ts'

const step = 1.4
const pan = 60
const noSize: Size = { width: 0, height: 0 }

export interface Stage {
  ref: (element: HTMLDivElement | null) => void
  view: View
  /** CSS transform of the picture at its natural size. */
  transform: string
  pointer: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: (event: PointerEvent) => void
    onPointerCancel: (event: PointerEvent) => void
  }
  larger: () => void
  smaller: () => void
  reset: () => void
  turn: () => void
  /** Pans; true if the view moved. */
  go: (x: -1 | 0 | 1, y: -1 | 0 | 1) => void
}

function useSize(element: HTMLElement | null): Size {
  const [size, setSize] = useState(noSize)
  useEffect(() => {
    if (!element) return
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  return size
}

/** Touch and mouse: one pointer pans, two zoom. */
function usePointers(
  change: (next: (view: View) => View) => void,
  pointOf: (event: PointerEvent) => { x: number; y: number },
) {
  const down = useRef(new Map<number, { x: number; y: number }>())
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    down.current.set(event.pointerId, pointOf(event))
  }
  const onPointerMove = (event: PointerEvent) => {
    const before = down.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
    down.current.set(event.pointerId, now)
    if (!other) return change((view) => moved(view, now.x - before.x, now.y - before.y))
    const [from, to] = [middle(before, other), middle(now, other)]
    const factor = apart(now, other) / Math.max(1, apart(before, other))
    change((view) => moved(zoomed(view, factor, from), to.x - from.x, to.y - from.y))
  }
  const onPointerUp = (event: PointerEvent) => void down.current.delete(event.pointerId)
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}

/** Zoomable picture: wheel, touch, mouse and keyboard. Starts at zoom 1. */
export function useStage(picture: Size): Stage {
  const [element, ref] = useState<HTMLDivElement | null>(null)
  const size = useSize(element)
  const [view, setView] = useState(whole)
  const change = useCallback(
    (next: (view: View) => View) => setView((now) => clampView(next(now), size, picture)),
    [size, picture],
  )
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = element?.getBoundingClientRect()
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
  }
  useEffect(() => {
    if (!element) return
    // Only a non-passive listener can prevent the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const box = element.getBoundingClientRect()
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
      change((now) => zoomed(now, Math.exp(-event.deltaY / 400), at))
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [element, change])
  const scale = size.width === 0 ? 0 : fit(size, picture, view.turns) * view.zoom
  return {
    ref,
    view,
    transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${scale})`,
    pointer: usePointers(change, pointOf),
    larger: () => change((now) => zoomed(now, step)),
    smaller: () => change((now) => zoomed(now, 1 / step)),
    reset: () => setView(whole),
    turn: () => change(turned),
    go: (x, y) => change((now) => moved(now, -x * pan, -y * pan)),
  }
}
