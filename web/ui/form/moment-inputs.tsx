import { IconCalendarMonth } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { text } from '../text.ts'
import { usePart } from '../use-part.ts'
import { dayText, hourText, isDay, isHour, localDay, readDay, readHour } from './days.ts'
import styles from './days.module.css'
import form from './form.module.css'
import { useHoldWriting } from './writing.ts'

interface WrittenProps {
  id?: string | undefined
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  /** What it looks like; that of a form's field where nothing is said. */
  className?: string | undefined
  disabled?: boolean | undefined
  autoFocus?: boolean | undefined
  /** As it travels, '' for none. What is written and is none is handed on as it stands, for whoever sends it to refuse. */
  value: string
  onChange: (value: string) => void
}

interface Words {
  read: (written: string) => string | null
  shown: (value: string) => string
  is: (value: string) => boolean
  /** What to write, where something else was written. */
  wrong: string
}

/**
 * What was typed stays as it was typed until it is left: "25/1" on its way to "25/11" is not yet a day. Then it is written as
 * everything is here, or it says what is wrong with it; a value that comes from elsewhere takes its place.
 */
function useWritten(
  { value, onChange, 'aria-invalid': told = false }: WrittenProps,
  { read, shown, is, wrong }: Words,
) {
  const [typed, setTyped] = useState<{ written: string; over: string } | null>(null)
  const [inside, setInside] = useState(false)
  const said = useId()
  const own = typed !== null && (value === typed.over || value === typed.written) ? typed.written : null
  // Where the form says already what is wrong it is not said twice.
  const bad = !told && !inside && (own !== null || (value !== '' && !is(value)))
  useHoldWriting(own !== null)
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
      // Before what the key does to the form around it: sends it, or asks whether it may go.
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
      <small id={said} className={styles.wrong} data-wrong role="alert">
        {wrong}
      </small>
    ),
  }
}

interface DayProps extends WrittenProps {
  min?: string | undefined
  max?: string | undefined
  /** There is always one: the calendar offers none to take away. */
  needed?: boolean
}

const loadCalendar = () => import('./Calendar.tsx').then(({ Calendar }) => Calendar)

/**
 * A day, written as days are written here whatever language the browser speaks, or chosen from a calendar whose weeks begin
 * on Monday.
 */
export function DayInput(props: DayProps): ReactNode {
  const { className = form.input, value, onChange, min, max, needed = false, ...control } = props
  const today = localDay(new Date(serverNow()))
  const { input, complaint } = useWritten(props, {
    read: (written) => readDay(written, today),
    shown: dayText,
    is: isDay,
    wrong: text('field.day.wrong'),
  })
  const [Calendar, want, near] = usePart(loadCalendar)
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span className={styles.written} ref={place}>
      <span className={styles.line}>
        <input
          {...control}
          {...input}
          className={className}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={text('field.day.example')}
        />
        <button
          type="button"
          className={styles.open}
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
        </button>
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

/** The hours of a working day, to choose from. */
const offered = Array.from({ length: 27 }, (_, half) => {
  const minutes = 7 * 60 + half * 30
  return hourText(`${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`)
})

/** An hour, written with twelve or with twenty-four; the half hours of a working day are offered. */
export function HourInput(props: WrittenProps): ReactNode {
  const { className = form.input, value: _value, onChange: _onChange, ...control } = props
  const { input, complaint } = useWritten(props, {
    read: readHour,
    shown: hourText,
    is: isHour,
    wrong: text('field.hour.wrong'),
  })
  const list = useId()
  return (
    <span className={styles.written}>
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
