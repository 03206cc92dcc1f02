import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { text } from '../text.ts'
import { Dialog, DialogActs } from '../../kit/Dialog.tsx'
import { Button } from '../../kit/Button.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import styles from './form.module.css'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import type { Form, Values } from './use-form.ts'

interface FormDialogProps<V extends Values> {
  form: Form<V>
  title: string
  sentence?: string
  /** Label of the submit button. */
  yes: string
  /** Destructive: red submit button, and the other button reads "back" instead of "cancel". */
  danger?: boolean
  wide?: boolean
  /** Field labels for the conflict dialog. */
  nameOf?: (field: string) => string
  close: () => void
  children: ReactNode
}

/** A form in a dialog. Closes without asking only when nothing typed would be lost. */
export function FormDialog<V extends Values>(props: FormDialogProps<V>) {
  const { form, title, sentence, yes, danger, wide, nameOf = (field) => field, close, children } = props
  const [leaving, setLeaving] = useState(false)
  const leave = () => (form.dirty && !form.sending ? setLeaving(true) : close())
  return (
    <Dialog
      close={close}
      title={title}
      sentence={sentence}
      wide={wide}
      onCancel={(event) => {
        // Escape and a press on the backdrop act like the cancel button.
        if (!form.dirty) return
        event.preventDefault()
        leave()
      }}
    >
      <form onSubmit={form.submit} noValidate>
        <DraftRestoredNote form={form} />
        <div className={styles.body}>{children}</div>
        <FormProblem form={form} />
        <DialogActs>
          <Button size="large" onClick={leave}>
            {text(danger ? 'reason.back' : 'app.cancel')}
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'main'} size="large" busy={form.sending}>
            {yes}
          </Button>
        </DialogActs>
      </form>
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} nameOf={nameOf} />}
      <UnsavedGuard dirty={form.dirty && !form.sending} drop={form.reset} />
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
    </Dialog>
  )
}

/** An error that belongs to no field. */
export function FormProblem<V extends Values>({ form }: { form: Form<V> }) {
  if (form.problem === null) return null
  return (
    <p className={styles.problem} role="alert">
      {form.problem}
    </p>
  )
}

/** Says that an earlier draft was restored, and offers to discard it. */
export function DraftRestoredNote<V extends Values>({ form }: { form: Form<V> }) {
  if (!form.found) return null
  return (
    <p className={styles.found} role="status">
      {text('form.found')}
      <Button kind="plain" onClick={form.reset}>
        {text('form.found.drop')}
      </Button>
    </p>
  )
}
