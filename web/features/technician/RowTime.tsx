import { formatDayShort, formatTime } from '../../ui/format.ts'
import css from './today.module.css'

/** When, in a row: the hour of today, "9:00" over "a. m."; of another day that day first, and its hour whole. */
export function RowTime({ at, day }: { at: string; day: boolean }) {
  const [hour = '', half = ''] = formatTime(at).split(/\s(.+)/)
  return (
    <span className={css.time} data-day={day || undefined}>
      {day ? formatDayShort(at) : hour}
      <small>{day ? formatTime(at) : half}</small>
    </span>
  )
}
