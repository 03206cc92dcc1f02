import { useEffect, useRef, type RefObject } from 'react'

/**
 * Native modal dialog: traps the focus, closes with Escape or, where `light`, a press on the backdrop, and returns the
 * focus.
 */
export function useDialog(ref: RefObject<HTMLDialogElement | null>, close: () => void, light: boolean): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    // The close event is asynchronous: the dialog may be open again by then.
    const closed = () => {
      if (!dialog.open) latest.current()
    }
    const pressed = (event: MouseEvent) => {
      if (!light || event.target !== dialog) return
      const { left, right, top, bottom } = dialog.getBoundingClientRect()
      const inside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
      // Like Escape: a dialog with unsaved input cancels the event.
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
  }, [ref, light])
}
