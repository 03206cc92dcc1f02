import type { ReactNode } from 'react'
import { text } from '../text.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FormProblem, FoundNote } from './FormDialog.tsx'
import styles from './form.module.css'
import type { Form, Values } from './use-form.ts'
import { Unsaved } from './Unsaved.tsx'

interface FormPageProps<V extends Values> {
  form: Form<V>
  /** What the button does, in a word. */
  yes: string
  nameOf?: (field: string) => string
  /** Nothing may be changed: no button. */
  readOnly?: boolean
  children: ReactNode
}

/** A form that is (part of) a screen: its buttons stay below it, and leaving it unsaved is asked about. */
export function FormPage<V extends Values>({
  form,
  yes,
  nameOf = (field) => field,
  readOnly,
  children,
}: FormPageProps<V>) {
  return (
    <form className={styles.page} onSubmit={form.submit} noValidate>
      <FoundNote form={form} />
      <div className={styles.body}>{children}</div>
      <FormProblem form={form} />
      {!readOnly && (
        <div className={styles.pageActs}>
          <button className="hl-button hl-main-button" aria-busy={form.sending}>
            {yes}
          </button>
          {form.dirty && (
            <button type="button" className="hl-button" onClick={form.reset}>
              {text('form.reset')}
            </button>
          )}
        </div>
      )}
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} nameOf={nameOf} />}
      <Unsaved dirty={form.dirty} drop={form.reset} />
    </form>
  )
}
