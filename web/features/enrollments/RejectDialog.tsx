import { leastReason, type ApprovalDoubt } from '@hilo/domain/enrollment.ts'
import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { text } from '../../ui/text.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import styles from './verification.module.css'

/** Reasons that come again and again: texts `verify.reason.<name>`. */
const usual = ['unreadable', 'other_place', 'blurred', 'mismatch', 'missing'] as const
/** The reason to begin with, by what speaks against approving. */
const firstOf = { label: usual.indexOf('mismatch'), no_picture: usual.indexOf('missing') }

interface RejectDialogProps {
  decision: 'rechazada' | 'repetir'
  label: string
  doubt: ApprovalDoubt | null
  confirm: (reason: string) => void
  close: () => void
}

function Usual({ chosen, choose }: { chosen: number; choose: (at: number) => void }) {
  const group = useId()
  return (
    <fieldset>
      <legend>{text('reason.label')}</legend>
      {[...usual, 'own' as const].map((name, at) => (
        <label key={name}>
          <input
            type="radio"
            name={group}
            checked={chosen === at}
            autoFocus={at === chosen}
            onChange={() => choose(at)}
          />
          {text(`verify.reason.${name}`)}
          <kbd>{at + 1}</kbd>
        </label>
      ))}
    </fieldset>
  )
}

interface OwnReasonProps {
  value: string
  wrong: boolean
  describedBy: string
  write: (value: string) => void
  send: (event: KeyboardEvent) => void
}

function OwnReason({ value, wrong, describedBy, write, send }: OwnReasonProps) {
  return (
    <textarea
      rows={3}
      maxLength={500}
      value={value}
      autoFocus
      aria-label={text('verify.reason.own')}
      aria-invalid={wrong}
      aria-describedby={describedBy}
      onChange={({ target }) => write(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.shiftKey) send(event)
      }}
    />
  )
}

/** Why it is rejected or has to be done again: the technician reads it. A number and Enter are enough. */
export function RejectDialog({ decision, label, doubt, confirm, close }: RejectDialogProps) {
  const dialog = useDialog(close)
  const id = useId()
  const [chosen, setChosen] = useState(doubt ? firstOf[doubt] : 0)
  const [own, setOwn] = useState('')
  const [short, setShort] = useState(false)
  const other = chosen === usual.length
  const reason = other ? own.trim() : text(`verify.reason.${usual[chosen] ?? usual[0]}`)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (reason.length < leastReason) return setShort(true)
    close()
    confirm(reason)
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`}>
      <form
        onSubmit={submit}
        noValidate
        onKeyDown={({ key, target }) => {
          const at = Number(key) - 1
          if (!(target instanceof HTMLTextAreaElement) && at >= 0 && at <= usual.length) setChosen(at)
        }}
      >
        <h2 id={`${id}title`}>{text(`verify.${decision}.title`, { label })}</h2>
        <p>{text(`verify.${decision}.text`)}</p>
        <Usual chosen={chosen} choose={setChosen} />
        {other && (
          <OwnReason
            value={own}
            wrong={short}
            describedBy={`${id}short`}
            write={(value) => {
              setOwn(value)
              setShort(false)
            }}
            send={submit}
          />
        )}
        <small id={`${id}short`} role={short ? 'alert' : undefined}>
          {short ? text('verify.reason.short', { count: leastReason }) : ''}
        </small>
        <div className={styles.acts}>
          <button type="button" className="button" onClick={close}>
            {text('app.cancel')}
          </button>
          <button className="button" data-main>
            {text(`verify.${decision}`)}
          </button>
        </div>
      </form>
    </dialog>
  )
}
