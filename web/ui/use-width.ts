import { useLayoutEffect, useRef, useState } from 'react'

/** Measured width of an element, so that an SVG inside it keeps its font size. */
export function useWidth<T extends HTMLElement>(first: number) {
  const place = useRef<T>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => setWidth(Math.max(200, Math.round(element.clientWidth)))
    measure()
    const seen = new ResizeObserver(measure)
    seen.observe(element)
    return () => seen.disconnect()
  }, [])
  return [place, width] as const
}
