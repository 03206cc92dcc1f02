import { text } from '../text.ts'
import { Dialog, DialogActs } from '../../kit/Dialog.tsx'
import { Button } from '../../kit/Button.tsx'
import type { Conflict, Form, Values } from './use-form.ts'

interface ConflictDialogProps<V extends Values> {
  form: Form<V>
  conflict: Conflict<V>
  nameOf: (field: string) => string
  /** Text for a value that is not plain text, compared with the other version. */
  say?: (field: string, value: Values[string] | undefined, other: Values[string] | undefined) => string | undefined
}

function shown(value: Values[string] | undefined): string {
  if (typeof value === 'boolean') return text(value ? 'form.yes' : 'form.no')
  if (Array.isArray(value)) return value.length === 0 ? text('form.nothing') : value.join(', ')
  return value === undefined || value === '' ? text('form.nothing') : String(value)
}

/** Version conflict: shows the differences field by field, and asks which version to keep. */
export function ConflictDialog<V extends Values>({ form, conflict, nameOf, say }: ConflictDialogProps<V>) {
  const { values } = form
  const { theirs } = conflict
  const fields = Object.keys(values).filter((field) => JSON.stringify(values[field]) !== JSON.stringify(theirs[field]))
  return (
    <Dialog
      close={() => form.settle(null)}
      wide
      title={text('form.conflict.title')}
      sentence={text(fields.length > 0 ? 'form.conflict.text' : 'form.conflict.same')}
    >
      {fields.length > 0 && (
        <table className="table anywhere mt-14">
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
      <DialogActs>
        <Button size="large" onClick={() => form.settle('theirs')}>
          {text('form.conflict.take')}
        </Button>
        <Button kind="main" size="large" onClick={() => form.settle('mine')}>
          {text('form.conflict.keep')}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
