import type { Color } from '@hilo/domain/status.ts'
import { Shape } from './Shape.tsx'
import css from './shapes.module.css'
import type { ShapeKind } from './state-shape.ts'

export interface LegendItem {
  shape: ShapeKind
  tone: Color
  text: string
}

/** A line of shapes with their meaning; it wraps. */
export function ShapeLegend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className={css.legend}>
      {items.map(({ shape, tone, text }) => (
        <li key={text} className={css.item}>
          <Shape kind={shape} tone={tone} size={10} />
          {text}
        </li>
      ))}
    </ul>
  )
}
