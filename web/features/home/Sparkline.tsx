import styles from './home.module.css'

const [width, height] = [62, 22]
const edge = 3

/** Trend line with a mark at the current value. Days without a value are skipped. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
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
