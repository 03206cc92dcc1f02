import { useState } from 'react'
import { Button, Press } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import { dayShort, standingDay } from '../clock.ts'
import styles from './agenda.module.css'
import { LaneName, laneLimit } from './DayBoard.tsx'
import { spotHours } from './spot.ts'
import type { Agenda, Lane } from './use-agenda.ts'
import type { Moving } from './use-moving.ts'
import { Visit } from './Visit.tsx'

/** Visits shown in a cell; the rest is in the day view. */
const cellLimit = 3

interface WeekProps {
  agenda: Agenda
  moving: Moving
  warned: boolean
  onOpen: (id: number) => void
}

function Cell({ lane, day, agenda, moving, warned, onOpen }: WeekProps & { lane: Lane; day: string }) {
  const orders = lane.orders.filter((order) => standingDay(order) === day)
  const { dragged } = moving
  const here = dragged?.spot?.technician === lane.technician.id && dragged.spot.day === day
  // The last place shows the number of hidden visits.
  const room = orders.length > cellLimit ? cellLimit - 1 : cellLimit
  const hidden = orders.slice(room).filter(({ appointment }) => appointment === null).length
  return (
    <div
      className={`grid gap-4 packed shrink ${styles.cell} line-left`}
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
        <Press
          className={`text-left lines-xs ink-2 ${styles.rest}`}
          onClick={() => agenda.change({ vista: undefined, dia: day })}
        >
          {[
            text('agenda.rest', { count: orders.length - room }),
            hidden > 0 && text('agenda.unscheduled', { count: hidden }),
          ]
            .filter(Boolean)
            .join(', ')}
        </Press>
      )}
      {here && dragged.spot && (
        <div className={`truncate round lines-xs semibold ${styles.landing} accent`} data-warned={warned || undefined}>
          {spotHours(dragged.order, dragged.spot)}
        </div>
      )}
    </div>
  )
}
const none: never[] = []

/** Week view: a row per technician, a column per day. */
export function WeekBoard(props: WeekProps) {
  const { agenda, moving } = props
  const [shown, setShown] = useState(laneLimit / 2)
  return (
    <div
      className="relative grow shrink-y line-top surface scroll thin-bars"
      ref={moving.scroller}
      role="grid"
      tabIndex={0}
      aria-label={text('agenda.board')}
    >
      <div className={`grid line-bottom sunk lines-xs ink-2 ${styles.head} ${styles.week}`} role="row">
        <span role="columnheader">{text('agenda.people', { count: agenda.lanes.length })}</span>
        {agenda.days.map((day) => (
          <Press
            key={day}
            role="columnheader"
            data-today={day === agenda.today || undefined}
            onClick={() => agenda.change({ vista: undefined, dia: day })}
          >
            {dayShort(day)}
          </Press>
        ))}
      </div>
      <div className="relative">
        {agenda.lanes.slice(0, shown).map((lane) => (
          <div
            key={lane.technician.id}
            className={`grid line-bottom ${styles.lane} ${styles.week}`}
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
        <Button size="small" onClick={() => setShown(shown + laneLimit)}>
          {text('agenda.more', { count: Math.min(laneLimit, agenda.lanes.length - shown) })}
        </Button>
      )}
    </div>
  )
}
