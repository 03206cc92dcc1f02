import type { Limits } from '@hilo/domain/optics.ts'
import { useId } from 'react'
import { formatNumber } from '../format.ts'
import { text } from '../text.ts'
import styles from './limit-scale.module.css'
import { useWidth } from '../use-width.ts'

const [from, to] = [-36, 0]
const [top, tall] = [18, 14]

interface LimitScaleProps {
  limits: Limits
  /** Defaults that apply where nothing is set: drawn as a dashed mark, where they differ. */
  base: Limits
  /** Accessible name of the scale. */
  label: string
}

/** Power limits along a scale: hatched is failure, dotted is warning, solid is good. Updates with the limits. */
export function LimitScale({ limits, base, label }: LimitScaleProps) {
  const [place, width] = useWidth<HTMLDivElement>(420)
  const id = useId()
  const x = (dbm: number) => Math.round(((Math.min(to, Math.max(from, dbm)) - from) / (to - from)) * width * 10) / 10
  const { high, good, low } = limits
  const said = text('scale.said', {
    low: formatNumber(low, 1),
    good: formatNumber(good, 1),
    high: formatNumber(high, 1),
  })
  const marks = [
    { key: 'low', value: low, was: base.low, anchor: 'end' },
    { key: 'good', value: good, was: base.good, anchor: 'start' },
    { key: 'high', value: high, was: base.high, anchor: 'middle' },
  ] as const
  const parts = [
    ['list.level.bloqueo', 0, x(low)],
    ['list.level.aviso', x(low), x(good)],
    ['list.level.ok', x(good), x(high)],
    ['list.level.bloqueo', x(high), width],
  ] as const
  return (
    <div ref={place} className={`shrink clip ${styles.scale}`}>
      <svg className="block" width={width} height={56} role="img" aria-label={`${label}: ${said}`}>
        <Patterns id={id} width={width} />
        <g clipPath={`url(#${id}c)`}>
          <rect fill={`url(#${id}h)`} y={top} width={x(low)} height={tall} />
          <rect fill={`url(#${id}d)`} x={x(low)} y={top} width={Math.max(0, x(good) - x(low))} height={tall} />
          <rect className="fill-success" x={x(good)} y={top} width={Math.max(0, x(high) - x(good))} height={tall} />
          <rect fill={`url(#${id}h)`} x={x(high)} y={top} width={Math.max(0, width - x(high))} height={tall} />
        </g>
        {marks.map(({ key, value, was, anchor }) => (
          <g key={key}>
            {was !== value && <path className={styles.was} d={`M${x(was)} ${top - 7}v${tall + 14}`} />}
            <path className={styles.limit} d={`M${x(value)} ${top - 5}v${tall + 10}`} />
            <text
              className="semibold fill-ink"
              x={x(value) + (anchor === 'end' ? -3 : anchor === 'start' ? 3 : 0)}
              y={11}
              textAnchor={anchor}
            >
              {formatNumber(value, Number.isInteger(value) ? 0 : 1)}
            </text>
          </g>
        ))}
        <g className={styles.words}>
          {parts.map(([key, left, right]) =>
            // Hide a word that does not fit.
            right - left < 46 ? null : (
              <text className="semibold fill-ink anchor-middle" key={left} x={(left + right) / 2} y={top + tall + 20}>
                {text(key)}
              </text>
            ),
          )}
        </g>
      </svg>
    </div>
  )
}

function Patterns({ id, width }: { id: string; width: number }) {
  return (
    <defs>
      <pattern id={`${id}h`} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">
        <rect className="fill-danger-soft" width="7" height="7" />
        <path className={styles.stripe} d="M1.5 0V7" />
      </pattern>
      <pattern id={`${id}d`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect className="fill-warning-soft" width="5" height="5" />
        <circle className={styles.dot} cx="2.5" cy="2.5" r="1.1" />
      </pattern>
      <clipPath id={`${id}c`}>
        <rect y={top} width={width} height={tall} rx={4} />
      </clipPath>
    </defs>
  )
}
