import { Fragment } from 'react'
import { text } from '../../ui/text.ts'
import type { Hit } from './recent.ts'
import styles from './search.module.css'

export const optionId = (index: number): string => `encontrado-${index}`

interface SearchResultsProps {
  typed: string
  waiting: boolean
  problem: string | null
  records: readonly Hit[]
  active: number
  hover: (index: number) => void
  open: (found: Hit) => void
}

/** Kinds identified by a name, not by a code. */
const named: ReadonlySet<Hit['kind']> = new Set(['screen', 'person'])

/** States of the search: hint or recent records, no results, error, results by kind. */
export function SearchResults({ typed, waiting, problem, records, active, hover, open }: SearchResultsProps) {
  const count = typed === '' ? '' : text('search.count', { count: records.length })
  return (
    <>
      <p className="hidden-visually" role="status">
        {waiting ? '' : count}
      </p>
      {records.length === 0 && <Nothing typed={typed} waiting={waiting} problem={problem} />}
      <div
        className={styles.results}
        id="encontrado"
        role="listbox"
        aria-label={text('search.title')}
        data-waiting={waiting || undefined}
      >
        {records.map((found, index) => (
          <Fragment key={found.route}>
            {heading(typed, records, index)}
            <div
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={`${styles.option} phone-size-l`}
              onMouseMove={() => hover(index)}
              onClick={() => open(found)}
              ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            >
              <span className={named.has(found.kind) ? styles.name : 'code'}>{found.code}</span>
              <span className={styles.title}>{found.title}</span>
            </div>
          </Fragment>
        ))}
      </div>
      <p className={`${styles.keys} flex middle gap-6 rigid small ink-3 line-top p-8-16`} aria-hidden>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {text('search.keys.move')} <kbd>↵</kbd> {text('search.keys.open')} <kbd>Esc</kbd>{' '}
        {text('search.keys.close')}
      </p>
    </>
  )
}

/** Results are grouped by kind; the heading stands above the first of each kind. */
function heading(typed: string, records: readonly Hit[], index: number) {
  const label = typed === '' ? 'search.recent' : `search.kind.${records[index]?.kind}`
  const first = index === 0 || (typed !== '' && records[index - 1]?.kind !== records[index]?.kind)
  return first ? (
    <p className={styles.kind} role="presentation">
      {text(label)}
    </p>
  ) : null
}

function Nothing({ typed, waiting, problem }: { typed: string; waiting: boolean; problem: string | null }) {
  if (problem !== null)
    return (
      <p className={styles.nothing} role="alert">
        {problem}
      </p>
    )
  if (waiting) return <div className={styles.skeleton} />
  if (typed === '') return <p className={styles.nothing}>{text('search.hint')}</p>
  return (
    <p className={styles.nothing}>
      <strong className="ink-1">{text('search.none', { text: typed })}</strong> {text('search.none.text')}
    </p>
  )
}
