import { useState, type PointerEvent } from 'react'
import { serverNow } from '../../api/clock.ts'
import {
  formatDate,
  formatDayShort,
  formatDateTime,
  formatNumber,
  formatPower,
  formatPowerUnit,
  formatTime,
} from '../format.ts'
import { Shape } from '../shapes/Shape.tsx'
import { text } from '../text.ts'
import styles from './power-plot.module.css'
import { effectOf, levels, runs, scaleOf, type Reading, type Scale, type Usual } from './power-scale.ts'
import { useWidth } from '../use-width.ts'

export interface PlotEvent {
  at: string
  /** What happened, without its day. */
  name: string
}
interface PowerPlotProps {
  series: readonly Reading[]
  usual: Usual | null
  /** Times without light. */
  downs: readonly { at: string; up_at: string | null }[]
  events: readonly PlotEvent[]
  /** From here down it is too weak to hold, and below that it does not hold. */
  warn: number
  fail: number
  days: 1 | 7 | 30
}

const [left, right, top, bottom, height] = [34, 10, 26, 24, 252]

interface Frame {
  scale: Scale
  x: (at: number) => number
  y: (dbm: number) => number
  width: number
}

function frameOf(scale: Scale, width: number): Frame {
  const x = (at: number) => left + ((at - scale.from) / (scale.to - scale.from)) * (width - left - right)
  const y = (dbm: number) => {
    const within = Math.min(scale.high, Math.max(scale.low, dbm))
    return top + ((scale.high - within) / (scale.high - scale.low)) * (height - top - bottom)
  }
  return { scale, x, y, width }
}

/** Bands of what is too weak, lines across, days below. */
function Ground({ frame, warn, fail, days }: { frame: Frame; warn: number; fail: number; days: number }) {
  const { scale, x, y, width } = frame
  const band = (from: number, to: number) => ({
    x: left,
    y: y(from),
    width: width - left - right,
    height: y(to) - y(from),
  })
  const parts = width < 480 ? 3 : 5
  const moments = Array.from({ length: parts + 1 }, (_, n) => scale.from + ((scale.to - scale.from) * n) / parts)
  return (
    <>
      {warn > scale.low && <rect className={styles.weak} {...band(warn, Math.max(fail, scale.low))} />}
      {fail > scale.low && <rect className={styles.failing} {...band(fail, scale.low)} />}
      {levels(scale).map((level) => (
        <g key={level} className={styles.level}>
          <path d={`M${left} ${y(level)}H${width - right}`} />
          <text x={left - 7} y={y(level) + 4}>
            {formatPower(level, 0)}
          </text>
        </g>
      ))}
      {warn > scale.low && (
        <text className={styles.weakName} x={left + 8} y={Math.min(y(warn) + 15, height - bottom - 4)}>
          {text('plot.power.warn', { dbm: formatPower(warn, 0) ?? '' })}
        </text>
      )}
      {moments.map((at, n) => (
        <text
          key={at}
          className={styles.day}
          data-end={n === 0 ? 'first' : n === parts ? 'last' : undefined}
          x={x(at)}
          y={height - 6}
        >
          {days === 1 ? formatTime(at) : formatDayShort(at)}
        </text>
      ))}
    </>
  )
}

function UsualBand({ frame: { y, width }, usual }: { frame: Frame; usual: Usual }) {
  const { middle, sigma } = usual
  return (
    <>
      <rect
        className={styles.band}
        x={left}
        y={y(middle + 3 * sigma)}
        width={width - left - right}
        height={Math.max(2, y(middle - 3 * sigma) - y(middle + 3 * sigma))}
      />
      <path className={styles.usual} d={`M${left} ${y(middle)}H${width - right}`} />
    </>
  )
}

/** The times without light, and since when where it still lasts. */
function Downs({ frame, downs }: { frame: Frame; downs: PowerPlotProps['downs'] }) {
  const { scale, x, width } = frame
  return downs
    .filter(({ up_at }) => up_at === null || Date.parse(up_at) > scale.from)
    .map(({ at, up_at }) => {
      const from = x(Math.max(scale.from, Date.parse(at)))
      const to = up_at === null ? width - right : x(Date.parse(up_at))
      const foot = height - bottom
      return (
        <g key={at}>
          <rect className={styles.dark} x={from} y={top} width={Math.max(2, to - from)} height={foot - top} />
          <path className={styles.cut} d={`M${from} ${top}V${foot - 6}`} />
          <path className={styles.cutSign} d={`M${from} ${foot - 6}l6 6-6 6-6-6z`} />
          {up_at === null && (
            <text className={styles.cutName} x={Math.min(from - 8, width - right)} y={(top + foot) / 2}>
              {text('plot.power.darkSince', { when: formatDateTime(at) })}
            </text>
          )}
        </g>
      )
    })
}

/** A sentence for each event, as far as they do not run into each other. */
function Events({
  frame,
  events,
  series,
  usual,
}: { frame: Frame } & Pick<PowerPlotProps, 'events' | 'series' | 'usual'>) {
  const { scale, x, width } = frame
  let free = left
  return events
    .filter(({ at }) => Date.parse(at) > scale.from && Date.parse(at) <= scale.to)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ at, name }) => {
      const time = Date.parse(at)
      const effect = effectOf(time, series, usual)
      const what = effect
        ? text('plot.power.effect', { name, db: formatPower(effect.db) ?? '', hours: formatNumber(effect.hours) })
        : name
      const said = `${formatDate(at)}, ${what}`
      const wide = said.length * 6
      const from = Math.min(Math.max(left, x(time) - wide / 2), width - right - wide)
      const shown = from >= free
      if (shown) free = from + wide + 16
      return (
        <g key={`${at}${name}`} className={styles.event}>
          <title>{said}</title>
          <path d={`M${x(time)} ${top - 4}V${height - bottom}`} />
          {shown && (
            <text x={from} y={top - 10}>
              {said}
            </text>
          )}
        </g>
      )
    })
}

interface Pointed {
  at: number
  dbm: number
}
/** The reading under the pointer, with its moment. */
function Readout({ frame: { x, y, width }, pointed }: { frame: Frame; pointed: Pointed }) {
  const said = `${formatPowerUnit(pointed.dbm) ?? ''}, ${formatDateTime(pointed.at)}`
  const wide = said.length * 5.6 + 14
  const from = x(pointed.at) + 10 + wide > width ? x(pointed.at) - 10 - wide : x(pointed.at) + 10
  return (
    <g className={styles.readout}>
      <circle cx={x(pointed.at)} cy={y(pointed.dbm)} r={3.5} />
      <rect x={from} y={y(pointed.dbm) - 26} width={wide} height={22} rx={4} />
      <text x={from + 7} y={y(pointed.dbm) - 11}>
        {said}
      </text>
    </g>
  )
}

/** What the plot shows, for who does not see it. */
function summary({ series, usual, downs }: PowerPlotProps): string {
  const read = series.flatMap(({ rx_dbm }) => rx_dbm ?? [])
  if (read.length === 0) return text('plot.power.none')
  return text('plot.power.summary', {
    high: formatPowerUnit(Math.max(...read)) ?? '',
    low: formatPowerUnit(Math.min(...read)) ?? '',
    usual: formatPowerUnit(usual?.middle) ?? '–',
    count: downs.length,
  })
}

/** The power of a line over time, against what it usually is, with what happened to it. */
export function PowerPlot(props: PowerPlotProps) {
  const { series, usual, downs, events, warn, fail, days } = props
  const [place, width] = useWidth<HTMLDivElement>(640)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const now = Date.parse(series.at(-1)?.at ?? '') || serverNow()
  const scale = scaleOf(series, usual, days, now)
  const frame = frameOf(scale, width)
  const parts = runs(series, scale)
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const at = clientX - currentTarget.getBoundingClientRect().left
    const nearest = parts.flat().reduce<Pointed | null>((best, one) => {
      return best && Math.abs(frame.x(best.at) - at) <= Math.abs(frame.x(one.at) - at) ? best : one
    }, null)
    setPointed(nearest)
  }
  return (
    <div ref={place} className={styles.place}>
      <svg
        className={styles.plot}
        width={width}
        height={height}
        role="img"
        aria-label={summary(props)}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <Ground frame={frame} warn={warn} fail={fail} days={days} />
        {usual && <UsualBand frame={frame} usual={usual} />}
        <Events frame={frame} events={events} series={series} usual={usual} />
        {parts.map((part) => (
          <path
            key={part[0]?.at}
            className={styles.line}
            d={part
              .map(({ at, dbm }, n) => `${n === 0 ? 'M' : 'L'}${frame.x(at).toFixed(1)} ${frame.y(dbm).toFixed(1)}`)
              .join('')}
          />
        ))}
        <Downs frame={frame} downs={downs} />
        {parts.length === 0 && (
          <text className={styles.nothing} x={(left + width) / 2} y={(top + height - bottom) / 2} aria-hidden>
            {text('plot.power.none')}
          </text>
        )}
        {pointed && <Readout frame={frame} pointed={pointed} />}
      </svg>
    </div>
  )
}

/** What the lines and bands mean. */
export function PowerPlotKey({ usual, downs }: Pick<PowerPlotProps, 'usual' | 'downs'>) {
  return (
    <p className={styles.key}>
      {usual && (
        <>
          <span>
            <i data-line="usual" />
            {text('plot.power.usual', { dbm: formatPower(usual.middle) ?? '' })}
          </span>
          <span>
            <i data-line="band" />
            {text('plot.power.band', { db: formatNumber(3 * usual.sigma, 2) })}
          </span>
        </>
      )}
      <span>
        <Shape kind="diamond" tone={downs.length > 0 ? 'danger' : 'medium'} size={10} />
        {text('plot.power.downs', { count: downs.length })}
      </span>
      <span className={styles.often}>{text('plot.power.often')}</span>
    </p>
  )
}
