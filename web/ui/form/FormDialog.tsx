import { useId, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { text } from '../text.ts'
import { useDialog } from '../use-dialog.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import styles from './form.module.css'
import { Unsaved } from './Unsaved.tsx'
import type { Form, Values } from './use-form.ts'

interface FormDialogProps<V extends Values> {
  form: Form<V>
  title: string
  sentence?: string
  /** What the button does, in a word. */
  yes: string
  /** Takes something away: the button is red, and the other one cancels nothing but goes back. */
  danger?: boolean
  wide?: boolean
  /** Names of the fields, for the difference with a newer record. */
  nameOf?: (field: string) => string
  close: () => void
  children: ReactNode
}

/** A form over the screen it belongs to. It closes by itself only when nothing written would be lost. */
export function FormDialog<V extends Values>(props: FormDialogProps<V>) {
  const { form, title, sentence, yes, danger, wide, nameOf = (field) => field, close, children } = props
  const [leaving, setLeaving] = useState(false)
  const dialog = useDialog(close)
  const id = useId()
  const leave = () => (form.dirty && !form.sending ? setLeaving(true) : close())
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={wide || undefined}
      aria-labelledby={`${id}title`}
      // Escape and a press beside it leave as the button does.
      onCancel={(event) => {
        if (!form.dirty) return
        event.preventDefault()
        leave()
      }}
    >
      <form onSubmit={form.submit} noValidate>
        <h2 id={`${id}title`}>{title}</h2>
        {sentence !== undefined && <p className={styles.sentence}>{sentence}</p>}
        <FoundNote form={form} />
        <div className={styles.body}>{children}</div>
        <FormProblem form={form} />
        <div className={styles.acts}>
          <button type="button" className="button" onClick={leave}>
            {text(danger ? 'reason.back' : 'app.cancel')}
          </button>
          <button className="button" data-main data-danger={danger || undefined} aria-busy={form.sending}>
            {yes}
          </button>
        </div>
      </form>
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} nameOf={nameOf} />}
      <Unsaved dirty={form.dirty && !form.sending} drop={form.reset} />
      {leaving && (
        <ConfirmDialog
          title={text('form.leave.title')}
          sentence={text('form.leave.text')}
          yes={text('form.leave.yes')}
          confirm={() => {
            form.reset()
            close()
          }}
          close={() => setLeaving(false)}
        />
      )}
    </dialog>
  )
}

/** What went wrong and belongs to no field. */
export function FormProblem<V extends Values>({ form }: { form: Form<V> }) {
  if (form.problem === null) return null
  return (
    <p className={styles.problem} role="alert">
      {form.problem}
    </p>
  )
}

/** Says that something written before was found again, and lets it go. */
export function FoundNote<V extends Values>({ form }: { form: Form<V> }) {
  if (!form.found) return null
  return (
    <p className={styles.found} role="status">
      {text('form.found')}
      <button type="button" className="hl-plain" onClick={form.reset}>
        {text('form.found.drop')}
      </button>
    </p>
  )
}
