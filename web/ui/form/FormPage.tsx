import type { ReactNode } from 'react'
import { text } from '../text.ts'
import { Button } from '../../kit/Button.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FormProblem, DraftRestoredNote } from './FormDialog.tsx'
import styles from './form.module.css'
import type { Form, Values } from './use-form.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'

interface FormPageProps<V extends Values> {
  form: Form<V>
  /** Label of the submit button. */
  yes: string
  nameOf?: (field: string) => string
  /** Read-only: no submit button. */
  readOnly?: boolean
  children: ReactNode
}

/**
 * A form as a screen, or part of one: the buttons stay below it, and leaving it with unsaved changes asks for
 * confirmation.
 */
export function FormPage<V extends Values>({
  form,
  yes,
  nameOf = (field) => field,
  readOnly,
  children,
}: FormPageProps<V>) {
  return (
    <form className={`${styles.page} grid gap-12`} onSubmit={form.submit} noValidate>
      <DraftRestoredNote form={form} />
      <div className={styles.body}>{children}</div>
      <FormProblem form={form} />
      {!readOnly && (
        <div className="flex gap-8">
          <Button type="submit" kind="main" busy={form.sending}>
            {yes}
          </Button>
          {form.dirty && <Button onClick={form.reset}>{text('form.reset')}</Button>}
        </div>
      )}
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} nameOf={nameOf} />}
      <UnsavedGuard dirty={form.dirty} drop={form.reset} />
    </form>
  )
}
