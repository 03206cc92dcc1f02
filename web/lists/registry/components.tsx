import { serverNow } from '../../api/clock.ts'
import {
  formatAgo,
  formatDate,
  formatDateTime,
  formatDistance,
  formatDuration,
  dateTimePieces,
  formatNumber,
  formatPower,
  formatRelative,
} from '../../ui/format.ts'
import { FaceplateTiny } from '../../ui/faceplate/FaceplateTiny.tsx'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { choiceLook } from '../../ui/shapes/choice-look.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { statusOf } from '../../ui/shapes/state-shape.ts'
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import type { ReactNode } from 'react'
import { withZoneNote, zoneMark } from '../../ui/place-time.ts'
import { choiceText } from '../text.ts'
import { text } from '../../ui/text.ts'
import { boxOf, boxSize } from './faceplate-items.ts'
import type { ComponentName, PropSpec, Props } from './names.ts'

/**
 * How a kind of cell formats its value as text, and renders it where text alone is not enough. Plain functions: no
 * component per cell.
 */
interface Cell {
  props: readonly PropSpec[]
  /** Formatted text; null when there is nothing to show. `zone`: time zone of a date, if not the reader's. */
  text: (value: unknown, props: Props, zone?: PlaceZone) => string | null
  /** Renders the formatted text; by default the cell is the text. */
  draw?: (value: unknown, shown: string | null, props: Props, zone?: PlaceZone) => ReactNode
}

const plain = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value)
const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const ifNumber = (write: (value: number, props: Props) => string | null) => (value: unknown, props: Props) =>
  typeof value === 'number' && Number.isFinite(value) ? write(value, props) : null

function dateText(value: unknown, props: Props, zone?: PlaceZone): string | null {
  if (!isTime(value)) return plain(value)
  if (props.style === 'day') return formatDate(value, zone)
  const shown = formatDateTime(value, zone)
  return zone === undefined ? shown : withZoneNote(shown, value, zone)
}

/**
 * A date-time is rendered in parts that wrap: one line in a wide column, else two ("20 de noviembre" over "de 2026,
 * 1:48 p. m."), then its age where it fits. A time zone other than the reader's is marked.
 */
function drawDate(value: unknown, shown: string | null, props: Props, zone?: PlaceZone): ReactNode {
  if (!isTime(value)) return shown
  const whole = formatDateTime(value, zone)
  const plainly = props.style !== 'day' && shown === (zone === undefined ? whole : withZoneNote(whole, value, zone))
  const mark = plainly && zone !== undefined ? zoneMark(value, zone) : null
  return (
    <time dateTime={value} title={zone === undefined ? whole : withZoneNote(whole, value, zone)}>
      {plainly ? dateTimePieces(value, zone).join(' ') : shown} {mark && <small>{mark} </small>}
      {plainly && <small>{ageText(value)}</small>}
    </time>
  )
}

/** The length over its word, laid out like a date. */
export const drawRunning = (length: string, word: string): ReactNode => (
  <time>
    {length}, <small>{word}</small>
  </time>
)

const minuteMs = 60_000
const monthMs = 30 * 24 * 60 * minuteMs
/** "hace 3 d"; empty beyond a month. */
function ageText(time: string): string {
  const now = serverNow()
  const away = Date.parse(time) - now
  if (Math.abs(away) > monthMs) return ''
  return away > minuteMs ? formatRelative(time, now) : formatAgo(time, now)
}

/** Good, near the limit or beyond it, by the column's own limits (dBm). */
export function powerLevel(value: unknown, props: Props): 'ok' | 'warning' | 'danger' | null {
  if (props.mark === false) return null
  if (typeof value !== 'number') return 'danger'
  if (value < Number(props.fail ?? -26)) return 'danger'
  return value < Number(props.warn ?? -24) ? 'warning' : 'ok'
}

function drawPower(value: unknown, shown: string | null, props: Props): ReactNode {
  const level = powerLevel(value, props)
  const bar = props.bar === true && typeof value === 'number' ? drawMargin(value, props) : null
  if (shown === null || level === null || level === 'ok') return bar === null ? shown : [bar, shown]
  return (
    <span className={`hl-power hl-${level} inline-flex middle gap-4 semibold`}>
      {bar}
      <Shape kind={level === 'danger' ? 'diamond' : 'triangle'} tone={level} size={9} />
      {shown}
    </span>
  )
}

/** Power of a full bar, dBm. */
const strongest = -8

/** Bar of the margin between a power and the failure limit, both dBm. */
function drawMargin(value: number, { fail = -26 }: Props): ReactNode {
  const part = Math.min(1, Math.max(0, (value - Number(fail)) / (strongest - Number(fail))))
  return (
    <span key="bar" className="hl-margin clip ground-line-2">
      <i className="block" style={{ width: `${Math.round(part * 100)}%` }} />
    </span>
  )
}

/** File name of a single file, else the number of files. */
function fileText(value: unknown): string | null {
  if (!Array.isArray(value)) return plain(value)
  return value.length === 0 ? null : text('list.files', { count: value.length })
}

const enumeration: PropSpec = { name: 'of', kind: 'text', default: '' }

export const cells: Readonly<Record<ComponentName, Cell>> = {
  text: { props: [], text: plain },
  code: { props: [], text: plain },
  number: {
    props: [{ name: 'decimals', kind: 'number', default: 0 }],
    text: ifNumber((value, props) => formatNumber(value, Number(props.decimals ?? 0))),
  },
  dbm: {
    props: [
      { name: 'warn', kind: 'number', default: -24, unit: 'dBm' },
      { name: 'fail', kind: 'number', default: -26, unit: 'dBm' },
      { name: 'mark', kind: 'boolean', default: true },
      { name: 'bar', kind: 'boolean', default: false },
    ],
    text: ifNumber((value) => formatPower(value)),
    draw: drawPower,
  },
  date: {
    props: [{ name: 'style', kind: 'choice', default: 'auto', choices: ['auto', 'day', 'full'] }],
    text: dateText,
    draw: drawDate,
  },
  relative: { props: [], text: (value) => (isTime(value) ? formatRelative(value, serverNow()) : plain(value)) },
  duration: {
    props: [{ name: 'minutes', kind: 'boolean', default: false }],
    text: ifNumber((value, props) =>
      props.minutes === true && value >= 60 ? `${formatNumber(value / 60)}\u00a0min` : formatDuration(value),
    ),
  },
  state: {
    props: [enumeration],
    text: (value, props) => {
      const status = statusOf(String(props.of), typeof value === 'number' ? value : null)
      return status ? text(status.label) : plain(value)
    },
    draw: (value, shown, props) =>
      typeof value === 'number' ? <StateBadge enumeration={String(props.of)} value={value} /> : shown,
  },
  choice: {
    props: [enumeration],
    text: (value, props) => (typeof value === 'string' ? choiceText(String(props.of), value) : plain(value)),
    draw: (value, shown, props) =>
      typeof value === 'string' && choiceLook(String(props.of), value) ? (
        <ChoiceDot of={String(props.of)} word={value} />
      ) : (
        shown
      ),
  },
  link: { props: [], text: plain, draw: (_, shown) => shown && <span className="code hl-link">{shown}</span> },
  boolean: {
    props: [],
    text: (value) => (typeof value === 'boolean' ? text(value ? 'list.yes' : 'list.no') : null),
  },
  person: {
    props: [{ name: 'short', kind: 'boolean', default: true }],
    text: (value, props) => {
      const name = plain(value)
      return name && props.short !== false ? shortName(name) : name
    },
  },
  file: { props: [], text: fileText, draw: (_, shown) => shown && <span className="hl-link">{shown}</span> },
  distance: { props: [], text: ifNumber((value) => formatDistance(value)) },
  neighbours: {
    props: [],
    text: (value) => {
      const box = boxOf(value)
      return box ? text('faceplate.ports', { count: box.items.length }) : null
    },
    draw: (value) => {
      const box = boxOf(value)
      return (
        <FaceplateTiny
          ports={box?.items ?? null}
          total={boxSize(box?.items.length ?? 0)}
          mine={box?.mine ?? undefined}
        />
      )
    },
  },
}

/** "Javier Carrasco Ruiz" → "J. Carrasco". */
function shortName(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/)
  return second ? `${first.charAt(0)}. ${second}` : first
}
