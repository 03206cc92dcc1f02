import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import { zoneMark } from '../../ui/place-time.ts'
import { dateTimePieces, formatTime } from '../../ui/format.ts'
import css from './today.module.css'

interface RowTimeProps {
  at: string
  day: boolean
  /** Clock of the place of a visit; the device's own without it. */
  zone?: PlaceZone
}

/** When, in a row: the hour of today, "9:00" over "a. m."; of another day its whole date and its hour. */
export function RowTime({ at, day, zone }: RowTimeProps) {
  const [hour = '', half = ''] = formatTime(at, zone).split(/\s(.+)/)
  const [date, year, time] = dateTimePieces(at, zone)
  const note = zone === undefined ? null : zoneMark(at, zone)
  return (
    <span className={css.time} data-day={day || undefined}>
      {day ? date : hour}
      <small>
        {day ? `${year} ${time}` : half}
        {note !== null && ` ${note}`}
      </small>
    </span>
  )
}
