import IconCalendarMonth from '@iconify-json/tabler/calendar-month'
import { useId, useRef, useState, type ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { text } from '../text.ts'
import { useLazyPart } from '../use-lazy-part.ts'
import { Press } from '../../kit/Button.tsx'
import { dayText, hourText, isDay, isHour, localDay, readDay, readHour } from './days.ts'
import styles from './days.module.css'
import { useRegisterUnsaved } from './unsaved-forms.ts'

interface WrittenProps {
  id?: string | undefined
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  /** Class of the input; a form field's by default. */
  className?: string | undefined
  disabled?: boolean | undefined
  autoFocus?: boolean | undefined
  /** ISO form, '' for none. Invalid text is passed on unchanged and rejected by the receiver. */
  value: string
  onChange: (value: string) => void
}

interface Words {
  read: (written: string) => string | null
  shown: (value: string) => string
  is: (value: string) => boolean
  /** Error text with the expected format. */
  wrong: string
}

/**
 * The text stays as typed until the field loses focus: "25/1" on the way to "25/11" is not an error yet. On blur it is
 * formatted, or the error is shown; an external value replaces it.
 */
function useWritten(
  { value, onChange, 'aria-invalid': told = false }: WrittenProps,
  { read, shown, is, wrong }: Words,
) {
  const [typed, setTyped] = useState<{ written: string; over: string } | null>(null)
  const [inside, setInside] = useState(false)
  const said = useId()
  const own = typed !== null && (value === typed.over || value === typed.written) ? typed.written : null
  // Not shown when the form already shows an error for the field.
  const bad = !told && !inside && (own !== null || (value !== '' && !is(value)))
  useRegisterUnsaved(own !== null)
  const settle = () => {
    if (own === null) return
    const found = own.trim() === '' ? '' : read(own)
    if (found !== null) setTyped(null)
    if (found !== value) onChange(found ?? own)
  }
  return {
    input: {
      value: own ?? shown(value),
      onChange: ({ target }: { target: { value: string } }) => setTyped({ written: target.value, over: value }),
      onFocus: () => setInside(true),
      // Commit before the key reaches the form, which would submit it or ask to close.
      onKeyDown: ({ key }: { key: string }) => {
        if (key === 'Enter' || key === 'Escape') settle()
      },
      onBlur: () => {
        setInside(false)
        settle()
      },
      ...(bad && { 'aria-invalid': true, 'aria-errormessage': said }),
    },
    complaint: bad && (
      <small id={said} className="lines-xs ink-danger" data-wrong role="alert">
        {wrong}
      </small>
    ),
  }
}

interface DayProps extends WrittenProps {
  min?: string | undefined
  max?: string | undefined
  /** Required: the calendar has no clear button. */
  needed?: boolean
}

const loadCalendar = () => import('./Calendar.tsx').then(({ Calendar }) => Calendar)

/**
 * A day, in the local written form whatever the browser's language, or picked from a calendar whose weeks begin on
 * Monday.
 */
export function DayInput(props: DayProps): ReactNode {
  const { className = 'hl-input full', value, onChange, min, max, needed = false, ...control } = props
  const today = localDay(new Date(serverNow()))
  const { input, complaint } = useWritten(props, {
    read: (written) => readDay(written, today),
    shown: dayText,
    is: isDay,
    wrong: text('field.day.wrong'),
  })
  const [Calendar, want, near] = useLazyPart(loadCalendar)
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span className="grid gap-4 shrink" ref={place}>
      <span className={`grid relative shrink ${styles.line}`}>
        <input
          {...control}
          {...input}
          className={className}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={text('field.day.example')}
        />
        <Press
          className={`grid centered round ink-2 ${styles.open}`}
          aria-label={text('field.day.choose')}
          aria-haspopup="dialog"
          disabled={control.disabled}
          onPointerEnter={near}
          onFocus={near}
          onClick={() => {
            want()
            setOpen(true)
          }}
        >
          <IconCalendarMonth size={18} stroke={1.5} aria-hidden />
        </Press>
      </span>
      {complaint}
      {open && Calendar && (
        <Calendar
          below={place.current?.getBoundingClientRect() ?? null}
          value={isDay(value) ? value : null}
          today={today}
          needed={needed}
          min={min}
          max={max}
          choose={onChange}
          close={() => setOpen(false)}
        />
      )}
    </span>
  )
}

/** Suggested times of a working day. */
const offered = Array.from({ length: 27 }, (_, half) => {
  const minutes = 7 * 60 + half * 30
  return hourText(`${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`)
})

/** A time, written with twelve or twenty-four hours; suggests the half hours of a working day. */
export function HourInput(props: WrittenProps): ReactNode {
  const { className = 'hl-input full', value: _value, onChange: _onChange, ...control } = props
  const { input, complaint } = useWritten(props, {
    read: readHour,
    shown: hourText,
    is: isHour,
    wrong: text('field.hour.wrong'),
  })
  const list = useId()
  return (
    <span className="grid gap-4 shrink">
      <input
        {...control}
        {...input}
        className={className}
        type="text"
        list={list}
        autoComplete="off"
        spellCheck={false}
        placeholder={text('field.hour.example')}
      />
      <datalist id={list}>
        {offered.map((hour) => (
          <option key={hour} value={hour} />
        ))}
      </datalist>
      {complaint}
    </span>
  )
}
