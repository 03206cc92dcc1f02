import type { Indicator, IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import { formatDuration, formatNumber, formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

type Unit = Indicator['unit']
const decimals: Readonly<Record<Unit, number>> = { count: 0, pct: 1, min: 0, s: 0, h: 1, dbm: 2, db: 2 }

/** A figure with its unit. */
export function figureText(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  if (unit === 's') return formatDuration(value)
  if (unit === 'dbm') return formatPowerUnit(value) ?? '–'
  if (unit === 'h' && value >= 24) return formatDuration(value * 3600)
  const figure = formatNumber(value, decimals[unit])
  const suffix = { count: '', pct: '%', min: 'min', h: 'h', db: 'dB' }[unit]
  return suffix === '' ? figure : `${figure}\u00a0${suffix}`
}

/** Indicators whose increase is worse, and those whose increase is better; the others are neutral. */
const worse: readonly string[] = [
  'failed',
  'harmed_rate',
  'degraded_rate',
  'inconclusive_rate',
  'restore_median_s',
  'restore_p90_s',
  'hair_unfounded',
  'manual_labels',
  'duplicate_pictures',
  'api_errors',
  'offline_max_h',
] satisfies IndicatorKey[]
const better: readonly string[] = [
  'first_time_right',
  'install_on_time',
  'repair_on_time',
  'restore_on_time',
  'install_rx',
  'rx_drift',
] satisfies IndicatorKey[]

interface Change {
  /** "3 más, antes 12" */
  difference: string | null
  before: string
  tone: 'worse' | 'better' | null
}

/** Differences of shares are in percentage points, those of powers in dB. */
function differenceText(amount: number, unit: Unit): string {
  if (unit === 'pct') return text('reports.points', { count: amount, points: formatNumber(amount, decimals.pct) })
  return figureText(amount, unit === 'dbm' ? 'db' : unit)
}

/** Change from the previous period; null without a comparison. */
export function changeOf({ key, value, previous, unit }: Indicator): Change | null {
  if (value === null || previous === null) return null
  const factor = 10 ** decimals[unit]
  const more = (Math.round(value * factor) - Math.round(previous * factor)) / factor
  const before = text('home.figure.before', { before: figureText(previous, unit) })
  if (more === 0)
    return { difference: null, before: text('home.figure.same', { before: figureText(previous, unit) }), tone: null }
  const amount = differenceText(Math.abs(more), unit)
  const up = more > 0
  const tone = worse.includes(key) ? (up ? 'worse' : 'better') : better.includes(key) ? (up ? 'better' : 'worse') : null
  return { difference: text(up ? 'home.figure.more' : 'home.figure.less', { difference: amount }), before, tone }
}

/** "27 de 34" */
export function shareText({ part, whole }: Indicator): string | null {
  if (whole === null) return null
  return part === null
    ? text('reports.of', { count: whole })
    : text('reports.partOf', { part: formatNumber(part), whole: formatNumber(whole) })
}
