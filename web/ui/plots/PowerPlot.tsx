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
import { Downs, isOff, type Down } from './Downs.tsx'
import { bottom, frameOf, height, left, right, top, type Frame } from './power-frame.ts'
import { effectOf, gridLevels, curveSegments, scaleOf, type Reading, type Usual } from './power-scale.ts'
import { useWidth } from '../use-width.ts'

export interface PlotEvent {
  at: string
  /** What happened, without the date. */
  name: string
}
interface PowerPlotProps {
  series: readonly Reading[]
  usual: Usual | null
  downs: readonly Down[]
  events: readonly PlotEvent[]
  /** Warning limit in dBm; below `fail` the line does not hold. */
  warn: number
  fail: number
  days: 1 | 7 | 30
}

/** Background: warning and failure bands, grid lines, days on the axis. */
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
      {warn > scale.low && <rect className="fill-warning-soft" {...band(warn, Math.max(fail, scale.low))} />}
      {fail > scale.low && <rect className="fill-danger-soft" {...band(fail, scale.low)} />}
      {gridLevels(scale).map((level) => (
        <g key={level} className={styles.level}>
          <path className="stroke-line" d={`M${left} ${y(level)}H${width - right}`} />
          <text className="anchor-end" x={left - 7} y={y(level) + 4}>
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
          className={`${styles.day} anchor-middle`}
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
      <path className={`${styles.usual} fill-none`} d={`M${left} ${y(middle)}H${width - right}`} />
    </>
  )
}

/** One label per event, as far as they do not overlap. */
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
/** The reading under the pointer, with its time. */
function Readout({ frame: { x, y, width }, pointed }: { frame: Frame; pointed: Pointed }) {
  const said = `${formatPowerUnit(pointed.dbm) ?? ''}, ${formatDateTime(pointed.at)}`
  const wide = said.length * 5.6 + 14
  const from = x(pointed.at) + 10 + wide > width ? x(pointed.at) - 10 - wide : x(pointed.at) + 10
  return (
    <g className={styles.readout}>
      <circle className="fill-success" cx={x(pointed.at)} cy={y(pointed.dbm)} r={3.5} />
      <rect className="fill-surface" x={from} y={y(pointed.dbm) - 26} width={wide} height={22} rx={4} />
      <text x={from + 7} y={y(pointed.dbm) - 11}>
        {said}
      </text>
    </g>
  )
}

/** Text alternative of the plot for screen readers. */
function summary({ series, usual, downs }: PowerPlotProps): string {
  const read = series.flatMap(({ rx_dbm }) => rx_dbm ?? [])
  if (read.length === 0) return text('plot.power.none')
  const offs = downs.filter(isOff).length
  const summed = text('plot.power.summary', {
    high: formatPowerUnit(Math.max(...read)) ?? '',
    low: formatPowerUnit(Math.min(...read)) ?? '',
    usual: formatPowerUnit(usual?.middle) ?? '–',
    count: downs.length - offs,
  })
  return offs === 0 ? summed : `${summed} ${text('plot.power.offs', { count: offs })}.`
}

/** Power of a line over time against its baseline, with events and outages. */
export function PowerPlot(props: PowerPlotProps) {
  const { series, usual, downs, events, warn, fail, days } = props
  const [place, width] = useWidth<HTMLDivElement>(640)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const now = Date.parse(series.at(-1)?.at ?? '') || serverNow()
  const scale = scaleOf(series, usual, days, now)
  const frame = frameOf(scale, width)
  const parts = curveSegments(series, scale)
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const at = clientX - currentTarget.getBoundingClientRect().left
    const nearest = parts.flat().reduce<Pointed | null>((best, one) => {
      return best && Math.abs(frame.x(best.at) - at) <= Math.abs(frame.x(one.at) - at) ? best : one
    }, null)
    setPointed(nearest)
  }
  return (
    <div ref={place} className="shrink clip">
      <svg
        className={`${styles.plot} block`}
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
            className={`${styles.line} fill-none`}
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

/** Legend of lines and bands. */
export function PowerPlotKey({ usual, downs }: Pick<PowerPlotProps, 'usual' | 'downs'>) {
  const offs = downs.filter(isOff).length
  const cuts = downs.length - offs
  return (
    <p className={`flex gap-4 gap-x-16 wrap ink-2 ${styles.key}`}>
      {usual && (
        <>
          <span className="inline-flex gap-6 middle">
            <i data-line="usual" />
            {text('plot.power.usual', { dbm: formatPower(usual.middle) ?? '' })}
          </span>
          <span className="inline-flex gap-6 middle">
            <i data-line="band" />
            {text('plot.power.band', { db: formatNumber(3 * usual.sigma, 2) })}
          </span>
        </>
      )}
      <span className="inline-flex gap-6 middle">
        <Shape kind="diamond" tone={cuts > 0 ? 'danger' : 'medium'} size={10} />
        {text('plot.power.downs', { count: cuts })}
      </span>
      {offs > 0 && (
        <span className="inline-flex gap-6 middle">
          <Shape kind="ring" tone="medium" size={10} />
          {text('plot.power.offs', { count: offs })}
        </span>
      )}
      <span className="inline-flex gap-6 middle ink-3 push">{text('plot.power.often')}</span>
    </p>
  )
}
