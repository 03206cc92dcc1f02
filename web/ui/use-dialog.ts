import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/**
 * The browser's own modal dialog: it traps the focus, closes with Escape or a press beside it and gives the focus back.
 */
export function useDialog(close: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    // It tells of a closing afterwards, when it may have been opened again.
    const closed = () => {
      if (!dialog.open) latest.current()
    }
    const pressed = (event: MouseEvent) => {
      if (event.target !== dialog) return
      const { left, right, top, bottom } = dialog.getBoundingClientRect()
      const inside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
      // As Escape does: whoever has something to lose says no to it.
      if (!inside && dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
    }
    dialog.addEventListener('close', closed)
    dialog.addEventListener('mousedown', pressed)
    dialog.showModal()
    return () => {
      dialog.removeEventListener('close', closed)
      dialog.removeEventListener('mousedown', pressed)
      dialog.close()
    }
  }, [])
  return ref
}
