import { useId, useState, type FormEvent } from 'react'
import { Button } from '../kit/Button.tsx'
import styles from './confirm-dialog.module.css'
import { text } from './text.ts'
import { Dialog, DialogActs } from '../kit/Dialog.tsx'

interface ReasonDialogProps {
  title: string
  sentence: string
  /** Label of the confirm button. */
  yes: string
  /** Irreversible action: red button. */
  danger?: boolean
  /** Minimum length of the reason, in characters. */
  least: number
  /** Maximum length of the reason, in characters. */
  most?: number
  /** Returns an error text, or null on success. The typed text stays meanwhile. */
  send: (reason: string) => Promise<string | null>
  close: () => void
}

/** Asks for the reason of an audited action. */
export function ReasonDialog({ title, sentence, yes, danger, least, most = 1000, send, close }: ReasonDialogProps) {
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
    <Dialog close={close} title={title} sentence={sentence}>
      <form onSubmit={submit} noValidate>
        <label className={`grid gap-4 semibold ${styles.field} mt-14 phone-size-l`} htmlFor={`${id}reason`}>
          {text('reason.label')}
          <textarea
            className="padded-note full round surface ink-1 normal line-control"
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
        <small
          id={`${id}wrong`}
          className={`block lines-xs ink-2 ${styles.wrong} mt-4`}
          role={wrong === null ? undefined : 'alert'}
        >
          {wrong ?? text(missing > 0 ? 'reason.least' : 'reason.kept', { count: least })}
        </small>
        <DialogActs>
          <Button size="large" onClick={close}>
            {text('reason.back')}
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'main'} size="large" busy={sending}>
            {yes}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  )
}
