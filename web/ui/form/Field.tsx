import { useId, type ReactNode } from 'react'
import { OptionalMark } from './OptionalMark.tsx'
import styles from './form.module.css'

export interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
}

interface FieldProps {
  label: string
  hint?: string | undefined
  /** What is wrong, as a sentence. */
  wrong?: string | undefined
  /** May be left out, and says so beside its name. */
  optional?: boolean
  /** Over both columns of a form. */
  wide?: boolean
  children: (control: FieldControl) => ReactNode
}

/** A name, a control and a line below it that helps or says what is wrong. */
export function Field({ label, hint, wrong, optional, wide, children }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field} data-wide={wide || undefined}>
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
