import { useEffect, useId, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import css from './dialog.module.css'

/**
 * Native modal dialog: traps the focus, closes with Escape or, where `light`, a press on the backdrop, and returns the
 * focus.
 */
function useDialog(ref: RefObject<HTMLDialogElement | null>, close: () => void, light: boolean): void {
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

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'title' | 'open'> {
  /** Called when it was closed, by whatever way. */
  close: () => void
  /** `window`: with a margin of its own; `frame`: laid out to its edges; `sheet`: from below; `camera`: the whole screen. */
  kind?: 'window' | 'frame' | 'sheet' | 'camera'
  /** Its heading, which is its accessible name too; without one give `aria-label`. */
  title?: string
  /** What it is about, under the heading; its accessible description. */
  sentence?: string | undefined
  wide?: boolean | undefined
  /** False: a press on the backdrop does not close it. */
  light?: boolean
  /** For code that measures or places it. */
  ref?: RefObject<HTMLDialogElement | null>
}

/** A modal dialog, the browser's own: it is open while it is rendered. */
export function Dialog(props: DialogProps) {
  const { close, kind = 'window', title, sentence, wide, light = true, ref, className, children, ...rest } = props
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own
  const id = useId()
  useDialog(dialog, close, light)
  return (
    <dialog
      ref={dialog}
      className={className === undefined ? css.dialog : `${css.dialog} ${className}`}
      data-kind={kind}
      data-wide={wide || undefined}
      aria-labelledby={title === undefined ? undefined : id}
      aria-describedby={sentence === undefined ? undefined : `${id}sentence`}
      {...rest}
    >
      {title !== undefined && <h2 id={id}>{title}</h2>}
      {sentence !== undefined && (
        <p id={`${id}sentence`} className={css.sentence}>
          {sentence}
        </p>
      )}
      {children}
    </dialog>
  )
}

/** The buttons at the end of a dialog: the main one last, and on a phone on top. */
export function DialogActs({ children }: { children: ReactNode }) {
  return <div className={css.acts}>{children}</div>
}

/** What comes up from below for a moment, at the thumb. */
export function Sheet({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  return (
    <Dialog kind="sheet" title={title} close={close}>
      {children}
    </Dialog>
  )
}

interface LockedDialogProps extends ComponentProps<'dialog'> {
  /** It is opened anew when this changes. */
  state?: string
  opened?: (dialog: HTMLElement) => void
}

/** A modal dialog that no key and no gesture closes: only what it waits for ends it. It has no look of its own. */
export function LockedDialog({ state, opened, ...rest }: LockedDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const latest = useRef(opened)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    const stay = (event: Event) => event.preventDefault()
    const key = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault()
    // Browsers close a dialog at the second Escape even if `cancel` was prevented.
    const reopen = () => dialog.isConnected && dialog.showModal()
    dialog.addEventListener('cancel', stay)
    dialog.addEventListener('keydown', key)
    dialog.addEventListener('close', reopen)
    dialog.showModal()
    latest.current?.(dialog)
    return () => {
      dialog.removeEventListener('cancel', stay)
      dialog.removeEventListener('keydown', key)
      dialog.removeEventListener('close', reopen)
      dialog.close()
    }
  }, [state])
  return <dialog ref={ref} {...rest} />
}
