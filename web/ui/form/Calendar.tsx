import IconChevronLeft from '@iconify-json/tabler/chevron-left'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import 'cally'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { text } from '../text.ts'
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

/** Moves an open dialog below its field; above it where there is no room below. */
function usePlaceBelow(dialog: RefObject<HTMLDialogElement | null>, below: DOMRect | null): void {
  useEffect(() => {
    const { current } = dialog
    if (current === null || below === null || !hangs()) return
    const { width, height } = current.getBoundingClientRect()
    const under = below.bottom + gap
    const top = under + height > window.innerHeight - gap ? below.top - gap - height : under
    current.dataset['hangs'] = ''
    current.style.left = `${Math.max(gap, Math.min(below.left, window.innerWidth - width - gap))}px`
    current.style.top = `${Math.max(gap, top)}px`
  }, [dialog, below])
}

function MonthAndYear() {
  return (
    <div slot="heading" className="flex gap-8">
      <calendar-select-month>
        <span slot="label">{text('calendar.month')}</span>
      </calendar-select-month>
      <calendar-select-year>
        <span slot="label">{text('calendar.year')}</span>
      </calendar-select-year>
    </div>
  )
}

/**
 * Month calendar whose weeks begin on Monday, in a native modal dialog, so that it opens above other dialogs. The grid
 * of days, its keyboard and its accessible names are those of Cally, a set of web components.
 */
export function Calendar({ below, value, today, min, max, needed, choose, close }: CalendarProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const days = useRef<HTMLElement>(null)
  usePlaceBelow(dialog, below)
  useEffect(() => {
    // The days are drawn in a later task.
    const drawn = setTimeout(() => days.current?.focus())
    return () => clearTimeout(drawn)
  }, [])
  const take = (day: string) => (choose(day), close())
  const outside = (min !== undefined && today < min) || (max !== undefined && today > max)
  return (
    <Dialog close={close} ref={dialog} kind="frame" className={styles.calendar} aria-label={text('field.day.choose')}>
      <calendar-date
        ref={days}
        locale="es"
        firstDayOfWeek={1}
        formatWeekday="short"
        showOutsideDays
        value={value ?? ''}
        today={today}
        min={min ?? ''}
        max={max ?? ''}
        onchange={({ currentTarget }: { currentTarget: { value: string } }) => take(currentTarget.value)}
      >
        <IconChevronLeft
          slot="previous"
          size={18}
          role="img"
          aria-hidden={false}
          aria-label={text('calendar.month.before')}
        />
        <IconChevronRight
          slot="next"
          size={18}
          role="img"
          aria-hidden={false}
          aria-label={text('calendar.month.after')}
        />
        <MonthAndYear />
        <calendar-month />
      </calendar-date>
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
