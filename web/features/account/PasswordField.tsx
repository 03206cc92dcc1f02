import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Field } from '../../ui/form/Field.tsx'
import form from '../../ui/form/form.module.css'
import { text } from '../../ui/text.ts'
import { missingOf, strengthOf } from './password-strength.ts'
import styles from './password.module.css'

interface PasswordFieldProps {
  label: string
  value: string
  set: (value: string) => void
  wrong: string | undefined
  hint?: string
  /** Of a new one: what its owner's password must not consist of. How good it is stands below. */
  words?: readonly string[]
  autoFocus?: boolean
  wide?: boolean
}

/** A password that can be looked at. */
export function PasswordField({ label, value, set, wrong, hint, words, autoFocus, wide }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <div className={styles.place} data-wide={wide || undefined}>
      <Field label={label} wrong={wrong} hint={words && value !== '' ? undefined : hint}>
        {(control) => (
          <span className={styles.control}>
            <input
              {...control}
              className={form.input}
              type={shown ? 'text' : 'password'}
              autoComplete={words ? 'new-password' : 'current-password'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={1024}
              autoFocus={autoFocus}
              value={value}
              onChange={({ target }) => set(target.value)}
            />
            <button
              type="button"
              className={styles.eye}
              aria-pressed={shown}
              aria-label={text('password.show')}
              onClick={() => setShown(!shown)}
            >
              <Eye size={20} stroke={1.7} aria-hidden />
            </button>
          </span>
        )}
      </Field>
      {words && value !== '' && wrong === undefined && <StrengthLine value={value} words={words} />}
    </div>
  )
}

function StrengthLine({ value, words }: { value: string; words: readonly string[] }) {
  const strength = strengthOf(value, words)
  return (
    <p className={styles.strength} data-strength={strength} role="status">
      <span className={styles.bar} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {text(`password.strength.${strength}`, { count: missingOf(value) })}
    </p>
  )
}
