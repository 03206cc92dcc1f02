import type { Look, Sign } from '@hilo/domain/neighbour-look.ts'
import css from './port.module.css'
import { lookColor, type LookName } from '@hilo/domain/port-look.ts'

/** Glyphs around 0,0 for a port of 34 px: [path, stroked]. */
const glyphs: Record<LookName, readonly [path: string, line: boolean]> = {
  lit: ['M-6.8 0a6.8 6.8 0 1 0 13.6 0a6.8 6.8 0 1 0-13.6 0', false],
  weak: ['M0-7.5V7M-6 1.2 0 7.2 6 1.2', true],
  degraded: ['M0-7.5V7M-6 1.2 0 7.2 6 1.2', true],
  degraded_hard: ['M0-7.5V7M-6 1.2 0 7.2 6 1.2', true],
  cut: ['M0-9.6 9.6 0 0 9.6-9.6 0Z', false],
  off: ['M0-8.6V-.6M-4.6-5.3a7.2 7.2 0 1 0 9.2 0', true],
  dark_before: ['M-6.8 0a6.8 6.8 0 1 0 13.6 0a6.8 6.8 0 1 0-13.6 0M-4.8 4.8 4.8-4.8', true],
  doubtful: ['M-7 0H7', true],
  free: ['M-5.2 0a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0', true],
  // A disc with its right half cut out, except the rim.
  assigned: ['M-6.8 0a6.8 6.8 0 1 0 13.6 0a6.8 6.8 0 1 0-13.6 0M.4-5.2a5.2 5.2 0 0 1 0 10.4Z', false],
  ceased: ['M-7.6 0H7.6', true],
  defective: ['M-6.4-6.4 6.4 6.4M6.4-6.4-6.4 6.4', true],
  pending: ['M0-6.8 7.6 6.4H-7.6Z', true],
  // Polled without an answer: a question mark.
  silent: ['M-3.4-3.8a3.5 3.5 0 1 1 5.4 3C.6.2 0 .9 0 2.6M0 6.6h.01', true],
  unread: ['M-7 0h.01M0 0h.01M7 0h.01', true],
}
/** Glyphs made of thin strokes only need more than 1.5 px to be visible. */
const strokes: Partial<Record<LookName, number>> = { free: 1.3, silent: 2, unread: 2.6 }

/** The glyph of a look; `scale` 1 is a port of 34 px. */
export function Glyph({ look, scale }: { look: LookName; scale: number }) {
  const [path, line] = glyphs[look]
  // Strokes thin out more slowly than the drawing shrinks.
  const width = (strokes[look] ?? 1.75) * scale ** -0.45
  return (
    <path
      d={path}
      className={line ? css.line : css.solid}
      fillRule="evenodd"
      strokeWidth={line ? width : undefined}
      transform={scale === 1 ? undefined : `scale(${scale})`}
    />
  )
}

/** A single port, as in legends and lists; its word stands beside it. */
export function PortGlyph({ look, mark = null, size = 18 }: { look: LookName; mark?: Look | null; size?: number }) {
  return (
    <svg
      className={`block rigid ${css.port} ${css[look]}`}
      data-tone={lookColor(look)}
      viewBox="-9 -10 18 18"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path className={css.key} d="M-3-7.6v-1a.8.8 0 0 1 .8-.8h4.4a.8.8 0 0 1 .8.8v1Z" />
      <rect className={css.body} x={-7.2} y={-7.2} width={14.4} height={14.4} rx={3} strokeWidth={1.3} />
      <Glyph look={look} scale={look === 'lit' ? 0.47 : 0.5} />
      {mark && <PortMark look={mark} x={4.6} y={4.4} scale={0.55} />}
    </svg>
  )
}

/** Outlines of the marks, around 0,0. */
const marks: Partial<Record<Sign, string>> = {
  triangle: 'M0-7.4 8 6.4H-8Z',
  gap: 'M-1.7-6.6a6.8 6.8 0 0 0 0 13.2ZM1.7-6.6a6.8 6.8 0 0 1 0 13.2Z',
}

/** Class sign beside the glyph of a port that has light again. */
export function PortMark({ look, x, y, scale }: { look: Look; x: number; y: number; scale: number }) {
  return (
    <path
      className={`${css.mark} ${css[`mark-${look.color}`]}`}
      d={marks[look.sign]}
      transform={`translate(${x} ${y}) scale(${scale})`}
    />
  )
}
