import type { Color } from '@hilo/domain/status.ts'
import css from './shapes.module.css'
import type { ShapeKind } from './state-shape.ts'

const filled: Partial<Record<ShapeKind, string>> = {
  // Inner shapes are cut out, so that they work on any background.
  check: 'M1 6a5 5 0 1 0 10 0a5 5 0 1 0-10 0M8.1 4.05 5.2 6.95 3.95 5.7 3 6.65l2.2 2.2L9.05 5Z',
  half: 'M1.2 6a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0-9.6 0M6.3 2.7a3.3 3.3 0 0 1 0 6.6Z',
  disc: 'M1.3 6a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0-9.4 0',
  gap: 'M4.9 1.43a4.7 4.7 0 0 0 0 9.14ZM7.1 1.43a4.7 4.7 0 0 1 0 9.14Z',
  diamond: 'M6 .7 11.3 6 6 11.3.7 6Z',
  triangle: 'M6 1.2 11.3 10.6H.7Z',
  dot: 'M4.5 6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0',
}
const circle = 'M6 1.9a4.1 4.1 0 1 1 0 8.2a4.1 4.1 0 1 1 0-8.2'

function drawing(kind: ShapeKind) {
  switch (kind) {
    case 'ring':
      return <path d={circle} className={css.line} />
    case 'bar':
      return <path d="M.9 6h10.2" className={css.line} />
    case 'doing':
      return (
        <>
          <path d={circle} className={`${css.line} ${css.track}`} />
          <path d="M6 1.9a4.1 4.1 0 1 1-4.1 4.1" className={`${css.line} ${css.arc}`} />
        </>
      )
    default:
      return <path d={filled[kind]} fillRule="evenodd" />
  }
}

interface ShapeProps {
  kind: ShapeKind
  /** Defaults to the colour of the surrounding text. */
  tone?: Color | undefined
  /** CSS pixels; 12 by default. */
  size?: number | undefined
}

/** One state shape, hidden from screen readers: its word always stands beside it. */
export function Shape({ kind, tone, size = 12 }: ShapeProps) {
  return (
    <svg className={css.shape} data-tone={tone} viewBox="0 0 12 12" width={size} height={size} aria-hidden="true">
      {drawing(kind)}
    </svg>
  )
}
