import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { useLayoutEffect, type ReactNode } from 'react'
import { formatWeekday } from '../format.ts'
import { Kit } from '../Kit.tsx'
import { text } from '../text.ts'
import { useDialog } from '../use-dialog.ts'
import styles from './days.module.css'

interface CalendarProps {
  /** The field that it belongs to; null: in the middle of the screen. */
  below: DOMRect | null
  value: string | null
  today: string
  min?: string | undefined
  max?: string | undefined
  needed: boolean
  /** '' takes the day away. */
  choose: (day: string) => void
  close: () => void
}

const gap = 4
/** In a hand it stands in the middle, where the thumb is. */
const hangs = () => window.matchMedia('(min-width: 768px)').matches

/** A month whose weeks begin on Monday: Mantine's, in the browser's own dialog, which lies over any other. */
export function Calendar({ below, value, today, min, max, needed, choose, close }: CalendarProps): ReactNode {
  const dialog = useDialog(close)
  useLayoutEffect(() => {
    const { current } = dialog
    if (current === null || below === null || !hangs()) return
    const { width, height } = current.getBoundingClientRect()
    const under = below.bottom + gap
    const top = under + height > window.innerHeight - gap ? below.top - gap - height : under
    current.dataset['hangs'] = ''
    current.style.left = `${Math.max(gap, Math.min(below.left, window.innerWidth - width - gap))}px`
    current.style.top = `${Math.max(gap, top)}px`
  }, [below, dialog])
  const take = (day: string) => {
    choose(day)
    close()
  }
  const outside = (min !== undefined && today < min) || (max !== undefined && today > max)
  return (
    <dialog ref={dialog} className={styles.calendar} aria-label={text('field.day.choose')}>
      <Kit>
        <DatePicker
          size={hangs() ? 'sm' : 'md'}
          locale="es"
          firstDayOfWeek={1}
          value={value}
          defaultDate={value ?? max ?? today}
          {...(min !== undefined && { minDate: min })}
          {...(max !== undefined && { maxDate: max })}
          highlightToday
          onChange={(day) => take(day ?? '')}
          getDayProps={(day) => ({ 'aria-label': formatWeekday(`${day}T12:00`) })}
          ariaLabels={{
            previousMonth: text('calendar.month.before'),
            nextMonth: text('calendar.month.after'),
            previousYear: text('calendar.year.before'),
            nextYear: text('calendar.year.after'),
            previousDecade: text('calendar.decade.before'),
            nextDecade: text('calendar.decade.after'),
          }}
        />
      </Kit>
      <div className={styles.quick}>
        <button type="button" className="button" disabled={outside} onClick={() => take(today)}>
          {text('list.time.hoy')}
        </button>
        {value !== null && !needed && (
          <button type="button" className="button" onClick={() => take('')}>
            {text('calendar.none')}
          </button>
        )}
      </div>
    </dialog>
  )
}
