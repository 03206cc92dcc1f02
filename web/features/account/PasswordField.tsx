import IconEye from '@iconify-json/tabler/eye'
import IconEyeOff from '@iconify-json/tabler/eye-off'
import { useState } from 'react'
import { Press } from '../../kit/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { text } from '../../ui/text.ts'
import { missingOf, strengthOf } from './password-strength.ts'
import styles from './password.module.css'

interface PasswordFieldProps {
  label: string
  value: string
  set: (value: string) => void
  wrong: string | undefined
  hint?: string
  /** For a new password: words of its owner that it must not consist of. Shows a strength meter. */
  words?: readonly string[]
  autoFocus?: boolean
  wide?: boolean
}

/** Password input that can be revealed. */
export function PasswordField({ label, value, set, wrong, hint, words, autoFocus, wide }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <div className={`grid shrink ${styles.place}`} data-wide={wide || undefined}>
      <Field label={label} wrong={wrong} hint={words && value !== '' ? undefined : hint}>
        {(control) => (
          <span className={`${styles.control} block relative`}>
            <input
              {...control}
              className="hl-input full"
              type={shown ? 'text' : 'password'}
              autoComplete={words ? 'new-password' : 'current-password'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={1024}
              autoFocus={autoFocus}
              value={value}
              onChange={({ target }) => set(target.value)}
            />
            <Press
              className={styles.eye}
              aria-pressed={shown}
              aria-label={text('password.show')}
              onClick={() => setShown(!shown)}
            >
              <Eye size={20} stroke={1.7} aria-hidden />
            </Press>
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
        <i className="ground-line-2" />
        <i className="ground-line-2" />
        <i className="ground-line-2" />
      </span>
      {text(`password.strength.${strength}`, { count: missingOf(value) })}
    </p>
  )
}
