import { useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Press } from './Button.tsx'
import type { Look } from './look.ts'
import css from './popover.module.css'

export interface PopoverProps {
  /** Content of the button. */
  button: ReactNode
  className?: string | undefined
  look?: Look
  role?: 'dialog' | 'menu'
  /** For buttons that show only an icon. */
  label?: string | undefined
  children: (close: () => void) => ReactNode
  /** Edge of the button that the panel is aligned with. */
  align?: 'start' | 'end'
  startOpen?: boolean
  /** Called on hover or focus, to preload what the panel needs. */
  onNear?: () => void
}

/** Puts the panel under the button, or above it where there is no room below. */
function place(panel: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const left = align === 'start' ? at.left : at.right - width
  const below = at.bottom + 4
  const top = below + height > window.innerHeight - 8 ? Math.max(8, at.top - height - 4) : below
  panel.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`
  panel.style.top = `${top}px`
}

/** Positions the panel at its button, follows the panel's size, and focuses its first focusable element. */
function usePlace(
  open: boolean,
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  align: 'start' | 'end',
): void {
  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element || !anchor.current) return
    element.showPopover()
    const replace = () => element.isConnected && anchor.current && place(element, anchor.current, align)
    replace()
    const observer = new ResizeObserver(replace)
    observer.observe(element)
    element.querySelector<HTMLElement>('[data-autofocus], input, button')?.focus()
    return () => observer.disconnect()
  }, [open, panel, anchor, align])
}

/**
 * A button with a panel in the browser's top layer. Escape or an outside click closes the panel and returns the focus.
 */
export function Popover({
  button,
  className,
  look,
  role = 'dialog',
  label,
  children,
  align = 'start',
  startOpen = false,
  onNear,
}: PopoverProps) {
  const [open, setOpen] = useState(startOpen)
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  usePlace(open, panel, anchor, align)
  return (
    <>
      <Press
        ref={anchor}
        id={id}
        look={look}
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-haspopup={role}
        onPointerEnter={onNear}
        onFocus={onNear}
        onPointerDown={() => (wasOpen.current = open)}
        onClick={() => setOpen(!wasOpen.current && !open)}
        onKeyDown={() => (wasOpen.current = false)}
      >
        {button}
      </Press>
      {open && (
        <div
          ref={panel}
          popover="auto"
          className={css.popover}
          data-popover
          role={role}
          aria-labelledby={id}
          onToggle={(event) => {
            if (event.newState === 'closed') setOpen(false)
          }}
        >
          {children(() => {
            setOpen(false)
            anchor.current?.focus()
          })}
        </div>
      )}
    </>
  )
}
