import { useRef, type DOMAttributes, type MouseEvent } from 'react'

/** Taps at the same place within this time are the second half of a double tap, ms. */
const tooSoon = 300

/**
 * Ignores the second tap of a double tap on another control: the next screen has its main button in the same place.
 * Input between the taps makes the second one count.
 */
export function useSecondTap(): Pick<DOMAttributes<Element>, 'onClickCapture' | 'onChangeCapture'> {
  const first = useRef<{ control: Element | null; at: number } | null>(null)
  const onClickCapture = (event: MouseEvent) => {
    // Zero for keyboard and script clicks.
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
