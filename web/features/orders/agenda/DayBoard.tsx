import { homeZone } from '@hilo/domain/place-clock.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { useMemo, useState } from 'react'
import { session } from '../../../api/session.ts'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { text } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { minutesOf, minuteText, wallOf } from '../clock.ts'
import { ShiftButton } from '../PaperButtons.tsx'
import { loadText } from '../Warnings.tsx'
import styles from './agenda.module.css'
import { placeRows, type Hours } from './lanes.ts'
import { lengthOf, percentOf, spotHours, type Spot } from './spot.ts'
import type { Agenda, Lane as LaneData } from './use-agenda.ts'
import type { Moving } from './use-moving.ts'
import { Visit } from './Visit.tsx'

/** Lanes drawn at once; whoever has more people narrows them down or asks for more. */
export const laneLimit = 40
const rowHeight = 46

interface BoardProps {
  agenda: Agenda
  moving: Moving
  hours: Hours
  /** Conflicts where the held order would land. */
  warned: boolean
  onOpen: (id: number) => void
}

/** Name of a lane, and how much is in it. An order let go here is his at the hour that it has. */
export function LaneName({ lane, day, paper }: { lane: LaneData; day: string; paper?: boolean }) {
  const { technician, orders } = lane
  return (
    <div className={styles.name} data-spot="keep" data-technician={technician.id} data-day={day} role="rowheader">
      <b>{technician.name}</b>
      {paper && orders.length > 0 && session.can('event_view') && (
        <ShiftButton technician={technician} day={day} className={styles.paper} />
      )}
      {technician.status === accountStatus.is.active ? (
        <small>
          {loadText(orders.length)}
          {technician.contractor && `, ${technician.contractor.name}`}
        </small>
      ) : (
        <small className="hl-danger">
          <Shape kind="diamond" tone="danger" size={9} />
          {text('agenda.inactive')}
        </small>
      )}
    </div>
  )
}

interface PreviewProps {
  moving: Moving
  spot: Spot
  hours: Hours
  warned: boolean
}

/** Where the held order would stand. */
function Preview({ moving, spot, hours, warned }: PreviewProps) {
  if (!moving.held) return null
  const { order } = moving.held
  const left = percentOf(spot.minute, hours)
  const width = percentOf(spot.minute + lengthOf(order), hours) - left
  return (
    <div className={styles.preview} data-warned={warned || undefined} style={{ left: `${left}%`, width: `${width}%` }}>
      {spotHours(order, spot)}
    </div>
  )
}

function Lane({ lane, agenda, moving, hours, warned, onOpen }: BoardProps & { lane: LaneData }) {
  const { placed, rows } = useMemo(() => placeRows(lane.orders), [lane.orders])
  const { technician } = lane
  const spot = moving.held?.spot
  const here = spot?.technician === technician.id && spot.day === agenda.day
  return (
    <div className={styles.lane} role="row" data-lane={technician.id} data-target={here || undefined}>
      <LaneName lane={lane} day={agenda.day} paper />
      <div
        className={styles.track}
        style={{ minHeight: rows * rowHeight + 6 }}
        role="gridcell"
        data-spot="lane"
        data-technician={technician.id}
        data-day={agenda.day}
      >
        {placed.map(({ order, from, to, row }) => (
          <Visit
            key={order.id}
            order={order}
            conflicts={agenda.conflicts.get(order.id) ?? none}
            agreed={agenda.places.agreed.get(order.id)}
            moving={moving}
            onOpen={onOpen}
            open={agenda.open === order.id}
            style={{
              left: `${percentOf(from, hours)}%`,
              width: `${percentOf(to, hours) - percentOf(from, hours)}%`,
              top: row * rowHeight + 4,
            }}
          />
        ))}
        {here && <Preview moving={moving} spot={spot} hours={hours} warned={warned} />}
      </div>
    </div>
  )
}
const none: never[] = []

/** The hours that the customer accepted, over all lanes, while his order is in somebody's hand; and the time that it is. */
function Marks({ agenda, moving, hours }: Pick<BoardProps, 'agenda' | 'moving' | 'hours'>) {
  const now = wallOf(useNow(60_000), homeZone)
  const order = moving.held?.order
  const agreed = order && (agenda.places.agreed.get(order.id) ?? order.appointment)
  const at = agreed && wallOf(agreed.from, order.time_zone)
  return (
    <div className={styles.marks} aria-hidden>
      {now.day === agenda.day && now.minute >= hours.from && now.minute <= hours.to && (
        <i className={styles.now} style={{ left: `${percentOf(now.minute, hours)}%` }} />
      )}
      {agreed && at?.day === agenda.day && (
        <i
          className={styles.band}
          style={{
            left: `${percentOf(at.minute, hours)}%`,
            width: `${percentOf(at.minute + minutesOf(agreed), hours) - percentOf(at.minute, hours)}%`,
          }}
        />
      )}
    </div>
  )
}

/** A day: a lane per technician, with its visits along the hours. */
export function DayBoard(props: BoardProps) {
  const { agenda, moving, hours } = props
  const [shown, setShown] = useState(laneLimit)
  const marks = useMemo(
    () => Array.from({ length: (hours.to - hours.from) / 60 }, (_, n) => hours.from + n * 60),
    [hours],
  )
  return (
    <div
      className={`${styles.scroller} ${styles.day}`}
      ref={moving.scroller}
      role="grid"
      tabIndex={0}
      aria-label={text('agenda.board')}
      style={{ '--hours': marks.length } as object}
    >
      <div className={styles.head} role="row">
        <span role="columnheader">{text('agenda.people', { count: agenda.lanes.length })}</span>
        <div className={styles.hours} role="columnheader" aria-label={text('agenda.hours')}>
          {marks.map((minute) => (
            <span key={minute}>{minuteText(minute).replace(':00', '')}</span>
          ))}
        </div>
      </div>
      <div className={styles.lanes}>
        {agenda.lanes.slice(0, shown).map((lane) => (
          <Lane key={lane.technician.id} lane={lane} {...props} />
        ))}
        <Marks agenda={agenda} moving={moving} hours={hours} />
      </div>
      {agenda.lanes.length > shown && (
        <button type="button" className="hl-button hl-small" onClick={() => setShown(shown + laneLimit)}>
          {text('agenda.more', { count: Math.min(laneLimit, agenda.lanes.length - shown) })}
        </button>
      )}
    </div>
  )
}
