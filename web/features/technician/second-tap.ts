import { useRef, type MouseEvent } from 'react'

/**
 * The second tap of a double tap is only for the control that had the first one: the next screen has its main button in
 * the same place.
 */
export function useSecondTap(): (event: MouseEvent) => void {
  const first = useRef<Element | null>(null)
  return (event) => {
    const control = event.target instanceof Element ? event.target.closest('a, button, label') : null
    if (event.detail <= 1) first.current = control
    else if (control !== first.current) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
}
