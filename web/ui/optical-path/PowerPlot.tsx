import { limits, type OpticClass } from '@hilo/domain/optics.ts'
import { useMemo } from 'react'
import { formatDayShort, formatMoment, formatPower, formatTime } from '../format.ts'
import { text } from '../text.ts'
import { frameOf, lineOf, powersIn, type Frame, type Reading } from './power-frame.ts'
import css from './power-plot.module.css'
import { useWidth } from './use-width.ts'

interface PowerPlotProps {
  /** One an hour, oldest first. */
  series: readonly Reading[]
  /** Newest first. */
  downs: readonly { at: string; up_at: string | null }[]
  hours: number
  opticClass: OpticClass
}

const height = 264

/** What an ONT received over the last days: its habit as a band, when it was without light, and where too little begins. */
export function PowerPlot({ series, downs, hours, opticClass }: PowerPlotProps) {
  const [ref, width] = useWidth()
  const shown = useMemo(() => series.slice(-hours), [series, hours])
  const { good } = limits('ont', opticClass)
  const habit = useMemo(() => powersIn(series), [series])
  if (shown.every(({ rx_dbm }) => rx_dbm === null)) return <p className={css.none}>{text('power.none')}</p>
  const frame = frameOf({ shown, habit, good, width, height })
  const [down] = downs
  const dark = down && down.up_at === null ? down.at : null
  const said = text('power.said', {
    median: formatPower(habit.median) ?? '',
    spread: formatPower(habit.spread) ?? '',
  })
  return (
    <figure ref={ref} className={css.plot}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={`${text('power.title')}. ${said}`}>
          <Ground frame={frame} habit={habit} good={good} />
          <path className={css.line} d={lineOf(frame, shown)} />
          {dark !== null && <Dark frame={frame} at={dark} />}
          <Days frame={frame} hours={hours} />
        </svg>
      )}
      <figcaption>
        <span>
          <i data-line="median" />
          {text('power.median')}
        </span>
        <span>
          <i data-line="habit" />
          {text('power.habit')}
        </span>
        <span>{text('power.hourly')}</span>
      </figcaption>
    </figure>
  )
}

/** Scale, habit and the warning below. */
function Ground({ frame, habit, good }: { frame: Frame; habit: ReturnType<typeof powersIn>; good: number }) {
  const { left, right, y, ticks, bottom } = frame
  const wide = right - left
  const [top, low] = [y(habit.median + habit.spread), y(habit.median - habit.spread)]
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick} className={css.tick}>
          <path d={`M${left} ${y(tick)}H${right}`} />
          <text x={left - 8} y={y(tick) + 4}>
            {formatPower(tick, 0)}
          </text>
        </g>
      ))}
      {y(good) < bottom && (
        <>
          <rect className={css.warn} x={left} y={y(good)} width={wide} height={bottom - y(good)} />
          <text className={css.warnName} x={left + 6} y={y(good) + 16}>
            {text('power.warn', { power: formatPower(good, 0) ?? '' })}
          </text>
        </>
      )}
      <rect className={css.habit} x={left} y={top} width={wide} height={Math.max(2, low - top)} />
      <path className={css.median} d={`M${left} ${y(habit.median)}H${right}`} />
    </>
  )
}

/** Without light since then. */
function Dark({ frame, at }: { frame: Frame; at: string }) {
  const { right, top, bottom, x } = frame
  const from = Math.max(frame.left, x(Date.parse(at)))
  const before = from - frame.left > right - from
  return (
    <g className={css.dark}>
      <rect x={from} y={top} width={Math.max(6, right - from)} height={bottom - top} />
      <path d={`M${from} ${top}V${bottom}`} />
      <path className={css.diamond} d={`M${from} ${bottom - 6}l6 6-6 6-6-6z`} />
      <text x={before ? from - 8 : from + 8} y={top + 16} textAnchor={before ? 'end' : 'start'}>
        {text('power.dark', { time: formatMoment(at, Date.now()) })}
      </text>
    </g>
  )
}

/** Six moments under it. */
function Days({ frame, hours }: { frame: Frame; hours: number }) {
  const { from, to, left, right, bottom } = frame
  const marks = right - left < 420 ? 3 : 5
  return Array.from({ length: marks + 1 }, (_, index) => {
    const at = from + ((to - from) * index) / marks
    const anchor = index === 0 ? 'start' : index === marks ? 'end' : 'middle'
    return (
      <text
        key={index}
        className={css.day}
        x={left + ((right - left) * index) / marks}
        y={bottom + 18}
        textAnchor={anchor}
      >
        {hours <= 24 ? formatTime(at) : formatDayShort(at)}
      </text>
    )
  })
}
