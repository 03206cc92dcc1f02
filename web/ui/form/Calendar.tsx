import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { formatWeekday } from '../format.ts'
import { MantineRoot } from '../MantineRoot.tsx'
import { text } from '../text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Button } from '../../kit/Button.tsx'
import styles from './days.module.css'

interface CalendarProps {
  /** Bounds of the field that the calendar belongs to; null centres the calendar on the screen. */
  below: DOMRect | null
  value: string | null
  today: string
  min?: string | undefined
  max?: string | undefined
  needed: boolean
  /** '' clears the day. */
  choose: (day: string) => void
  close: () => void
}

const gap = 4
/** On a desktop the calendar opens below its field; on a phone, centred within thumb reach. */
const hangs = () => window.matchMedia('(min-width: 768px)').matches

/**
 * Month calendar whose weeks begin on Monday: Mantine's, in a native modal dialog, so that it opens above other
 * dialogs.
 */
export function Calendar({ below, value, today, min, max, needed, choose, close }: CalendarProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
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
    <Dialog close={close} ref={dialog} kind="frame" className={styles.calendar} aria-label={text('field.day.choose')}>
      <MantineRoot>
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
      </MantineRoot>
      <div className={`flex gap-8 between ${styles.quick}`}>
        <Button size="large" disabled={outside} onClick={() => take(today)}>
          {text('list.time.hoy')}
        </Button>
        {value !== null && !needed && (
          <Button size="large" onClick={() => take('')}>
            {text('calendar.none')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
