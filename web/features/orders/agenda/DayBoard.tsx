import type { Order } from '@hilo/contract/orders/orders.ts'
import { homeZone } from '@hilo/domain/place-clock.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { useMemo, useState } from 'react'
import { session } from '../../../api/session.ts'
import { Button } from '../../../kit/Button.tsx'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { text } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { minutesOf, minuteText, wallOf } from '../clock.ts'
import { ShiftButton } from '../PaperButtons.tsx'
import { loadOf } from '../Warnings.tsx'
import styles from './agenda.module.css'
import { cardOf, placeRows, type Hours } from './lanes.ts'
import { lengthOf, percentOf, spotHours, type Spot } from './spot.ts'
import type { Agenda, Lane as LaneData } from './use-agenda.ts'
import type { Moving } from './use-moving.ts'
import { Visit } from './Visit.tsx'

/** Lanes drawn at once; more are behind a filter or a button. */
export const laneLimit = 40
const rowHeight = 62

interface BoardProps {
  agenda: Agenda
  moving: Moving
  hours: Hours
  /** Conflicts at the drop target. */
  warned: boolean
  onOpen: (id: number) => void
}

/** Header of a lane with its workload. An order dropped here keeps its hour. */
export function LaneName({ lane, day, paper }: { lane: LaneData; day: string; paper?: boolean }) {
  const { technician, orders } = lane
  return (
    <div
      className={`grid shrink surface ${styles.name}`}
      data-spot="keep"
      data-technician={technician.id}
      data-day={day}
      role="rowheader"
    >
      <b className="truncate">{technician.name}</b>
      {paper && orders.length > 0 && session.can('event_view') && (
        <ShiftButton technician={technician} day={day} className={`round surface lines-xs ink-2 ${styles.paper}`} />
      )}
      {technician.status === accountStatus.is.active ? (
        <small className="truncate lines-xs">
          {loadOf(orders)}
          {technician.contractor && `, ${technician.contractor.name}`}
        </small>
      ) : (
        <small className="lines-xs hl-danger">
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

/** Preview at the drop target. */
function Preview({ moving, spot, hours, warned }: PreviewProps) {
  if (!moving.dragged) return null
  const { order } = moving.dragged
  const left = percentOf(spot.minute, hours)
  const width = percentOf(spot.minute + lengthOf(order), hours) - left
  return (
    <div
      className={`grid centered clip round nowrap lines-xs semibold ${styles.preview}`}
      data-warned={warned || undefined}
      style={{ left: `${left}%`, width: `${width}%` }}
    >
      {spotHours(order, spot)}
    </div>
  )
}

function Lane({ lane, agenda, moving, hours, warned, onOpen }: BoardProps & { lane: LaneData }) {
  const { placed, rows } = useMemo(() => placeRows(lane.orders, hours), [lane.orders, hours])
  const { technician } = lane
  const spot = moving.dragged?.spot
  const here = spot?.technician === technician.id && spot.day === agenda.day
  const unscheduled = lane.orders.filter(({ appointment }) => appointment === null)
  const card = (order: Order, style?: Record<string, string | number>) => (
    <Visit
      key={order.id}
      order={order}
      conflicts={agenda.conflicts.get(order.id) ?? none}
      agreed={agenda.places.agreed.get(order.id)}
      moving={moving}
      onOpen={onOpen}
      open={agenda.open === order.id}
      {...(style ? { style } : { chip: true })}
    />
  )
  return (
    <div
      className={`grid line-bottom ${styles.lane}`}
      role="row"
      data-lane={technician.id}
      data-target={here || undefined}
    >
      <LaneName lane={lane} day={agenda.day} paper />
      <div className="flex column shrink" role="gridcell">
        <div
          className={`${styles.track} relative grow`}
          style={{ minHeight: rows * rowHeight + 6 }}
          data-spot="lane"
          data-technician={technician.id}
          data-day={agenda.day}
        >
          {placed.map(({ order, row, ...visit }) =>
            card(order, { ...placeOf(visit, hours), top: row * rowHeight + 4 }),
          )}
          {here && <Preview moving={moving} spot={spot} hours={hours} warned={warned} />}
        </div>
        {unscheduled.length > 0 && (
          <div className={`flex wrap gap-4 line-top ${styles.unscheduled}`} data-unscheduled>
            {unscheduled.map((order) => card(order))}
          </div>
        )}
      </div>
    </div>
  )
}
const none: never[] = []

/** Place of a card, and that of the visit's own hours within it. */
function placeOf(visit: { from: number; to: number }, hours: Hours) {
  const card = cardOf(visit, hours)
  const share = (minutes: number) => `${(minutes / (card.to - card.from)) * 100}%`
  return {
    left: `${percentOf(card.from, hours)}%`,
    width: `${percentOf(card.to, hours) - percentOf(card.from, hours)}%`,
    '--start': share(visit.from - card.from),
    '--length': share(visit.to - visit.from),
  }
}

/** Hours accepted by the dragged order's customer, across all lanes, and the current time. */
function Marks({ agenda, moving, hours }: Pick<BoardProps, 'agenda' | 'moving' | 'hours'>) {
  const now = wallOf(useNow(60_000), homeZone)
  const order = moving.dragged?.order
  const agreed = order && (agenda.places.agreed.get(order.id) ?? order.appointment)
  const at = agreed && wallOf(agreed.from, order.time_zone)
  return (
    <div className={styles.marks} aria-hidden>
      {now.day === agenda.day && now.minute >= hours.from && now.minute <= hours.to && (
        <i className={`${styles.now} absolute`} style={{ left: `${percentOf(now.minute, hours)}%` }} />
      )}
      {agreed && at?.day === agenda.day && (
        <i
          className={`${styles.band} absolute`}
          style={{
            left: `${percentOf(at.minute, hours)}%`,
            width: `${percentOf(at.minute + minutesOf(agreed), hours) - percentOf(at.minute, hours)}%`,
          }}
        />
      )}
    </div>
  )
}

/** Day view: a lane per technician, with visits along the hours. */
export function DayBoard(props: BoardProps) {
  const { agenda, moving, hours } = props
  const [shown, setShown] = useState(laneLimit)
  const marks = useMemo(
    () => Array.from({ length: (hours.to - hours.from) / 60 }, (_, n) => hours.from + n * 60),
    [hours],
  )
  return (
    <div
      className={`relative grow shrink-y line-top surface scroll thin-bars ${styles.day}`}
      ref={moving.scroller}
      role="grid"
      tabIndex={0}
      aria-label={text('agenda.board')}
      style={{ '--hours': marks.length } as object}
    >
      <div className={`grid line-bottom sunk lines-xs ink-2 ${styles.head}`} role="row">
        <span role="columnheader">{text('agenda.people', { count: agenda.lanes.length })}</span>
        <div className={`${styles.hours} grid`} role="columnheader" aria-label={text('agenda.hours')}>
          {marks.map((minute) => (
            <span className="nowrap lines-xs line-left" key={minute}>
              {minuteText(minute).replace(':00', '')}
            </span>
          ))}
        </div>
      </div>
      <div className="relative">
        {agenda.lanes.slice(0, shown).map((lane) => (
          <Lane key={lane.technician.id} lane={lane} {...props} />
        ))}
        <Marks agenda={agenda} moving={moving} hours={hours} />
      </div>
      {agenda.lanes.length > shown && (
        <Button size="small" onClick={() => setShown(shown + laneLimit)}>
          {text('agenda.more', { count: Math.min(laneLimit, agenda.lanes.length - shown) })}
        </Button>
      )}
    </div>
  )
}
