import { useState, type ReactNode } from 'react'
import { formatNumber } from '../format.ts'
import { Segments } from '../Segments.tsx'
import { Shape } from '../shapes/Shape.tsx'
import { text } from '../text.ts'
import styles from './load.module.css'

/** What became of one row of a file. */
export interface ResultRow {
  line: number
  ok: boolean
  code: string
  message: string
  /** Taken, and something about it looks wrong. */
  warned?: boolean | undefined
  /** What is kept of it by column, or its cells where it is refused. */
  values?: Readonly<Record<string, string>> | undefined
}

/** A column of the file: its name in `values`, and how the file calls it. */
interface ResultColumn {
  name: string
  head: string
}

interface RowResultsProps {
  rows: readonly ResultRow[]
  counts: { total: number; ok: number; error: number }
  /** Columns whose values are shown beside each result. */
  columns?: readonly ResultColumn[]
  /** A message in the words of whoever made the file. */
  say?: (message: string) => string
  /** Buttons: the file with all results, another file. */
  children?: ReactNode
}

const page = 50
type Shown = 'all' | 'error' | 'warned' | 'ok'

const isShown = ({ ok, warned = false }: ResultRow, shown: Shown) =>
  shown === 'all' || (shown === 'warned' ? ok && warned : ok === (shown === 'ok'))
/** Rows with an error first, then those with a warning. */
const rank = ({ ok, warned = false }: ResultRow) => (ok ? (warned ? 1 : 2) : 0)

/** How a code is told: what was done, or that it was refused. */
function Outcome({ ok, code, warned = false }: ResultRow) {
  const doubt = ok && code === 'UNCHANGED'
  return (
    <span className={styles.outcome}>
      {ok && warned ? (
        <Shape kind="triangle" tone="warning" />
      ) : (
        <Shape
          kind={ok ? (doubt ? 'ring' : 'check') : 'diamond'}
          tone={ok ? (doubt ? 'medium' : 'success') : 'danger'}
        />
      )}
      {text(ok ? `load.code.${code}` : 'load.code.refused')}
    </span>
  )
}

function Figures({ total, ok, error }: RowResultsProps['counts']) {
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{text('load.rows.total')}</dt>
        <dd>{formatNumber(total)}</dd>
      </div>
      <div>
        <dt>
          <Shape kind="check" tone="success" /> {text('load.rows.ok')}
        </dt>
        <dd>{formatNumber(ok)}</dd>
      </div>
      <div data-alarm={error > 0 || undefined}>
        <dt>
          <Shape kind={error > 0 ? 'diamond' : 'ring'} tone={error > 0 ? 'danger' : 'medium'} />{' '}
          {text('load.rows.error')}
        </dt>
        <dd>{formatNumber(error)}</dd>
      </div>
    </dl>
  )
}

interface RowsProps {
  rows: readonly ResultRow[]
  columns: readonly ResultColumn[]
  say: (message: string) => string
}

function Rows({ rows, columns, say }: RowsProps) {
  return (
    <div
      className={styles.rows}
      data-wide={columns.length > 0 || undefined}
      {...(columns.length > 0 && { role: 'group', tabIndex: 0, 'aria-label': text('load.values') })}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{text('load.line')}</th>
            <th scope="col">{text('load.outcome')}</th>
            <th scope="col">{text('load.message')}</th>
            {columns.map(({ name, head }) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} data-error={!row.ok || undefined}>
              <td>{formatNumber(row.line)}</td>
              <td>
                <Outcome {...row} />
              </td>
              <td>
                {say(row.message)}
                {!row.ok && <small className="code">{row.code}</small>}
              </td>
              {columns.map(({ name, head }) => (
                <td key={name} data-head={head} data-empty={!row.values?.[name] || undefined}>
                  {row.values?.[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PagesProps {
  from: number
  /** Rows in sight, and of how many. */
  seen: number
  of: number
  /** Not all rows are here. */
  more: boolean
  go: (from: number) => void
}

function Pages({ from, seen, of, more, go }: PagesProps) {
  return (
    <footer className={styles.pages}>
      <span>
        {text('load.shown', {
          from: formatNumber(seen === 0 ? 0 : from + 1),
          to: formatNumber(from + seen),
          of: formatNumber(of),
        })}
        {more && ` ${text('load.rest')}`}
      </span>
      {of > page && (
        <>
          <button
            type="button"
            className="hl-button hl-small"
            aria-disabled={from === 0}
            onClick={() => go(Math.max(0, from - page))}
          >
            {text('load.before')}
          </button>
          <button
            type="button"
            className="hl-button hl-small"
            aria-disabled={from + page >= of}
            onClick={() => from + page < of && go(from + page)}
          >
            {text('load.after')}
          </button>
        </>
      )}
    </footer>
  )
}

/** Row by row what became of a file: those with an error first, a page at a time. */
export function RowResults({ rows, counts, columns = [], say = (message) => message, children }: RowResultsProps) {
  const [shown, setShown] = useState<Shown>(counts.error > 0 ? 'error' : 'all')
  const [from, setFrom] = useState(0)
  const chosen = rows.filter((row) => isShown(row, shown)).toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
  const seen = chosen.slice(from, from + page)
  const warned = rows.some((row) => isShown(row, 'warned'))
  const choices: Shown[] = warned ? ['error', 'warned', 'ok', 'all'] : ['error', 'ok', 'all']
  return (
    <div className={styles.results}>
      <Figures {...counts} />
      <div className={styles.bar}>
        <Segments<Shown>
          label={text('load.show')}
          options={choices.map((value) => ({ value, text: text(`load.show.${value}`) }))}
          value={shown}
          onChange={(value) => {
            setShown(value)
            setFrom(0)
          }}
        />
        {children}
      </div>
      {seen.length === 0 ? (
        <p className={styles.none}>{text(shown === 'error' ? 'load.none.error' : 'load.none')}</p>
      ) : (
        <Rows rows={seen} columns={columns} say={say} />
      )}
      <Pages from={from} seen={seen.length} of={chosen.length} more={rows.length < counts.total} go={setFrom} />
    </div>
  )
}
