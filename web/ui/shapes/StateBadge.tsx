import { shortText, text } from '../text.ts'
import { Shape } from './Shape.tsx'
import css from './shapes.module.css'
import { stateLook, statusOf } from './state-shape.ts'

interface StateProps {
  /** Name of the enumeration: "process_state", "port", "cto", … */
  enumeration: string
  value: number | null | undefined
}

/** Enumerations of kinds, not states: shown as a plain word. */
const kinds = new Set(['event_type', 'connection_type', 'enrollment_kind', 'label_kind', 'origin'])

/**
 * Label, colour and shape of one state. Shows the text `<label>.short` if there is one; the full text is kept for
 * screen readers and the tooltip.
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
    <span
      className={css.badge}
      data-tone={shape === 'doing' ? undefined : tone}
      data-dashed={shape === 'half' || undefined}
      {...named}
    >
      <Shape kind={shape} />
      {shown}
    </span>
  )
}

/** Shape and label without a background, for dense places: panels, cards, logs. */
export function StateDot({ enumeration, value }: StateProps) {
  const status = statusOf(enumeration, value)
  if (!status) return <>–</>
  const { shape, tone } = stateLook(enumeration, status)
  return (
    <span className={`${css.item} inline-flex middle nowrap gap-5`}>
      <Shape kind={shape} tone={tone} size={10} />
      {text(status.label)}
    </span>
  )
}
