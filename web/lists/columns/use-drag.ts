import { useRef, useState, type PointerEvent } from 'react'

/** Reordering by pointer: the row under the pointer gives way as it is passed. Rows must have equal heights. */
export function useDrag(count: number, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const at = useRef(0)
  const start = (event: PointerEvent<HTMLElement>, index: number) => {
    event.preventDefault()
    const handle = event.currentTarget
    const row = handle.closest<HTMLElement>('[data-drag]')
    if (!row) return
    const height = row.offsetHeight
    let origin = event.clientY
    at.current = index
    setDragged(index)
    handle.setPointerCapture(event.pointerId)
    const moved = (move: globalThis.PointerEvent) => {
      const steps = Math.round((move.clientY - origin) / height)
      const to = Math.min(count - 1, Math.max(0, at.current + steps))
      if (to === at.current) return
      origin += (to - at.current) * height
      onMove(at.current, to)
      at.current = to
      setDragged(to)
    }
    const ended = () => {
      handle.removeEventListener('pointermove', moved)
      handle.removeEventListener('pointerup', ended)
      handle.removeEventListener('pointercancel', ended)
      setDragged(null)
    }
    handle.addEventListener('pointermove', moved)
    handle.addEventListener('pointerup', ended)
    handle.addEventListener('pointercancel', ended)
  }
  return { dragged, start }
}
