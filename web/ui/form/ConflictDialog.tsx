import { useId } from 'react'
import { text } from '../text.ts'
import { useDialog } from '../use-dialog.ts'
import styles from './form.module.css'
import type { Conflict, Form, Values } from './use-form.ts'

interface ConflictDialogProps<V extends Values> {
  form: Form<V>
  conflict: Conflict<V>
  nameOf: (field: string) => string
  /** What to say of a value that is no plain text, seen against the other one. */
  say?: (field: string, value: Values[string] | undefined, other: Values[string] | undefined) => string | undefined
}

function shown(value: Values[string] | undefined): string {
  if (typeof value === 'boolean') return text(value ? 'form.yes' : 'form.no')
  if (Array.isArray(value)) return value.length === 0 ? text('form.nothing') : value.join(', ')
  return value === undefined || value === '' ? text('form.nothing') : String(value)
}

/** Somebody else saved first: the difference, field by field, and the choice. */
export function ConflictDialog<V extends Values>({ form, conflict, nameOf, say }: ConflictDialogProps<V>) {
  const dialog = useDialog(() => form.settle(null))
  const id = useId()
  const { values } = form
  const { theirs } = conflict
  const fields = Object.keys(values).filter((field) => JSON.stringify(values[field]) !== JSON.stringify(theirs[field]))
  return (
    <dialog ref={dialog} className={styles.dialog} data-wide aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{text('form.conflict.title')}</h2>
      <p className={styles.sentence}>{text(fields.length > 0 ? 'form.conflict.text' : 'form.conflict.same')}</p>
      {fields.length > 0 && (
        <table className={styles.conflict}>
          <thead>
            <tr>
              <th scope="col">{text('form.conflict.field')}</th>
              <th scope="col">{text('form.conflict.mine')}</th>
              <th scope="col">{text('form.conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{nameOf(field)}</th>
                <td>{say?.(field, values[field], theirs[field]) ?? shown(values[field])}</td>
                <td>{say?.(field, theirs[field], values[field]) ?? shown(theirs[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.acts}>
        <button type="button" className="button" onClick={() => form.settle('theirs')}>
          {text('form.conflict.take')}
        </button>
        <button type="button" className="button" data-main onClick={() => form.settle('mine')}>
          {text('form.conflict.keep')}
        </button>
      </div>
    </dialog>
  )
}
