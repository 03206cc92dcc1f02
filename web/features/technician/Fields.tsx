import { IconCheck } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { formatPower } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import css from './fields.module.css'

/** A field's name in the data is its place on the screen: what is missing is led to by it. */
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
  options: readonly { value: T; label: string }[]
  value: T | null | undefined
  choose: (value: T) => void
  columns?: 1 | 2 | 5
}

/** One of a few, each as large as a thumb. */
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
            <input type="radio" name={id} checked={option.value === value} onChange={() => choose(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </Field>
  )
}

/** Yes or no, where both are an answer. */
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

/** Something looked at, or something that is so. */
export function Tick({ name, label, checked, change }: TickProps) {
  return (
    <label className={`${css.choice} ${css.tick}`} data-field={name}>
      <input type="checkbox" checked={checked} onChange={({ target }) => change(target.checked)} />
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

/** A whole number: stepped with the thumb or typed. */
export function Count({ name, label, value, change, most, least = 0, step = 1 }: CountProps) {
  const held = (next: number) => Math.min(most, Math.max(least, next))
  return (
    <Field name={name} label={label}>
      <div className={css.count}>
        <button
          type="button"
          aria-label={text('tech.less', { label })}
          onClick={() => change(held((value ?? least) - step))}
        >
          −
        </button>
        <input
          className={css.input}
          inputMode="numeric"
          aria-label={label}
          value={value ?? ''}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '')
            change(digits === '' ? null : held(Number(digits)))
          }}
        />
        <button
          type="button"
          aria-label={text('tech.more_of', { label })}
          onClick={() => change(value == null ? held(least + (least === 0 ? step : 0)) : held(value + step))}
        >
          +
        </button>
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

/** A figure with decimals and a sign; what is no figure, or none that can be, changes nothing. */
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
  /** Letters and digits as a label has them. */
  code?: boolean
  most?: number
  hint?: ReactNode
  /** Beside it: another way to fill it. */
  act?: ReactNode
}

/** One line of writing. */
export function Line({ name, label, value, change, code = false, most = 64, hint, act }: LineProps) {
  return (
    <Field name={name} label={label}>
      <div className={css.entry}>
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

/** Several lines of writing. */
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

/** What a rule says of a field, under it. */
export function Hint({ level, children }: { level?: 'ok' | 'aviso' | 'bloqueo'; children: ReactNode }) {
  return (
    <p className={css.hint} data-level={level} aria-live="polite">
      {children}
    </p>
  )
}
