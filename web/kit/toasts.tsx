import { useEffect, useRef, useSyncExternalStore } from 'react'
import styles from './toasts.module.css'
import { Unbroken } from '../ui/Unbroken.tsx'

/** Toast lifetime, ms. Red for errors, green for success. Texts arrive translated. */
const life = 2000
/** Delay before the empty toast region is opened, ms. */
const quietMs = 1000
interface Toast {
  id: number
  kind: 'success' | 'error'
  text: string
}

let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function show(kind: Toast['kind'], text: string) {
  const id = ++last
  const others = toasts.filter((toast) => toast.text !== text).slice(-3)
  change([...others, { id, kind, text }])
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), life)
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The toast region, above open dialogs too; mounted once, at the root. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const open = () => {
      if (!place.current?.matches(':popover-open')) place.current?.showPopover()
    }
    if (shown.length === 0) {
      // The live region must exist before its first text, but not before the first paint: opening it forces a layout.
      const timer = setTimeout(open, quietMs)
      return () => clearTimeout(timer)
    }
    // The last opened top-layer element is on top.
    if (document.querySelector('dialog:modal')) place.current?.hidePopover()
    open()
  }, [shown])
  return (
    <div ref={place} popover="manual" className={styles.place} role="status" aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className={styles.toast} data-kind={kind}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
            {kind === 'success' ? (
              <path
                d="M3.5 8.5 6.6 11.5 12.5 5"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
            ) : (
              <path d="M8 1.6 14.4 8 8 14.4 1.6 8Z" fill="currentColor" />
            )}
          </svg>
          <Unbroken>{text}</Unbroken>
        </div>
      ))}
    </div>
  )
}
