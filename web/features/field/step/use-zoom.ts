import { useRef, useState, type PointerEvent } from 'react'

interface View {
  scale: number
  x: number
  y: number
}
const whole: View = { scale: 1, x: 0, y: 0 }
const most = 6
const twice = 3
/** Longest time between the taps of a double tap, ms. */
const tapMs = 300

const clamp = (value: number, least: number, greatest: number) => Math.min(greatest, Math.max(least, value))

/** Pinch zooms, a drag moves the zoomed picture, a double tap toggles. */
export function useZoom() {
  const [view, setView] = useState(whole)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const tapped = useRef(0)
  const spread = () => {
    const [a, b] = [...fingers.current.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const wide = spread()
    const now = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, now)
    const factor = wide > 0 ? spread() / wide : 1
    const { width, height } = event.currentTarget.getBoundingClientRect()
    setView(({ scale, x, y }) => {
      const next = clamp(scale * factor, 1, most)
      const reach = (next - 1) / 2
      const share = fingers.current.size
      return {
        scale: next,
        x: clamp(x + (now.x - before.x) / share, -width * reach, width * reach),
        y: clamp(y + (now.y - before.y) / share, -height * reach, height * reach),
      }
    })
  }
  const up = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  const down = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.current.size > 1) return
    if (event.timeStamp - tapped.current < tapMs)
      setView(({ scale }) => (scale > 1 ? whole : { ...whole, scale: twice }))
    tapped.current = event.timeStamp
  }
  return {
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    reset: () => setView(whole),
    events: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up },
  }
}
