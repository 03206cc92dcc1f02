import type { Figure, FigureKey } from '@hilo/contract/reports/reports.ts'
import { portState, processState } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import strip from '../../kit/strip.module.css'
import type { PeriodWord } from './period.ts'
import styles from './home.module.css'

interface Tile {
  key: FigureKey
  /** Path of its rows. */
  to: string
  search: (preset: string) => Record<string, string>
  /** Amber if worse than before: red is for what asks for action now. */
  watched?: true
}

/** Name of the period in the list's time filter. */
const presets: Readonly<Record<PeriodWord, string>> = { dia: 'hoy', semana: 'semana', mes: 'mes' }
const opened = (created_at: string) => ({ created_at })
const { finalized, finalizedSync } = processState.is
const finished = (created_at: string) => ({ created_at, process_state: [finalized, finalizedSync].join() })
const harmed = (created_at: string) => ({ created_at, verdict: 'con_desconectados' })

const tiles: readonly Tile[] = [
  { key: 'opened', to: '/vno/intervenciones', search: opened },
  { key: 'first_time_right', to: '/vno/intervenciones', search: finished },
  { key: 'median_minutes', to: '/vno/intervenciones', search: finished },
  { key: 'harmed_rate', to: '/vno/intervenciones', search: harmed, watched: true },
  { key: 'restore_median_s', to: '/vno/intervenciones', search: harmed },
  { key: 'to_verify', to: '/vno/puertos', search: () => ({ state: String(portState.is.pendiente_revision) }) },
]
const suffix: Readonly<Record<Figure['unit'], string>> = { count: '', pct: '%', min: 'min', s: 's' }
const decimals = (unit: Figure['unit']) => (unit === 'pct' ? 1 : 0)
const shown = (value: number, unit: Figure['unit']) => formatNumber(value, decimals(unit))
const withUnit = (value: number, unit: Figure['unit']) =>
  suffix[unit] === '' ? shown(value, unit) : `${shown(value, unit)}\u00a0${suffix[unit]}`

interface FiguresProps {
  figures: readonly Figure[] | undefined
  stale: boolean
  period: PeriodWord
}

/** Strip of figures; each links to its rows. Fixed width while loading. */
export function Figures({ figures, stale, period }: FiguresProps) {
  return (
    <ul className={strip.strip} aria-busy={figures === undefined || stale} data-stale={stale || undefined}>
      {tiles.map((tile) => (
        <FigureTile
          key={tile.key}
          tile={tile}
          preset={presets[period]}
          figure={figures?.find(({ key }) => key === tile.key)}
        />
      ))}
    </ul>
  )
}

function FigureTile({ tile, figure, preset }: { tile: Tile; figure: Figure | undefined; preset: string }) {
  const { value = null, previous = null } = figure ?? {}
  const worse = tile.watched === true && value !== null && value > (previous ?? 0)
  return (
    <li>
      <Link to={tile.to} search={tile.search(preset)} className={`hover ${strip.tile}`} data-worse={worse || undefined}>
        <span className={strip.name}>{text(`home.figure.${tile.key}`)}</span>
        <span
          className={`${strip.value} ${worse ? 'ink-warning' : ''}`}
          data-waiting={figure === undefined || undefined}
        >
          {figure && (value === null ? '–' : shown(value, figure.unit))}
          {figure && value !== null && <small>{suffix[figure.unit]}</small>}
        </span>
        {figure && <Sparkline values={figure.series} />}
        <span className={strip.note}>{figure && <Note figure={figure} worse={worse} />}</span>
      </Link>
    </li>
  )
}

/** "10 más, antes 204" */
function Note({ figure: { key, value, previous, unit }, worse }: { figure: Figure; worse: boolean }) {
  if (key === 'to_verify') return text('home.figure.to_verify.note')
  if (value === null) return text('home.figure.none')
  if (previous === null) return text('home.figure.noBefore')
  const before = text('home.figure.before', { before: withUnit(previous, unit) })
  const factor = 10 ** decimals(unit)
  const more = Math.round(value * factor) - Math.round(previous * factor)
  if (more === 0) return text('home.figure.same', { before: withUnit(previous, unit) })
  const amount = Math.abs(more) / factor
  // The difference of two shares is in percentage points.
  const difference =
    unit === 'pct' ? text('reports.points', { count: amount, points: shown(amount, unit) }) : withUnit(amount, unit)
  return (
    <>
      <b className={worse ? 'ink-warning' : 'ink-1'}>
        {text(more > 0 ? 'home.figure.more' : 'home.figure.less', { difference })}
      </b>
      , {before}
    </>
  )
}

const [width, height] = [62, 22]
const edge = 3

/** Trend line with a mark at the current value. Days without a value are skipped. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, day) => (value === null ? [] : [{ value, day }]))
  const last = known.at(-1)
  if (!last || known.length < 2) return null
  const least = Math.min(...known.map(({ value }) => value))
  const span = Math.max(...known.map(({ value }) => value)) - least || 1
  const x = (day: number) => edge + (day / (values.length - 1)) * (width - 2 * edge)
  const y = (value: number) => height - edge - ((value - least) / span) * (height - 2 * edge)
  const points = known.map(({ value, day }) => `${x(day).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  return (
    <svg
      className={`${styles.spark} phone-hidden`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <polyline className="fill-none" points={points} />
      <circle cx={x(last.day)} cy={y(last.value)} r={2} />
    </svg>
  )
}
