import { formatNumber } from '../format.ts'
import { Shape } from '../shapes/Shape.tsx'
import { text } from '../text.ts'
import styles from './load.module.css'

/** What looks wrong about the cells of one column, though they are taken. */
export interface LoadWarning {
  column: string
  code: string
  message: string
  count: number
  lines: readonly number[]
}

/** Lines that are named; the file with the results has all of them. */
const most = 8

function Lines({ lines, count }: Pick<LoadWarning, 'lines' | 'count'>) {
  if (lines.length === 0) return null
  const shown = lines.slice(0, most).map((line) => formatNumber(line))
  const more = count > shown.length ? '…' : ''
  return (
    <small>
      {text(count === 1 ? 'load.warnings.line' : 'load.warnings.lines', { lines: shown.join(', ') + more })}
    </small>
  )
}

/** Warnings by column, of the whole file. */
export function LoadWarnings({ warnings }: { warnings: readonly LoadWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section className={styles.warnings} aria-label={text('load.warnings.title')}>
      <h3>{text('load.warnings.title')}</h3>
      <ul>
        {warnings.map(({ column, code, message, count, lines }) => (
          <li key={`${column} ${code}`}>
            <Shape kind="triangle" tone="warning" size={12} />
            <span>{message}</span>
            <Lines lines={lines} count={count} />
          </li>
        ))}
      </ul>
    </section>
  )
}
