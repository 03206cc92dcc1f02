import { useState } from 'react'
import { text } from '../../../ui/text.ts'
import { dayShort } from '../clock.ts'
import { dayOfOrder } from '../use-planned.ts'
import styles from './agenda.module.css'
import { LaneName, laneLimit } from './DayBoard.tsx'
import { spotHours } from './spot.ts'
import type { Agenda, Lane } from './use-agenda.ts'
import type { Moving } from './use-moving.ts'
import { Visit } from './Visit.tsx'

/** So many visits stand in a cell; the rest is seen in its day. */
const cellLimit = 3

interface WeekProps {
  agenda: Agenda
  moving: Moving
  warned: boolean
  onOpen: (id: number) => void
}

function Cell({ lane, day, agenda, moving, warned, onOpen }: WeekProps & { lane: Lane; day: string }) {
  const orders = lane.orders.filter((order) => dayOfOrder(order) === day)
  const { held } = moving
  const here = held?.spot?.technician === lane.technician.id && held.spot.day === day
  // The last place tells how many more there are.
  const room = orders.length > cellLimit ? cellLimit - 1 : cellLimit
  return (
    <div
      className={styles.cell}
      role="gridcell"
      data-spot="cell"
      data-technician={lane.technician.id}
      data-day={day}
      data-target={here || undefined}
      data-today={day === agenda.today || undefined}
    >
      {orders.slice(0, room).map((order) => (
        <Visit
          key={order.id}
          order={order}
          conflicts={agenda.conflicts.get(order.id) ?? none}
          agreed={agenda.places.agreed.get(order.id)}
          moving={moving}
          onOpen={onOpen}
          open={agenda.open === order.id}
          chip
        />
      ))}
      {orders.length > room && (
        <button type="button" className={styles.rest} onClick={() => agenda.change({ vista: undefined, dia: day })}>
          {text('agenda.rest', { count: orders.length - room })}
        </button>
      )}
      {here && held.spot && (
        <div className={styles.landing} data-warned={warned || undefined}>
          {spotHours(held.order, held.spot)}
        </div>
      )}
    </div>
  )
}
const none: never[] = []

/** A week: a row per technician, a column per day. */
export function WeekBoard(props: WeekProps) {
  const { agenda, moving } = props
  const [shown, setShown] = useState(laneLimit / 2)
  return (
    <div className={styles.scroller} ref={moving.scroller} role="grid" tabIndex={0} aria-label={text('agenda.board')}>
      <div className={`${styles.head} ${styles.week}`} role="row">
        <span role="columnheader">{text('agenda.people', { count: agenda.lanes.length })}</span>
        {agenda.days.map((day) => (
          <button
            key={day}
            type="button"
            role="columnheader"
            data-today={day === agenda.today || undefined}
            onClick={() => agenda.change({ vista: undefined, dia: day })}
          >
            {dayShort(day)}
          </button>
        ))}
      </div>
      <div className={styles.lanes}>
        {agenda.lanes.slice(0, shown).map((lane) => (
          <div
            key={lane.technician.id}
            className={`${styles.lane} ${styles.week}`}
            role="row"
            data-lane={lane.technician.id}
          >
            <LaneName lane={lane} day={agenda.day} />
            {agenda.days.map((day) => (
              <Cell key={day} lane={lane} day={day} {...props} />
            ))}
          </div>
        ))}
      </div>
      {agenda.lanes.length > shown && (
        <button type="button" className="hl-button hl-small" onClick={() => setShown(shown + laneLimit)}>
          {text('agenda.more', { count: Math.min(laneLimit, agenda.lanes.length - shown) })}
        </button>
      )}
    </div>
  )
}
