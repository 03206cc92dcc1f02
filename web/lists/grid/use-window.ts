import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { ScrollMap } from './scroll-map.ts'

export interface RowWindow {
  first: number
  last: number
  /** Where the first drawn row lies in the scrolled element, in pixels. */
  y: number
}

interface Options {
  scroller: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** Height of what sticks above the rows. */
  headHeight: number
  onShow: (first: number, last: number) => void
}
const spare = 2
const restMs = 160

/**
 * Which rows are drawn and where. Rows in view are reported through `onShow`; `spare` more are drawn on both sides.
 * `reveal` brings a row into view, `reset` goes back to the top.
 */
export function useWindow({ scroller, count, rowHeight, headHeight, onShow }: Options) {
  const [view, setView] = useState(648)
  const map = useMemo(() => new ScrollMap(count * rowHeight, view), [count, rowHeight, view])
  const place = useRef(0)
  const [drawn, setDrawn] = useState<RowWindow>({ first: 0, last: 24, y: 0 })

  const measure = useCallback((): RowWindow => {
    const top = map.top
    const inView = Math.floor(top / rowHeight)
    const first = Math.max(0, inView - spare)
    const last = Math.min(count - 1, Math.ceil((top + view) / rowHeight) - 1 + spare)
    onShow(inView, Math.max(inView, last - spare))
    place.current = top
    return { first, last, y: (scroller.current?.scrollTop ?? 0) - top + first * rowHeight }
  }, [map, rowHeight, count, view, onShow, scroller])

  const draw = useCallback(() => {
    const next = measure()
    setDrawn((now) => (now.first === next.first && now.last === next.last && now.y === next.y ? now : next))
  }, [measure])

  // A new count or view height keeps the place.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && map.height !== 0) {
      const target = map.goTo(place.current)
      if (Math.abs(element.scrollTop - target) > 1) element.scrollTop = target
    }
    draw()
  }, [map, draw, scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setView(Math.max(rowHeight, element.clientHeight - headHeight)))
    observer.observe(element)
    let rest: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      const target = map.rest()
      if (target !== null) element.scrollTop = target
      draw()
    }
    const follow = () => {
      map.follow(element.scrollTop)
      flushSync(draw)
      clearTimeout(rest)
      if (map.height !== count * rowHeight) rest = setTimeout(settle, restMs)
    }
    element.addEventListener('scroll', follow, { passive: true })
    return () => {
      observer.disconnect()
      clearTimeout(rest)
      element.removeEventListener('scroll', follow)
    }
  }, [map, draw, scroller, rowHeight, headHeight, count])

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current
      if (!element) return
      const top = index * rowHeight
      if (top >= map.top && top + rowHeight <= map.top + view) return
      element.scrollTop = map.goTo(top < map.top ? top : top - view + rowHeight)
      draw()
    },
    [map, rowHeight, view, draw, scroller],
  )
  const reset = useCallback(() => {
    place.current = 0
    if (scroller.current) scroller.current.scrollTop = map.goTo(0)
    draw()
  }, [map, draw, scroller])
  return { drawn, height: map.height, rowsInView: Math.max(1, Math.floor(view / rowHeight)), reveal, reset }
}
