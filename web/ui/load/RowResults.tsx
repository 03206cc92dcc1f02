import { useState, type ReactNode } from 'react'
import { formatNumber } from '../format.ts'
import { Segments } from '../../kit/Segments.tsx'
import { Shape } from '../shapes/Shape.tsx'
import { text } from '../text.ts'
import { Button } from '../../kit/Button.tsx'
import styles from './load.module.css'

/** Result of one row of a file. */
export interface ResultRow {
  line: number
  ok: boolean
  code: string
  message: string
  /** Each error of a rejected row, with the header of its column; '' for the row as a whole. */
  errors?: readonly { head: string; message: string }[] | undefined
  /** Accepted with a warning. */
  warned?: boolean | undefined
  /** Stored values by column, or the original cells of a rejected row. */
  values?: Readonly<Record<string, string>> | undefined
}

/** A column of the file: its key in `values`, and its header in the file. */
interface ResultColumn {
  name: string
  head: string
}

/** Accepted rows by what was done with them, or would be. */
type Done = Readonly<Record<'created' | 'updated' | 'unchanged', number>>

interface RowResultsProps {
  rows: readonly ResultRow[]
  counts: { total: number; ok: number; error: number; done?: Done }
  /** A dry run: nothing has been done yet. */
  trial?: boolean
  /** Columns whose values are shown beside each result. */
  columns?: readonly ResultColumn[]
  /** Rewrites a message with the file's own headers. */
  say?: (message: string) => string
  /** Buttons: download all results, load another file. */
  children?: ReactNode
}

const page = 50
type Shown = 'all' | 'error' | 'warned' | 'ok'

const isShown = ({ ok, warned = false }: ResultRow, shown: Shown) =>
  shown === 'all' || (shown === 'warned' ? ok && warned : ok === (shown === 'ok'))
/** Rows with an error first, then those with a warning. */
const rank = ({ ok, warned = false }: ResultRow) => (ok ? (warned ? 1 : 2) : 0)

/** Text of a result: what was done or would be, or that the row was rejected. */
function Outcome({ row: { ok, code, warned = false }, trial }: { row: ResultRow; trial: boolean }) {
  const doubt = ok && code === 'UNCHANGED'
  return (
    <span className="inline-flex gap-6 middle nowrap">
      {ok && warned ? (
        <Shape kind="triangle" tone="warning" />
      ) : (
        <Shape
          kind={ok ? (doubt ? 'ring' : 'check') : 'diamond'}
          tone={ok ? (doubt ? 'medium' : 'success') : 'danger'}
        />
      )}
      {text(ok ? `load.${trial ? 'trial' : 'code'}.${code}` : 'load.code.refused')}
    </span>
  )
}

/** What happens with a row, in sentences; the code is for support, and of no use where a cell is wrong. */
function Sentences({
  row: { ok, code, message, errors = [] },
  say,
}: {
  row: ResultRow
  say: (message: string) => string
}) {
  return (
    <>
      {errors.length === 0 && say(message)}
      {errors.length > 0 && (
        <ul className={`grid ${styles.errors}`}>
          {errors.map((error) => (
            <li key={`${error.head} ${error.message}`}>
              {error.head !== '' && <b>«{error.head}»: </b>}
              {error.message}
            </li>
          ))}
        </ul>
      )}
      {!ok && code !== 'VALIDATION' && <small className="block ink-2">{text('load.support', { code })}</small>}
    </>
  )
}

/** The accepted rows by what was done: "2 se crearían, 1 sin cambios". */
function doneText(done: Done, trial: boolean): string {
  const kinds = (['created', 'updated', 'unchanged'] as const).filter((kind) => done[kind] > 0)
  return kinds
    .map((kind) =>
      text(`load.sum.${trial ? 'trial' : 'done'}.${kind}`, { count: done[kind], rows: formatNumber(done[kind]) }),
    )
    .join(', ')
}

function Figures({ total, ok, error, done, trial }: RowResultsProps['counts'] & { trial: boolean }) {
  return (
    <dl className={`edge grid ${styles.figures} thirds`}>
      <div className="p-10-14">
        <dt className="flex gap-6 middle small ink-2">{text('load.rows.total')}</dt>
        <dd className="title text-2xl">{formatNumber(total)}</dd>
      </div>
      <div className="p-10-14">
        <dt className="flex gap-6 middle small ink-2">
          <Shape kind="check" tone="success" /> {text('load.rows.ok')}
        </dt>
        <dd className="title text-2xl">{formatNumber(ok)}</dd>
        {done && ok > 0 && <dd className="small ink-2">{doneText(done, trial)}</dd>}
      </div>
      <div className="p-10-14" data-alarm={error > 0 || undefined}>
        <dt className="flex gap-6 middle small ink-2">
          <Shape kind={error > 0 ? 'diamond' : 'ring'} tone={error > 0 ? 'danger' : 'medium'} />{' '}
          {text('load.rows.error')}
        </dt>
        <dd className="title text-2xl">{formatNumber(error)}</dd>
      </div>
    </dl>
  )
}

interface RowsProps {
  rows: readonly ResultRow[]
  columns: readonly ResultColumn[]
  say: (message: string) => string
  trial: boolean
}

function Rows({ rows, columns, say, trial }: RowsProps) {
  return (
    <div
      className={styles.rows}
      data-wide={columns.length > 0 || undefined}
      {...(columns.length > 0 && { role: 'group', tabIndex: 0, 'aria-label': text('load.values') })}
    >
      <table className="table small">
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
                <Outcome row={row} trial={trial} />
              </td>
              <td>
                <Sentences row={row} say={say} />
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
  /** Number of visible rows, and total. */
  seen: number
  of: number
  /** Some rows are not included. */
  more: boolean
  go: (from: number) => void
}

function Pages({ from, seen, of, more, go }: PagesProps) {
  if (of === 0 && !more) return null
  return (
    <footer className="flex gap-8 wrap middle small ink-2">
      <span className="grow">
        {text('load.shown', {
          from: formatNumber(seen === 0 ? 0 : from + 1),
          to: formatNumber(from + seen),
          of: formatNumber(of),
        })}
        {more && ` ${text('load.rest')}`}
      </span>
      {of > page && (
        <>
          <Button size="small" aria-disabled={from === 0} onClick={() => go(Math.max(0, from - page))}>
            {text('load.before')}
          </Button>
          <Button size="small" aria-disabled={from + page >= of} onClick={() => from + page < of && go(from + page)}>
            {text('load.after')}
          </Button>
        </>
      )}
    </footer>
  )
}

/** Results row by row, errors first, one page at a time. */
export function RowResults({
  rows,
  counts,
  trial = false,
  columns = [],
  say = (message) => message,
  children,
}: RowResultsProps) {
  const [shown, setShown] = useState<Shown>(counts.error > 0 ? 'error' : 'all')
  const [from, setFrom] = useState(0)
  const chosen = rows.filter((row) => isShown(row, shown)).toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
  const seen = chosen.slice(from, from + page)
  const warned = rows.some((row) => isShown(row, 'warned'))
  const choices: Shown[] = warned ? ['error', 'warned', 'ok', 'all'] : ['error', 'ok', 'all']
  return (
    <div className={`grid gap-12 one-column ${styles.results}`}>
      <Figures {...counts} trial={trial} />
      <div className={`flex gap-8 wrap middle ${styles.bar}`}>
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
        <p className={`text-center ink-2 ${styles.none}`}>
          {text(shown === 'error' ? 'load.none.error' : 'load.none')}
        </p>
      ) : (
        <Rows rows={seen} columns={columns} say={say} trial={trial} />
      )}
      <Pages from={from} seen={seen.length} of={chosen.length} more={rows.length < counts.total} go={setFrom} />
    </div>
  )
}
