import { useState, type PointerEvent } from 'react'
import { moveItem } from './config.ts'

/**
 * Reordering by pointer: items move aside as the pointer passes. Items must have equal heights. Listens on the window,
 * because the handle moves in the document during the drag, which would release a pointer capture.
 */
export function useDrag<T>(
  items: readonly T[],
  onOrder: (items: readonly T[]) => void,
  onDrop?: (items: readonly T[], to: number) => void,
) {
  const [dragged, setDragged] = useState<number | null>(null)
  const start = (event: PointerEvent<HTMLElement>, index: number) => {
    event.preventDefault()
    const height = event.currentTarget.closest<HTMLElement>('[data-drag]')?.offsetHeight
    if (height === undefined) return
    const gesture = new AbortController()
    let [origin, at, order] = [event.clientY, index, items]
    setDragged(index)
    const moved = (pointer: globalThis.PointerEvent) => {
      const to = Math.min(items.length - 1, Math.max(0, at + Math.round((pointer.clientY - origin) / height)))
      if (to === at) return
      origin += (to - at) * height
      order = moveItem(order, at, to)
      at = to
      setDragged(to)
      onOrder(order)
    }
    const ended = () => {
      gesture.abort()
      setDragged(null)
      if (at !== index) onDrop?.(order, at)
    }
    window.addEventListener('pointermove', moved, gesture)
    window.addEventListener('pointerup', ended, gesture)
    window.addEventListener('pointercancel', ended, gesture)
  }
  return { dragged, start }
}
