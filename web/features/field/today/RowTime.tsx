import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import { zoneMark } from '../../../ui/place-time.ts'
import { dateTimePieces, formatTime } from '../../../ui/format.ts'
import css from './today.module.css'

interface RowTimeProps {
  at: string
  day: boolean
  /** Time zone of the visit's place; by default the device's. */
  zone?: PlaceZone
}

/** Time in a list row: "9:00" above "a. m." for today, date and time for other days. */
export function RowTime({ at, day, zone }: RowTimeProps) {
  const [hour = '', half = ''] = formatTime(at, zone).split(/\s(.+)/)
  const [date, year, time] = dateTimePieces(at, zone)
  const note = zone === undefined ? null : zoneMark(at, zone)
  return (
    <span className={css.time} data-day={day || undefined}>
      {day ? date : hour}
      <small className="block ink-2 normal">
        {day ? `${year} ${time}` : half}
        {note !== null && ` ${note}`}
      </small>
    </span>
  )
}
