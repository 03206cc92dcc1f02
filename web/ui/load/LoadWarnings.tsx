import { formatNumber } from '../format.ts'
import { Shape } from '../shapes/Shape.tsx'
import { text } from '../text.ts'
import styles from './load.module.css'

/** Suspicious cells of one column, which are accepted nevertheless. */
interface LoadWarning {
  column: string
  code: string
  message: string
  count: number
  lines: readonly number[]
}

/** Maximum number of line numbers listed; the results file has all of them. */
const most = 8

function Lines({ lines, count }: Pick<LoadWarning, 'lines' | 'count'>) {
  if (lines.length === 0) return null
  const shown = lines.slice(0, most).map((line) => formatNumber(line))
  const more = count > shown.length ? '…' : ''
  return (
    <small className="lines-xs ink-2 column-2">
      {text(count === 1 ? 'load.warnings.line' : 'load.warnings.lines', { lines: shown.join(', ') + more })}
    </small>
  )
}

/** Warnings of the whole file, by column. */
export function LoadWarnings({ warnings }: { warnings: readonly LoadWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section className={`edge grid gap-8 padded ${styles.warnings}`} aria-label={text('load.warnings.title')}>
      <h3>{text('load.warnings.title')}</h3>
      <ul className="grid gap-6 scroll">
        {warnings.map(({ column, code, message, count, lines }) => (
          <li className="grid baseline" key={`${column} ${code}`}>
            <Shape kind="triangle" tone="warning" size={12} />
            <span>{message}</span>
            <Lines lines={lines} count={count} />
          </li>
        ))}
      </ul>
    </section>
  )
}
