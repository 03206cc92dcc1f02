import { actions, type Action } from '@hilo/domain/privilege.ts'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Press } from '../../kit/Button.tsx'
import { Icon } from '../../lists/icons.tsx'
import type { Signal } from '../../lists/signal.ts'
import { text } from '../../ui/text.ts'
import {
  allRows,
  isChoice,
  toggled,
  withCells,
  type Bar,
  type Grant,
  type Grants,
  type MatrixRow,
  type Section,
} from './matrix.ts'
import { moveInGrid } from './matrix-keys.ts'
import { rowText } from './role-words.ts'
import styles from './matrix.module.css'

interface MatrixProps {
  sections: readonly Section[]
  granted: Grants
  saved: Grants
  bar: (grant: Grant) => Bar
  /** Role to compare with, marked in each cell. */
  other: Grants | null
  readOnly: boolean
  /** Expanded rows: those with differences or search hits. */
  open: (row: MatrixRow) => boolean
  onChange: (granted: Set<Grant>) => void
  /** Hovered or focused cell. */
  hinted: Signal<Grant | null>
}

const hasParts = (row: MatrixRow) =>
  row.part === null && allRows.some(({ area, part }) => area === row.area && part !== null)

/** Checkbox state of several cells: checked, unchecked or indeterminate. */
function whole(cells: readonly Grant[], granted: Grants): boolean | 'mixed' {
  const on = cells.filter((cell) => granted.has(cell)).length
  return on === 0 ? false : on === cells.length ? true : 'mixed'
}

interface RowProps extends MatrixProps {
  row: MatrixRow
  unfolded: boolean
  onFold: (() => void) | null
}

function Cell({ row, action, ...props }: RowProps & { action: Action }) {
  const { granted, saved, bar, other, readOnly, onChange } = props
  const grant = row.cells[action]
  const why = bar(grant)
  const on = granted.has(grant)
  if (why === 'beyond' || why === 'unused')
    return (
      <td data-grant={grant} className="ink-3" title={text(`roles.bar.${why}`)}>
        –
      </td>
    )
  const change = on === saved.has(grant) ? undefined : on ? 'added' : 'removed'
  const compared = other === null ? undefined : other.has(grant) === on ? 'same' : other.has(grant) ? 'has' : 'lacks'
  return (
    <td data-grant={grant} data-change={change} data-other={compared}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`${rowText(row)}: ${text(`privilege.action.${action}`)}`}
        aria-disabled={readOnly || why !== null || undefined}
        data-lacking={why !== null || undefined}
        checked={on}
        onChange={() => {
          if (!readOnly && why === null) onChange(withCells(granted, [grant], !on, bar))
        }}
      />
    </td>
  )
}

function Row(props: RowProps) {
  const { row, granted, bar, readOnly, unfolded, onFold, onChange } = props
  const cells = actions.map((action) => row.cells[action]).filter((cell) => isChoice(bar(cell)))
  const all = whole(cells, granted)
  const locked = readOnly || cells.every((cell) => bar(cell) !== null)
  return (
    <tr
      data-part={row.part !== null || undefined}
      data-head={row.head || undefined}
      data-beyond={cells.length === 0 || undefined}
    >
      <th scope="row">
        {onFold ? (
          <Press aria-expanded={unfolded} onClick={onFold}>
            {rowText(row)}
            <Icon name="down" size={14} />
          </Press>
        ) : (
          rowText(row)
        )}
      </th>
      {cells.length === 0 ? (
        <td colSpan={5} className={`ink-3 ${styles.beyond}`}>
          {text('roles.bar.beyond')}
        </td>
      ) : (
        <>
          {actions.map((action) => (
            <Cell key={action} action={action} {...props} />
          ))}
          <td className="line-left phone-hidden">
            {cells.length <= 1 ? (
              <span className="ink-3" aria-hidden>
                –
              </span>
            ) : (
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={text('roles.all', { row: rowText(row) })}
                aria-disabled={locked || undefined}
                checked={all === true}
                ref={(box) => {
                  if (box) box.indeterminate = all === 'mixed'
                }}
                onChange={() => !locked && onChange(toggled(granted, cells, bar))}
              />
            )}
          </td>
        </>
      )}
    </tr>
  )
}

function Head({ sections, granted, bar, readOnly, onChange }: MatrixProps) {
  const column = (action: Action) =>
    sections.flatMap(({ rows }) => rows.map((row) => row.cells[action])).filter((cell) => isChoice(bar(cell)))
  return (
    <thead>
      <tr>
        <th scope="col">{text('roles.csv.privilege')}</th>
        {actions.map((action) => (
          <th key={action} scope="col">
            {readOnly ? (
              text(`privilege.action.${action}`)
            ) : (
              <Press
                title={text('roles.column', { action: text(`privilege.action.${action}`) })}
                onClick={() => onChange(toggled(granted, column(action), bar))}
              >
                {text(`privilege.action.${action}`)}
              </Press>
            )}
          </th>
        ))}
        <th scope="col" className="phone-hidden">
          {text('roles.all.head')}
        </th>
      </tr>
    </thead>
  )
}

/** Nearest scrolling ancestor, the root of the intersection observer. */
function scrollerOf(element: Element): Element | null {
  const parent = element.parentElement
  if (!parent) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollerOf(parent)
}

/** Renders a section when it comes near the viewport. */
function Near({ section, rows, children }: { section: string; rows: number; children: ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const height = useRef(33 + rows * 31)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = body.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A section with the focus stays rendered.
        if (!entry || element.contains(document.activeElement)) return
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
          height.current = entry.boundingClientRect.height
        setNear(entry.isIntersecting)
      },
      { root: scrollerOf(element), rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <tbody ref={body} data-section={section}>
      {near ? (
        children
      ) : (
        <tr className={styles.section}>
          <td colSpan={6} style={{ height: height.current }} />
        </tr>
      )}
    </tbody>
  )
}

const grantAt = (target: EventTarget) =>
  target instanceof Element ? (target.closest('[data-grant]')?.getAttribute('data-grant') ?? null) : null

function SectionHead({ section, granted, all }: { section: Section['key']; granted: number; all: number }) {
  return (
    <tr className={styles.section}>
      <th className="line-bottom text-left semibold text-s" scope="rowgroup" colSpan={6}>
        {text(`privilege.section.${section}`)}
        <span className="text-xs ink-3 normal">{text('roles.count', { granted, all })}</span>
      </th>
    </tr>
  )
}

/** Privileges of a role: areas and sub-items by action. One tab stop; arrow keys move between cells. */
export function Matrix(props: MatrixProps) {
  const { sections, granted, bar, open, hinted } = props
  const table = useRef<HTMLTableElement>(null)
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const unfolded = (row: MatrixRow) => folds.get(row.area) ?? open(row)
  const counts = useMemo(
    () =>
      sections.map(({ rows }) => {
        const cells = rows.flatMap(({ cells: of }) => Object.values(of)).filter((cell) => isChoice(bar(cell)))
        return { granted: cells.filter((cell) => granted.has(cell)).length, all: cells.length }
      }),
    [sections, granted, bar],
  )
  useLayoutEffect(() => {
    // Exactly one checkbox is the tab stop, whichever rows are shown.
    if (!table.current?.querySelector('input[tabindex="0"]'))
      table.current?.querySelector('input')?.setAttribute('tabindex', '0')
  })
  const point = ({ target }: MouseEvent | FocusEvent) => hinted.set(grantAt(target))
  return (
    <table
      ref={table}
      className={`small ${styles.matrix}`}
      role="grid"
      aria-label={text('roles.matrix')}
      aria-readonly={props.readOnly}
      onKeyDown={(event) => moveInGrid(event, table.current)}
      onFocus={(event) => {
        point(event)
        // The last focused cell is the tab stop.
        for (const one of table.current?.querySelectorAll('input[tabindex="0"]') ?? [])
          one.setAttribute('tabindex', '-1')
        if (event.target instanceof HTMLInputElement) event.target.tabIndex = 0
      }}
      onMouseOver={point}
      onMouseLeave={() => hinted.set(null)}
    >
      <Head {...props} />
      {sections.map(({ key, rows }, at) => (
        <Near key={key} section={key} rows={rows.length}>
          <SectionHead section={key} granted={counts[at]?.granted ?? 0} all={counts[at]?.all ?? 0} />
          {rows.map((row) =>
            row.part !== null && !unfolded(row) ? null : (
              <Row
                key={row.id}
                {...props}
                row={row}
                unfolded={unfolded(row)}
                onFold={hasParts(row) ? () => setFolds((now) => new Map(now).set(row.area, !unfolded(row))) : null}
              />
            ),
          )}
        </Near>
      ))}
    </table>
  )
}
