import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Focus } from './keys.ts'

const start: Focus = { row: 0, column: -1 }

/**
 * Roving tabindex of the grid: one row (or one of its cells) is the tab stop. While that row is not rendered the grid
 * itself has the focus, so that no key is lost. A new subject starts at its first row.
 */
export function useGridFocus(scroller: RefObject<HTMLElement | null>, subject: object) {
  const [held, setHeld] = useState({ subject, focus: start })
  const inside = useRef(false)
  const wanted = useRef(false)
  const focus = held.subject === subject ? held.focus : start

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (wanted.current) {
      const row = element.querySelector<HTMLElement>(`[data-index="${focus.row}"]`)
      const target = focus.column < 0 ? row : row?.querySelector<HTMLElement>(`[data-col="${focus.column}"]`)
      if (!target) return
      wanted.current = false
      target.focus({ preventScroll: focus.column < 0 })
    } else if (inside.current && !element.contains(document.activeElement)) element.focus({ preventScroll: true })
  })

  /** Moves the tab stop; with `take`, the focus too, as soon as the row is rendered. */
  const moveTo = useCallback(
    (next: Focus, take: boolean) => {
      wanted.current = take
      setHeld({ subject, focus: next })
    },
    [subject],
  )
  const handlers = {
    onFocus: () => {
      inside.current = true
    },
    onBlur: (event: React.FocusEvent) => {
      inside.current = event.currentTarget.contains(event.relatedTarget)
    },
  }
  return { focus, moveTo, handlers }
}
