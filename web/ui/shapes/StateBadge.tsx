import { shortText, text } from '../text.ts'
import { Shape } from './Shape.tsx'
import css from './shapes.module.css'
import { stateLook, statusOf } from './state-shape.ts'

interface StateProps {
  /** Key of the enumeration: "process_state", "port", "cto", … */
  enumeration: string
  value: number | null | undefined
}

/** Enumerations that name a kind, not a state: their value is a plain word. */
const kinds = new Set(['event_type', 'connection_type', 'enrollment_kind', 'label_kind', 'origin'])

/**
 * Label, colour and shape of one state. A text `<label>.short` is shown where there is one;
 * its full text stays for the screen reader and on hover.
 */
export function StateBadge({ enumeration, value }: StateProps) {
  const status = statusOf(enumeration, value)
  if (!status) return <>–</>
  if (kinds.has(enumeration)) return <>{text(status.label)}</>
  const { shape, tone } = stateLook(enumeration, status)
  const full = text(status.label)
  const shown = shortText(status.label)
  const named = shown === full ? {} : { role: 'img', 'aria-label': full, title: full }
  return (
    <span className={`${css.badge} ${shape === 'doing' ? css.outlined : css[tone]}`} {...named}>
      <Shape kind={shape} />
      {shown}
    </span>
  )
}

/** Shape and label without ground, for dense places: panels, cards, logs. */
export function StateDot({ enumeration, value }: StateProps) {
  const status = statusOf(enumeration, value)
  if (!status) return <>–</>
  const { shape, tone } = stateLook(enumeration, status)
  return (
    <span className={css.item}>
      <Shape kind={shape} tone={tone} size={10} />
      {text(status.label)}
    </span>
  )
}
