import { useId, type ReactNode } from 'react'
import { useDialog } from '../../ui/use-dialog.ts'
import css from './phone.module.css'

/** What comes up from below for a moment: the browser's own modal dialog, at the thumb. */
export function Sheet({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const dialog = useDialog(close)
  const id = useId()
  return (
    <dialog ref={dialog} className={css.sheet} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
