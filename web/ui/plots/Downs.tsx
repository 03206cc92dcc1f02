import type { DownCause } from '@hilo/domain/diagnosis.ts'
import { formatDateTime } from '../format.ts'
import { text } from '../text.ts'
import { bottom, height, right, top, type Frame } from './power-frame.ts'
import styles from './power-plot.module.css'

/** An outage. */
export interface Down {
  at: string
  up_at: string | null
  cause: DownCause
}
/** Explained by the customer's own power, as the diagnosis counts it. */
export const isOff = ({ cause }: Pick<Down, 'cause'>) => cause === 'dying_gasp'

/** One outage, open-ended where it still lasts; grey with a ring where the ONT lost its power. */
function Outage({ frame: { scale, x, width }, down: { at, up_at, cause } }: { frame: Frame; down: Down }) {
  const from = x(Math.max(scale.from, Date.parse(at)))
  const to = up_at === null ? width - right : x(Date.parse(up_at))
  const foot = height - bottom
  return (
    <g data-cause={isOff({ cause }) ? 'customer' : 'line'} className={styles.down}>
      <rect x={from} y={top} width={Math.max(2, to - from)} height={foot - top} />
      <path className="fill-none" d={`M${from} ${top}V${foot - 6}`} />
      {isOff({ cause }) ? <circle cx={from} cy={foot} r={4} /> : <path d={`M${from} ${foot - 6}l6 6-6 6-6-6z`} />}
    </g>
  )
}

/** Outages, and over all of them since when the line is dark. */
export function Downs({ frame, downs }: { frame: Frame; downs: readonly Down[] }) {
  const { scale, x, width } = frame
  const open = downs.find(({ up_at }) => up_at === null)
  return (
    <>
      {downs
        .filter(({ up_at }) => up_at === null || Date.parse(up_at) > scale.from)
        .map((down) => (
          <Outage key={down.at} frame={frame} down={down} />
        ))}
      {open && (
        <text
          className={`${styles.cutName} semibold anchor-end`}
          data-cause={isOff(open) ? 'customer' : 'line'}
          x={Math.min(x(Math.max(scale.from, Date.parse(open.at))) - 8, width - right)}
          y={(top + height - bottom) / 2}
        >
          {text('plot.power.darkSince', { when: formatDateTime(open.at) })}
        </text>
      )}
    </>
  )
}
