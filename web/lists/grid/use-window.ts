import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { ScrollMap } from './scroll-map.ts'

export interface RowWindow {
  first: number
  last: number
  /** Offset of the first rendered row in the scrolled element, in pixels. */
  y: number
}

interface Options {
  scroller: RefObject<HTMLElement | null>
  /** Identity of the content: a new subject starts at the top, a changed row count keeps the position. */
  subject: object
  count: number
  rowHeight: number
  /** Height of the sticky header, in pixels. */
  headHeight: number
  onShow: (first: number, last: number) => void
}
const spare = 1
const restMs = 160

/** Height of the visible row area, in pixels. */
function useView({ scroller, rowHeight, headHeight }: Options): number {
  const [view, setView] = useState(648)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setView(Math.max(rowHeight, element.clientHeight - headHeight)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, rowHeight, headHeight])
  return view
}

/** Renders in the same frame as the scroll event and corrects the scrollbar at rest. Returns the cleanup function. */
function follow(element: HTMLElement, map: ScrollMap, draw: () => void): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    // A scroll whose event is still to come must not be undone.
    map.follow(element.scrollTop)
    const target = map.rest()
    if (target !== null) element.scrollTop = target
    draw()
  }
  const onScroll = () => {
    map.follow(element.scrollTop)
    flushSync(draw)
    clearTimeout(rest)
    if (map.scaled) rest = setTimeout(settle, restMs)
  }
  element.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    clearTimeout(rest)
    element.removeEventListener('scroll', onScroll)
  }
}

/**
 * Virtual window: which rows to render and where. Visible rows are reported through `onShow`; `spare` more are rendered
 * on each side. `reveal` scrolls a row into view; `top` is the first visible row, null at the beginning.
 */
export function useWindow(options: Options) {
  const { scroller, subject, count, rowHeight, onShow } = options
  const view = useView(options)
  const map = useMemo(() => new ScrollMap(count * rowHeight, view), [count, rowHeight, view])
  // Cached scroll position: reading it from the element would force a layout of the whole page.
  const place = useRef({ subject, top: 0, scrolled: 0 })
  const [drawn, setDrawn] = useState<RowWindow>({ first: 0, last: 24, y: 0 })

  const draw = useCallback(() => {
    const { top } = map
    const inView = Math.floor(top / rowHeight)
    const first = Math.max(0, inView - spare)
    const last = Math.min(count - 1, Math.ceil((top + view) / rowHeight) - 1 + spare)
    onShow(inView, Math.max(inView, Math.ceil((top + view) / rowHeight) - 1))
    place.current.top = top
    place.current.scrolled = map.scrolled
    const y = map.scrolled - top + first * rowHeight
    setDrawn((now) => (now.first === first && now.last === last && now.y === y ? now : { first, last, y }))
  }, [map, rowHeight, count, view, onShow])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (place.current.subject !== subject) place.current = { ...place.current, subject, top: 0 }
    const target = map.goTo(place.current.top)
    if (Math.abs(place.current.scrolled - target) > 1) element.scrollTop = target
    draw()
    return follow(element, map, draw)
  }, [map, draw, scroller, subject])

  const reveal = useCallback(
    (index: number) => {
      const top = index * rowHeight
      if (!scroller.current || (top >= map.top && top + rowHeight <= map.top + view)) return
      scroller.current.scrollTop = map.goTo(top < map.top ? top : top - view + rowHeight)
      draw()
    },
    [map, rowHeight, view, draw, scroller],
  )
  /** Shifts the view by the number of rows inserted above it. */
  const moveBy = useCallback(
    (rows: number) => {
      if (!scroller.current) return
      map.follow(scroller.current.scrollTop)
      scroller.current.scrollTop = map.goTo(map.top + rows * rowHeight)
      draw()
    },
    [map, rowHeight, draw, scroller],
  )
  const top = drawn.first > 0 ? drawn.first + spare : null
  return { drawn, top, moveBy, height: map.height, rowsInView: Math.max(1, Math.floor(view / rowHeight)), reveal }
}
