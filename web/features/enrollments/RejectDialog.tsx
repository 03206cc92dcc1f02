import { minReasonLength, type ApprovalDoubt } from '@hilo/domain/enrollment.ts'
import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { Button } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { Dialog, DialogActs } from '../../kit/Dialog.tsx'
import styles from './verification.module.css'

/** Common reasons: texts `verify.reason.<name>`. */
const usual = ['unreadable', 'other_place', 'blurred', 'mismatch', 'missing'] as const
/** Preselected reason, by the doubt about the enrolment. */
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
    <fieldset className="grid gap-2">
      <legend>{text('reason.label')}</legend>
      {[...usual, 'own' as const].map((name, at) => (
        <label className="flex middle gap-10 pointer min-h-32" key={name}>
          <input
            type="radio"
            name={group}
            checked={chosen === at}
            autoFocus={at === chosen}
            onChange={() => choose(at)}
          />
          {text(`verify.reason.${name}`)}
          <kbd className="push">{at + 1}</kbd>
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
      className="full ink-1 surface round line-control"
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

/** Reason for rejecting or repeating, shown to the technician. A digit and Enter are enough. */
export function RejectDialog({ decision, label, doubt, confirm, close }: RejectDialogProps) {
  const id = useId()
  const [chosen, setChosen] = useState(doubt ? firstOf[doubt] : 0)
  const [own, setOwn] = useState('')
  const [short, setShort] = useState(false)
  const other = chosen === usual.length
  const reason = other ? own.trim() : text(`verify.reason.${usual[chosen] ?? usual[0]}`)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (reason.length < minReasonLength) return setShort(true)
    close()
    confirm(reason)
  }
  return (
    <Dialog close={close} className={styles.dialog} aria-labelledby={`${id}title`}>
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
        <small className="block text-xs ink-danger" id={`${id}short`} role={short ? 'alert' : undefined}>
          {short ? text('verify.reason.short', { count: minReasonLength }) : ''}
        </small>
        <DialogActs>
          <Button size="large" onClick={close}>
            {text('app.cancel')}
          </Button>
          <Button type="submit" kind="main" size="large">
            {text(`verify.${decision}`)}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  )
}
