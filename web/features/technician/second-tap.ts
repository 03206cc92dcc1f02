import { useRef, type DOMAttributes, type MouseEvent } from 'react'

/** Nobody has read a screen and pressed in less, ms: a tap so soon at the same place is the end of a double tap. */
const tooSoon = 300

/**
 * The second tap of a double tap is only for the control that had the first one: the next screen has its main button in
 * the same place. Whoever has entered something in between means it.
 */
export function useSecondTap(): Pick<DOMAttributes<Element>, 'onClickCapture' | 'onChangeCapture'> {
  const first = useRef<{ control: Element | null; at: number } | null>(null)
  const onClickCapture = (event: MouseEvent) => {
    // Zero for keys and for what a script presses.
    if (event.detail === 0) return
    const control = event.target instanceof Element ? event.target.closest('a, button, label') : null
    const before = first.current
    if (event.detail > 1 && before && control !== before.control && event.timeStamp - before.at < tooSoon) {
      event.preventDefault()
      event.stopPropagation()
    } else first.current = { control, at: event.timeStamp }
  }
  return { onClickCapture, onChangeCapture: () => (first.current = null) }
}
