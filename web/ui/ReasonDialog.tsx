import { useId, useState, type FormEvent } from 'react'
import styles from './confirm-dialog.module.css'
import { text } from './text.ts'
import { useDialog } from './use-dialog.ts'

interface ReasonDialogProps {
  title: string
  sentence: string
  /** What the button does. */
  yes: string
  /** Ends something for good: the button is red. */
  danger?: boolean
  /** Characters that a reason has at least. */
  least: number
  /** And at most. */
  most?: number
  /** What went wrong comes back as a sentence; null when it is done. What was typed stays meanwhile. */
  send: (reason: string) => Promise<string | null>
  close: () => void
}

/** Asks for the reason of an act that stays on record. */
export function ReasonDialog({ title, sentence, yes, danger, least, most = 1000, send, close }: ReasonDialogProps) {
  const dialog = useDialog(close)
  const id = useId()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const missing = least - reason.trim().length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    if (missing > 0) {
      setWrong(text('reason.short', { count: missing }))
      return
    }
    setSending(true)
    void send(reason.trim()).then((problem) => {
      setSending(false)
      if (problem === null) close()
      else setWrong(problem)
    })
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`} aria-describedby={`${id}text`}>
      <form onSubmit={submit} noValidate>
        <h2 id={`${id}title`}>{title}</h2>
        <p id={`${id}text`}>{sentence}</p>
        <label className={styles.field} htmlFor={`${id}reason`}>
          {text('reason.label')}
          <textarea
            id={`${id}reason`}
            rows={4}
            maxLength={most}
            value={reason}
            autoFocus
            aria-invalid={wrong !== null}
            aria-describedby={`${id}wrong`}
            onChange={(event) => {
              setReason(event.target.value)
              setWrong(null)
            }}
          />
        </label>
        <small id={`${id}wrong`} className={styles.wrong} role={wrong === null ? undefined : 'alert'}>
          {wrong ?? text(missing > 0 ? 'reason.least' : 'reason.kept', { count: least })}
        </small>
        <div className={styles.acts}>
          <button type="button" className="button" onClick={close}>
            {text('reason.back')}
          </button>
          <button className="button" data-main data-danger={danger || undefined} aria-busy={sending}>
            {yes}
          </button>
        </div>
      </form>
    </dialog>
  )
}
