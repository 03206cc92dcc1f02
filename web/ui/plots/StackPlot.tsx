import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { formatNumber } from '../format.ts'
import styles from './plots.module.css'
import { ticksUpTo } from './ticks.ts'
import { useWidth } from '../use-width.ts'

/** Link to the rows behind a figure. */
export interface Place {
  to: string
  search: Record<string, string>
}
export interface Part {
  /** Colour and pattern. */
  look: 'success' | 'warning' | 'medium' | 'danger' | 'open'
  name: string
}
export interface Bar {
  key: string
  /** Label below the bar. */
  short: string
  /** Name within a sentence. */
  name: string
  /** One value per part, bottom up. */
  values: readonly number[]
  place: Place | null
}
interface StackPlotProps {
  label: string
  parts: readonly Part[]
  bars: readonly Bar[]
  height?: number
}

const [left, top, bottom] = [34, 20, 22]
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

/** Stacked bars, each part linked to its rows. */
export function StackPlot({ label, parts, bars, height = 260 }: StackPlotProps) {
  const [place, width] = useWidth<HTMLDivElement>(600)
  const ticks = ticksUpTo(Math.max(1, ...bars.map(({ values }) => sum(values))))
  const most = ticks.at(-1) ?? 1
  const scale = (value: number) => (value / most) * (height - top - bottom)
  const pitch = (width - left) / Math.max(1, bars.length)
  // Label only some bars where all labels would overlap.
  const every = Math.max(1, Math.ceil(34 / pitch))
  return (
    <div ref={place} className="shrink clip">
      <svg className="block" width={width} height={height} role="group" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick} className={styles.tick} aria-hidden>
            <path className="stroke-line" d={`M${left} ${height - bottom - scale(tick)}H${width}`} />
            <text className="anchor-end" x={left - 8} y={height - bottom - scale(tick) + 4}>
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => {
          const drawn = <DrawnBar {...{ bar, parts, height, scale, pitch }} x={left + pitch * index} />
          const said = `${bar.name}: ${parts.map(({ name }, at) => `${name} ${bar.values[at] ?? 0}`).join(', ')}`
          return bar.place === null || sum(bar.values) === 0 ? (
            <g key={bar.key} role="img" aria-label={said}>
              {drawn}
            </g>
          ) : (
            <Link
              key={bar.key}
              to={bar.place.to}
              search={bar.place.search}
              aria-label={said}
              className={styles.barLink}
            >
              {drawn}
            </Link>
          )
        })}
        <Words {...{ bars, height, scale, pitch, every }} />
      </svg>
    </div>
  )
}

interface WordsProps {
  bars: readonly Bar[]
  height: number
  scale: (value: number) => number
  pitch: number
  /** Label every n-th bar. */
  every: number
}

/** Visible labels beside the bars; hidden from screen readers, as the links' names already have them. */
function Words({ bars, height, scale, pitch, every }: WordsProps) {
  return (
    <g className={`${styles.words} no-pointer`} aria-hidden>
      {bars.map((bar, index) => {
        const [total, middle] = [sum(bar.values), left + pitch * (index + 0.5)]
        return (
          <Fragment key={bar.key}>
            {total > 0 && pitch > 16 && (
              <text className={`${styles.total} anchor-middle`} x={middle} y={height - bottom - scale(total) - 6}>
                {formatNumber(total)}
              </text>
            )}
            {(bars.length - 1 - index) % every === 0 && (
              <text className="anchor-middle" x={middle} y={height - bottom + 16}>
                {bar.short}
              </text>
            )}
          </Fragment>
        )
      })}
    </g>
  )
}

interface DrawnBarProps {
  bar: Bar
  parts: readonly Part[]
  x: number
  pitch: number
  height: number
  scale: (value: number) => number
}

function DrawnBar({ bar, parts, x, pitch, height, scale }: DrawnBarProps) {
  const base = height - bottom
  const width = Math.min(34, pitch * 0.66)
  const from = x + (pitch - width) / 2
  return (
    <g className={styles.bar}>
      <title>{`${bar.name}\n${parts.map(({ name }, at) => `${name}: ${bar.values[at] ?? 0}`).join('\n')}`}</title>
      <rect className={styles.reach} x={x} y={top - 14} width={pitch} height={height - top + 14} />
      {parts.map(({ look, name }, at) => {
        const value = bar.values[at] ?? 0
        if (value === 0) return null
        const below = scale(sum(bar.values.slice(0, at)))
        const tall = scale(value)
        // A dashed outline lies inside its own height.
        const inset = look === 'open' ? 0.6 : 0
        return (
          <rect
            key={name}
            data-tone={look}
            x={from + inset}
            y={base - below - tall + inset}
            width={width - 2 * inset}
            height={Math.max(1, tall - (below > 0 ? 1 : 0) - 2 * inset)}
            rx={1.5}
          />
        )
      })}
    </g>
  )
}

/** Legend of the parts, with colour and pattern. */
export function Legend({ parts }: { parts: readonly Part[] }) {
  return (
    <span className={`inline-flex gap-2 gap-x-12 wrap ink-2 ${styles.legend}`}>
      {parts.map(({ look, name }) => (
        <span className="inline-flex gap-6 middle" key={name}>
          <i data-tone={look} />
          {name}
        </span>
      ))}
    </span>
  )
}
