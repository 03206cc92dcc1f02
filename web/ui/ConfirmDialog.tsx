import { useId } from 'react'
import styles from './confirm-dialog.module.css'
import { text } from './text.ts'
import { useDialog } from './use-dialog.ts'

interface ConfirmDialogProps {
  title: string
  sentence: string
  /** What the button does, in a word. */
  yes: string
  confirm: () => void
  close: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, sentence, yes, confirm, close }: ConfirmDialogProps) {
  const dialog = useDialog(close)
  const id = useId()
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`} aria-describedby={`${id}text`}>
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{sentence}</p>
      <div className={styles.acts}>
        <button type="button" className="button" onClick={close}>
          {text('app.cancel')}
        </button>
        <button
          type="button"
          className="button"
          data-main
          onClick={() => {
            // First: where closing means no, the first word counts.
            confirm()
            close()
          }}
        >
          {yes}
        </button>
      </div>
    </dialog>
  )
}
