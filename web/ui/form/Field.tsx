import { useId, type ReactNode } from 'react'
import { OptionalMark } from './OptionalMark.tsx'
import styles from './form.module.css'

interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
}

interface FieldProps {
  label: string
  hint?: string | undefined
  /** The error text. */
  wrong?: string | undefined
  /** Marks the field as optional beside its label. */
  optional?: boolean
  /** Spans both columns of a form. */
  wide?: boolean
  children: (control: FieldControl) => ReactNode
}

/** A label, a control, and a hint or error below. */
export function Field({ label, hint, wrong, optional, wide, children }: FieldProps) {
  const id = useId()
  return (
    <div className={`${styles.field} grid packed gap-4 shrink`} data-wide={wide || undefined}>
      <label htmlFor={id}>
        {label}
        {optional && <OptionalMark />}
      </label>
      {children({ id, 'aria-invalid': wrong !== undefined, 'aria-describedby': `${id}said` })}
      <small
        id={`${id}said`}
        data-wrong={wrong !== undefined || undefined}
        role={wrong === undefined ? undefined : 'alert'}
      >
        {wrong ?? hint ?? ''}
      </small>
    </div>
  )
}
