import type { ReportDay } from '@hilo/contract/reports.ts'
import { Link } from '@tanstack/react-router'
import { usePhone } from '../../lists/use-media.ts'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Card } from './Card.tsx'
import styles from './plots.module.css'
import { ticksUpTo } from '../../ui/plots/ticks.ts'

/** Bottom up. */
const parts = ['finalized', 'warned', 'cancelled', 'failed', 'doing'] as const
type Part = (typeof parts)[number]
const weekday = new Intl.DateTimeFormat('es-ES', { weekday: 'narrow' })
const [left, right, top, bottom] = [34, 4, 22, 22]

const totalOf = (day: ReportDay) => parts.reduce((sum, part) => sum + day[part], 0)
/** Noon, so that no zone makes another day of it. */
const dateOf = (day: ReportDay) => new Date(`${day.day}T12:00:00`)

/** Interventions opened each day, by how they stand now. */
export function DaysPlot({ days }: { days: readonly ReportDay[] | undefined }) {
  const phone = usePhone()
  const shown = days?.slice(phone ? -7 : 0) ?? []
  return (
    <Card title={text('home.days')} note={<Legend />}>
      <div className={styles.plot} data-waiting={days === undefined || undefined}>
        {days && <Bars days={shown} width={phone ? 340 : 580} height={phone ? 240 : 296} />}
      </div>
    </Card>
  )
}

function Legend() {
  return (
    <span className={styles.legend}>
      {parts.map((part) => (
        <span key={part}>
          <i data-part={part} />
          {text(`home.days.${part}`)}
        </span>
      ))}
    </span>
  )
}

interface BarsProps {
  days: readonly ReportDay[]
  width: number
  height: number
}

function Bars({ days, width, height }: BarsProps) {
  const ticks = ticksUpTo(Math.max(1, ...days.map(totalOf)))
  const most = ticks.at(-1) ?? 1
  const scale = (value: number) => (value / most) * (height - top - bottom)
  const pitch = (width - left - right) / days.length
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label={text('home.days')}>
      {ticks.map((tick) => (
        <g key={tick} className={styles.tick}>
          <path d={`M${left} ${height - bottom - scale(tick)}H${width}`} />
          <text x={left - 8} y={height - bottom - scale(tick) + 4}>
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <DayBar
          key={day.day}
          day={day}
          x={left + pitch * index + pitch * 0.2}
          width={pitch * 0.6}
          base={height - bottom}
          scale={scale}
          last={index === days.length - 1}
        />
      ))}
    </svg>
  )
}

interface DayBarProps {
  day: ReportDay
  x: number
  width: number
  base: number
  scale: (value: number) => number
  last: boolean
}

function DayBar({ day, x, width, base, scale, last }: DayBarProps) {
  const total = totalOf(day)
  const date = dateOf(day)
  const name = `${weekday.format(date).toLocaleLowerCase('es')} ${date.getDate()}`
  const of = parts.filter((part) => day[part] > 0).map((part) => `${text(`home.days.${part}`)}: ${day[part]}`)
  const said = [text('home.days.of', { count: total, date: formatDate(date) }), ...of].join(', ')
  const below = (part: Part) => parts.slice(0, parts.indexOf(part)).reduce((sum, one) => sum + day[one], 0)
  return (
    <g className={styles.bar} data-last={last || undefined}>
      <title>{said}</title>
      <Link to="/vno/intervenciones" search={{ created_at: `${day.day}..${day.day}` }} aria-label={said}>
        {/* The whole height can be pressed. */}
        <rect className={styles.ground} x={x} y={top} width={width} height={base - top} />
        {parts.map((part) => {
          const tall = scale(day[part])
          if (tall <= 0) return null
          const gap = below(part) > 0 ? 1 : 0
          const y = base - scale(below(part)) - tall
          // A dashed outline lies inside its own height.
          const inset = part === 'doing' ? 0.6 : 0
          return (
            <rect
              key={part}
              data-part={part}
              x={x + inset}
              y={y + inset}
              width={width - 2 * inset}
              height={Math.max(1, tall - gap - 2 * inset)}
              rx={1.5}
            />
          )
        })}
      </Link>
      {total > 0 && (
        <text className={styles.total} aria-hidden x={x + width / 2} y={base - scale(total) - 6}>
          {formatNumber(total)}
        </text>
      )}
      <text className={styles.day} aria-hidden x={x + width / 2} y={base + 16}>
        {name}
      </text>
    </g>
  )
}
