import { memo } from 'react'
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
  /** While rows are being chosen: whether this one is. Undefined otherwise. */
  chosen: boolean | undefined
}

const monthMs = 30 * 86_400_000
const minuteMs = 60_000

/** How long ago, or in how long; beyond a month nobody counts days, and the day itself is written. */
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

/** One record as a card: what it is, its state, where and who, and what must not be missed. */
export const Card = memo(function Card({ list, record, onOpen, chosen }: CardProps) {
  if (!record) return <div className="hl-card-row hl-card-bones" aria-busy="true" />
  const { card } = list
  const state = card.state(record)
  const lead = card.lead(record)
  const meta = card.meta(record)
  const time = card.time?.(record)
  const alarm = card.alarm?.(record)
  return (
    <button type="button" className="hl-card-row" aria-pressed={chosen} onClick={() => onOpen(record.id)}>
      {chosen !== undefined && (
        <span className="hl-card-box" aria-hidden="true">
          {chosen && <Icon name="check" size={20} />}
        </span>
      )}
      <span className="hl-card-title">
        <b className="code">{card.title(record)}</b>
        {'word' in state ? <ChoiceBadge {...state} /> : <StateBadge {...state} />}
      </span>
      {(lead.strong || lead.text) && (
        <span className="hl-card-lead">
          {lead.strong && <b className="code">{lead.strong}</b>}
          <span className="code">{lead.text}</span>
        </span>
      )}
      {(meta || time) && (
        <span className="hl-card-meta">
          <span>{meta}</span>
          {time && <Age at={time} />}
        </span>
      )}
      {alarm && (
        <span className="hl-card-alarm">
          {alarm.shape && <Shape kind="diamond" tone="danger" size={16} />}
          {alarm.text}
        </span>
      )}
    </button>
  )
})
