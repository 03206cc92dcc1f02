import type { Level } from '@hilo/domain/optics.ts'
import IconCheck from '@iconify-json/tabler/check'
import IconChecks from '@iconify-json/tabler/checks'
import { useId, useState, type FocusEvent, type ReactNode } from 'react'
import { Press } from '../../../kit/Button.tsx'
import { formatPower } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { checkText } from './act-words.ts'
import css from './fields.module.css'
import type { StepForm } from './use-step.ts'

/** `name`: field name in the data; missing fields are focused by it. */
export function Field({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <fieldset className={css.field} data-field={name}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}

interface ChoiceProps<T> {
  name: string
  label: string
  options: readonly { value: T; label: string; disabled?: boolean }[]
  value: T | null | undefined
  choose: (value: T) => void
  columns?: 1 | 2 | 5
}

/** Radio buttons of thumb size. */
export function Choice<T extends string | number | boolean>({
  name,
  label,
  options,
  value,
  choose,
  columns,
}: ChoiceProps<T>) {
  const id = useId()
  return (
    <Field name={name} label={label}>
      <div className={css.choices} data-columns={columns}>
        {options.map((option) => (
          <label key={String(option.value)} className={css.choice}>
            <input
              className="pointer absolute inset-0"
              type="radio"
              name={id}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => choose(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </Field>
  )
}

/** Yes or no; unset until chosen. */
export function YesNo(props: Omit<ChoiceProps<boolean>, 'options'>) {
  const options = [
    { value: true, label: text('tech.yes') },
    { value: false, label: text('tech.no') },
  ]
  return <Choice {...props} options={options} />
}

interface TickProps {
  name: string
  label: string
  checked: boolean
  change: (checked: boolean) => void
}

/** Checkbox for an inspection or a statement. */
export function Tick({ name, label, checked, change }: TickProps) {
  return (
    <label className={`${css.choice} ${css.tick}`} data-field={name}>
      <input
        className="pointer absolute inset-0"
        type="checkbox"
        checked={checked}
        onChange={({ target }) => change(target.checked)}
      />
      <span className={css.box} aria-hidden="true">
        <IconCheck size={18} stroke={3} />
      </span>
      {label}
    </label>
  )
}

interface CountProps {
  name: string
  label: string
  value: number | null | undefined
  change: (value: number | null) => void
  most: number
  least?: number
  step?: number
}

/** The first key replaces a figure that is already there. */
const selectAll = ({ target }: FocusEvent<HTMLInputElement>) => target.select()

/** Whole number with − and + buttons. */
export function Count({ name, label, value, change, most, least = 0, step = 1 }: CountProps) {
  const held = (next: number) => Math.min(most, Math.max(least, next))
  return (
    <Field name={name} label={label}>
      <div className={css.count}>
        <Press
          className={css.add}
          aria-label={text('tech.less', { label })}
          onClick={() => change(held((value ?? least) - step))}
        >
          −
        </Press>
        <input
          className={css.input}
          inputMode="numeric"
          aria-label={label}
          value={value ?? ''}
          onFocus={selectAll}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '')
            change(digits === '' ? null : held(Number(digits)))
          }}
        />
        <Press
          className={css.add}
          aria-label={text('tech.more_of', { label })}
          onClick={() => change(value == null ? held(least + (least === 0 ? step : 0)) : held(value + step))}
        >
          +
        </Press>
      </div>
    </Field>
  )
}

interface DecimalProps {
  name: string
  label: string
  value: number | null | undefined
  change: (value: number | null) => void
  least: number
  most: number
}

/** Signed decimal number; text that is no number or out of range does not change the value. */
export function Decimal({ name, label, value, change, least, most }: DecimalProps) {
  const [written, setWritten] = useState(formatPower(value) ?? '')
  const read = (words: string) => {
    setWritten(words)
    if (words.trim() === '') return change(null)
    const figure = Number(words.trim().replace('−', '-').replace(',', '.'))
    if (figure >= least && figure <= most) change(figure)
  }
  return (
    <Field name={name} label={label}>
      <input
        className={css.input}
        inputMode="decimal"
        aria-label={label}
        value={written}
        onFocus={selectAll}
        onChange={({ target }) => read(target.value)}
        onBlur={() => setWritten(formatPower(value) ?? '')}
      />
    </Field>
  )
}

interface LineProps {
  name: string
  label: string
  value: string | null | undefined
  change: (value: string) => void
  /** Letters and digits of a label: code font, upper case, no spell check. */
  code?: boolean
  most?: number
  hint?: ReactNode
  /** Alternative input beside the field, e.g. a scan button. */
  act?: ReactNode
}

/** Single-line text field. */
export function Line({ name, label, value, change, code = false, most = 64, hint, act }: LineProps) {
  return (
    <Field name={name} label={label}>
      <div className={`flex gap-6 ${css.entry}`}>
        <input
          className={code ? `${css.input} ${css.code}` : css.input}
          aria-label={label}
          value={value ?? ''}
          maxLength={most}
          autoComplete="off"
          autoCapitalize={code ? 'characters' : 'sentences'}
          spellCheck={!code}
          enterKeyHint="done"
          onChange={({ target }) => change(code ? target.value.toUpperCase() : target.value)}
        />
        {act}
      </div>
      {hint}
    </Field>
  )
}

/** Multi-line text field. */
export function Comments({
  name = 'comments',
  label,
  value,
  change,
  hint,
}: Partial<LineProps> & Pick<LineProps, 'change'>) {
  const title = label ?? text('tech.field.comments')
  return (
    <Field name={name} label={title}>
      <textarea
        className={css.area}
        aria-label={title}
        value={value ?? ''}
        maxLength={2000}
        onChange={({ target }) => change(target.value)}
      />
      {hint}
    </Field>
  )
}

/** Result of a check, below its field. */
export function Hint({ level, children }: { level?: Level; children: ReactNode }) {
  return (
    <p className={css.hint} data-level={level} aria-live="polite">
      {children}
    </p>
  )
}

/** Message of a check that is not ok. */
export function CheckHint({ form, code }: { form: Pick<StepForm, 'checks'>; code: string }) {
  const found = form.checks.find((one) => one.code === code && one.level !== 'ok')
  if (!found) return null
  return <Hint level={found.level}>{checkText(found)}</Hint>
}

/** Sets every inspection to fine; the button lists them all. */
export function AllFine({ name, act }: { name: string; act: () => void }) {
  return (
    <Press className={css.fine} onClick={act}>
      <IconChecks size={26} stroke={2} aria-hidden />
      {name}
    </Press>
  )
}
