import { memo } from 'react'
import { Press } from '../../kit/Button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { agoEvery } from '../../ui/Ago.tsx'
import { formatAgo, formatDate, formatDateTime, formatRelative } from '../../ui/format.ts'
import { ChoiceBadge } from '../../ui/shapes/ChoiceDot.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import type { List, Row } from '../define.ts'
import { Icon } from '../icons.tsx'

interface CardProps {
  list: List
  record: Row | undefined
  onOpen: (id: number) => void
  /** In selection mode: whether this card is selected. Undefined outside selection mode. */
  chosen: boolean | undefined
}

const monthMs = 30 * 86_400_000
const minuteMs = 60_000

/** Relative age ("hace 3 d", "en 2 h"); beyond a month, the date. */
function Age({ at }: { at: string }) {
  const now = useNow(agoEvery)
  const away = Date.parse(at) - now
  const words = away > minuteMs ? formatRelative(at, now) : formatAgo(at, now)
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {Math.abs(away) > monthMs ? formatDate(at) : words}
    </time>
  )
}

/** One record as a card: title, state, place and person, and its alert line. */
export const Card = memo(function Card({ list, record, onOpen, chosen }: CardProps) {
  if (!record) return <div className="hl-card-row hl-card-bones" aria-busy="true" />
  const { card } = list
  const state = card.state?.(record)
  const lead = card.lead(record)
  const meta = card.meta(record)
  const time = card.time?.(record)
  const alarm = card.alarm?.(record)
  return (
    <Press className="hl-card-row" aria-pressed={chosen} onClick={() => onOpen(record.id)}>
      {chosen !== undefined && (
        <span className="hl-card-box grid centered absolute" aria-hidden="true">
          {chosen && <Icon name="check" size={20} />}
        </span>
      )}
      <span className="hl-card-title flex middle between gap-10 min-h-26">
        <b className="code clip weight-680">{card.title(record)}</b>
        {state && ('word' in state ? <ChoiceBadge {...state} /> : <StateBadge {...state} />)}
      </span>
      {(lead.strong || lead.text) && (
        <span className="hl-card-lead lines-l flex gap-10 clip nowrap">
          {lead.strong && <b className="code">{lead.strong}</b>}
          <span className="code clip">{lead.text}</span>
        </span>
      )}
      {(meta || time) && (
        <span className="hl-card-meta flex middle between gap-10 ink-2">
          <span>{meta}</span>
          {time && <Age at={time} />}
        </span>
      )}
      {alarm && (
        <span className="hl-card-alarm flex middle gap-8 semibold ink-danger">
          {alarm.shape && <Shape kind="diamond" tone="danger" size={16} />}
          {alarm.text}
        </span>
      )}
    </Press>
  )
})
