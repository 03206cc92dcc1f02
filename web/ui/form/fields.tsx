import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { formatWeekday } from '../format.ts'
import { isDay } from './days.ts'
import { Field } from './Field.tsx'
import styles from './form.module.css'
import { DayInput, HourInput } from './moment-inputs.tsx'
import type { Form, Values } from './use-form.ts'

/** Names of the fields whose value is a `T`. */
type NamesOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string

interface Bound<V extends Values, T> {
  form: Form<V>
  name: NamesOf<V, T>
  label: string
  hint?: string | undefined
  optional?: boolean
  wide?: boolean
}

const described = <V extends Values, T>({ form, name, label, hint, optional, wide }: Bound<V, T>) => ({
  label,
  hint,
  wrong: form.wrong[name],
  ...(optional && { optional }),
  ...(wide && { wide }),
})
const part = <V extends Values>(name: string, value: Values[string]) => ({ [name]: value }) as Partial<V>

interface TextFieldProps<V extends Values> extends Bound<V, string> {
  type?: HTMLInputTypeAttribute
  autoComplete?: string
  autoFocus?: boolean
  /** Characters; by default the limit of the form's field. */
  maxLength?: number | undefined
  /** More than one makes the input multi-line. */
  rows?: number
  /** Unit shown after the figure: dBm, m, ms. */
  unit?: string
  disabled?: boolean
}

/** Shows the day of the week before the hint. */
const hinted = (day: string, hint: string | undefined) =>
  isDay(day) ? [formatWeekday(`${day}T12:00`), hint].filter((part) => part !== undefined).join('. ') : hint

/** A line of text, a figure with its unit, or a longer text. */
export function TextField<V extends Values>(props: TextFieldProps<V>) {
  const { form, name, type = 'text', autoComplete = 'off', autoFocus, rows, unit, disabled } = props
  const { maxLength = form.limits[name]?.maxLength } = props
  return (
    <Field {...described(props)}>
      {(control) => {
        const shared = {
          ...control,
          value: String(form.values[name] ?? ''),
          maxLength,
          autoFocus,
          disabled,
          onChange: ({ target }: { target: { value: string } }) => form.set(part(name, target.value)),
        }
        if (rows !== undefined) return <textarea className="hl-input full" rows={rows} {...shared} />
        const input = (
          <input
            className="hl-input full"
            type={type}
            autoComplete={autoComplete}
            spellCheck={false}
            inputMode={unit === undefined ? undefined : 'decimal'}
            {...shared}
          />
        )
        if (unit === undefined) return input
        return (
          <span className={`${styles.withUnit} relative`}>
            {input}
            <span className="grid centered text-xs ink-3 absolute no-pointer" aria-hidden>
              {unit}
            </span>
          </span>
        )
      }}
    </Field>
  )
}

/** A day input. */
export function DayField<V extends Values>(props: Bound<V, string> & { disabled?: boolean }) {
  const { form, name, disabled } = props
  const value = String(form.values[name] ?? '')
  return (
    <Field {...described(props)} hint={hinted(value, props.hint)}>
      {(control) => (
        <DayInput {...control} value={value} disabled={disabled} onChange={(day) => form.set(part(name, day))} />
      )}
    </Field>
  )
}

/** A time input. */
export function HourField<V extends Values>(props: Bound<V, string>) {
  const { form, name } = props
  return (
    <Field {...described(props)}>
      {(control) => (
        <HourInput
          {...control}
          value={String(form.values[name] ?? '')}
          onChange={(hour) => form.set(part(name, hour))}
        />
      )}
    </Field>
  )
}

export interface Option {
  value: string
  text: string
  disabled?: boolean
}

/** Select of a set of words. `empty`: text of the option for no value. */
export function ChoiceField<V extends Values>(
  props: Bound<V, string> & { options: readonly Option[]; empty?: string; disabled?: boolean },
) {
  const { form, name, options, empty, disabled } = props
  return (
    <Field {...described(props)}>
      {(control) => (
        <select
          {...control}
          className="hl-input full"
          disabled={disabled}
          value={String(form.values[name] ?? '')}
          onChange={({ target }) => form.set(part(name, target.value))}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Switch with a sentence beside it. */
export function SwitchField<V extends Values>({
  form,
  name,
  label,
  hint,
  wide,
  disabled,
}: Bound<V, boolean> & { disabled?: boolean }) {
  return (
    <label className={`${styles.switch} phone-min-h-48`} data-wide={wide || undefined}>
      <input
        type="checkbox"
        role="switch"
        disabled={disabled}
        checked={Boolean(form.values[name])}
        onChange={({ target }) => form.set(part(name, target.checked))}
      />
      <span>
        {label}
        {hint !== undefined && <small className="block">{hint}</small>}
      </span>
    </label>
  )
}

/** Multiple choice from a set of words. */
export function ManyField<V extends Values>({
  form,
  name,
  label,
  hint,
  options,
}: Bound<V, readonly string[]> & { options: readonly Option[] }) {
  const chosen = form.values[name] as readonly string[]
  return (
    <fieldset className={`${styles.many} grid gap-6 shrink no-margin no-padding no-border`}>
      <legend className="semibold no-padding">{label}</legend>
      {options.map((option) => (
        <label className="flex middle gap-8 phone-min-h-48" key={option.value}>
          <input
            className="rigid"
            type="checkbox"
            disabled={option.disabled}
            checked={chosen.includes(option.value)}
            onChange={({ target }) =>
              form.set(
                part(
                  name,
                  target.checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value),
                ),
              )
            }
          />
          {option.text}
        </label>
      ))}
      <small data-wrong={form.wrong[name] !== undefined || undefined} role={form.wrong[name] ? 'alert' : undefined}>
        {form.wrong[name] ?? hint ?? ''}
      </small>
    </fieldset>
  )
}

/** Places fields side by side where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={`${styles.fields} grid`}>{children}</div>
}
