import { useEffect, useRef, type ReactNode } from 'react'
import css from './alarm.module.css'

/** Over everything, and not to be closed by any key or gesture: only what happens in the box ends it. */
export function FullScreen({ kind, children }: { kind: 'alarm' | 'cleared'; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    const stay = (event: Event) => event.preventDefault()
    const key = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault()
    // A second Escape closes a dialog whatever anybody says.
    const reopen = () => dialog.isConnected && dialog.showModal()
    dialog.addEventListener('cancel', stay)
    dialog.addEventListener('keydown', key)
    dialog.addEventListener('close', reopen)
    dialog.showModal()
    // Not the drawing, which scrolls and would take the focus first.
    dialog.querySelector<HTMLElement>('[data-first]')?.focus()
    // A box too high for the screen shows the port that matters first.
    dialog.querySelector('[data-ring="harmed"]')?.scrollIntoView({ block: 'center' })
    return () => {
      dialog.removeEventListener('cancel', stay)
      dialog.removeEventListener('keydown', key)
      dialog.removeEventListener('close', reopen)
      dialog.close()
    }
  }, [kind])
  return (
    <dialog
      ref={ref}
      // The light is gone: it interrupts whatever is being read.
      role={kind === 'alarm' ? 'alertdialog' : undefined}
      aria-describedby={kind === 'alarm' ? 'hilo-alarm-do' : undefined}
      className={css[kind]}
      aria-labelledby="hilo-alarm"
      data-kind={kind}
    >
      {children}
      <span className={css.version}>{__HILO_VERSION__}</span>
    </dialog>
  )
}
