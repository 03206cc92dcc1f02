import type { Limits } from '@hilo/domain/optics.ts'
import { useId } from 'react'
import { formatNumber } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import css from './power.module.css'
import { powerVerdict, scale, scaleX } from './power-words.ts'

const top = 30
const height = 18

/** Limits, value and distance on a scale: hatched is out of range, dotted is marginal, solid is good. */
export function PowerScale({ dbm, limits }: { dbm: number | null; limits: Limits }) {
  const id = useId()
  const found = dbm === null ? null : powerVerdict(dbm, limits)
  const at = found?.limit ?? limits.good
  const [low, good] = [scaleX(limits.low, limits), scaleX(limits.good, limits)]
  const mark = at === limits.high ? scale.broken + 8 : scaleX(at, limits)
  const name = text(
    at === limits.good ? 'tech.power.limit' : at === limits.low ? 'tech.power.least' : 'tech.power.most',
    {
      value: formatNumber(at),
    },
  )
  // The label stands on the side without the value.
  const left = dbm === null || scaleX(dbm, limits) >= mark || at === limits.high
  const words = {
    x: left ? mark - 8 : mark + 8,
    y: 20,
    className: css.limitText,
    style: { textAnchor: left ? ('end' as const) : ('start' as const) },
  }
  return (
    <svg className={css.scale} viewBox={`0 0 ${scale.width} 76`} data-level={found?.level} aria-hidden="true">
      <Patterns id={id} />
      <clipPath id={`${id}c`}>
        <rect y={top} width={scale.width} height={height} rx={9} />
      </clipPath>
      <g clipPath={`url(#${id}c)`}>
        <rect className="fill-success" x={good} y={top} width={scale.broken - good} height={height} />
        <rect fill={`url(#${id}h)`} y={top} width={low} height={height} />
        <rect fill={`url(#${id}d)`} x={low} y={top} width={good - low} height={height} />
        <rect fill={`url(#${id}h)`} x={scale.broken} y={top} width={scale.width - scale.broken} height={height} />
        <path className={css.cutOut} d={`M${scale.broken - 1} ${top + height}l4-18m3 18 4-18`} />
      </g>
      <Grades limits={limits} but={at} />
      <path className={css.limit} d={`M${mark} 14V${top + height + 7}`} />
      <text {...words}>{name}</text>
      {dbm !== null && <Needle x={scaleX(dbm, limits)} from={mark} />}
    </svg>
  )
}

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}h`} width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">
        <rect className="fill-danger-soft" width="9" height="9" />
        <path className={css.stripe} d="M2 0V9" />
      </pattern>
      <pattern id={`${id}d`} width="6.6" height="6.6" patternUnits="userSpaceOnUse">
        <rect className="fill-warning-soft" width="6.6" height="6.6" />
        <circle className={css.dot} cx="3.3" cy="3.3" r="1.5" />
      </pattern>
    </defs>
  )
}

function Grades({ limits, but }: { limits: Limits; but: number }) {
  const marks = [limits.low, limits.good, limits.good + 2].filter((value) => value !== but)
  return (
    <>
      {marks.map((value) => (
        <path key={value} className={css.grade} d={`M${scaleX(value, limits)} ${top + height}v6`} />
      ))}
      {marks.map((value) => (
        <text key={value} x={scaleX(value, limits)} y={top + height + 20}>
          {formatNumber(value)}
        </text>
      ))}
      {but !== limits.high && (
        <text x={scale.broken + 2} y={top + height + 20}>
          {formatNumber(limits.high)}
        </text>
      )}
    </>
  )
}

/** Marker of the value, with an arrow to the limit if there is room. */
function Needle({ x, from }: { x: number; from: number }) {
  const way = x > from ? 1 : -1
  const [a, b] = [from + way * 4, x - way * 4]
  const point = (tip: number, back: number) => `M${tip + back * 6} 17L${tip} 22L${tip + back * 6} 27`
  return (
    <>
      {Math.abs(x - from) > 22 && (
        <path className={`${css.gap} fill-none`} d={`M${a} 22H${b}${point(a, way)}${point(b, -way)}`} />
      )}
      <path className={css.needle} d={`M${x - 8.5} 11h17l-6.4 10v31h-4.2V21Z`} />
    </>
  )
}
