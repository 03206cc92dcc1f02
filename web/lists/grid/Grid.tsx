import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { visibleColumns, type Shown } from '../columns/config.ts'
import type { RowStore, Sort } from '../data/row-store.ts'
import type { AnyColumn, Row } from '../define.ts'
import { compileColumn } from '../registry/compile.ts'
import type { ListenerName } from '../registry/names.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { moveFocus, type Focus } from './keys.ts'
import { layoutOf } from './layout.ts'
import { useWindow } from './use-window.ts'

export interface GridProps {
  /** First part of the text keys. */
  name: string
  label: string
  store: RowStore
  waiting: boolean
  columns: readonly Shown[]
  rowHeight: number
  sort: Sort
  open: number | null
  onOpen: (id: number | null, how: 'push' | 'replace') => void
  onSort: (field: string) => void
  onResize: (id: string, width: number) => void
  onListener: (listeners: readonly ListenerName[], column: AnyColumn, record: Row, text: string | null) => void
  onRange: (first: number, last: number) => void
}
const headHeight = 31

function indexOf(target: EventTarget, attribute: 'index' | 'col'): number {
  const element = target instanceof Element ? target.closest(`[data-${attribute}]`) : null
  return Number(element?.getAttribute(`data-${attribute}`) ?? Number.NaN)
}

/** A minute hand: relative times and "today" in the cells are written anew once a minute. */
function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / 60_000))
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / 60_000)), 20_000)
    return () => clearInterval(timer)
  }, [])
  return minute
}

/** The windowed table: draws the rows in view, whatever the number of rows behind. */
export function Grid(props: GridProps) {
  const { store, columns, rowHeight, open, onOpen, onListener, onRange } = props
  const scroller = useRef<HTMLDivElement>(null)
  const count = store.total ?? 24
  const [widths, setWidths] = useState<Partial<Record<string, number>>>({})
  const visible = useMemo(() => visibleColumns(columns), [columns])
  const drawnColumns = useMemo(() => visible.map(compileColumn), [visible])
  const layout = useMemo(() => layoutOf(visible, widths), [visible, widths])
  const onShow = useCallback(
    (first: number, last: number) => {
      store.show(first, last)
      onRange(first, last)
    },
    [store, onRange],
  )
  const { drawn, height, rowsInView, reveal, reset } = useWindow({ scroller, count, rowHeight, headHeight, onShow })
  const [focus, setFocus] = useState<Focus>({ row: 0, column: -1 })
  const focusInside = useRef(false)
  const wanted = useRef(false)

  useEffect(() => {
    reset()
    setFocus({ row: 0, column: -1 })
    // Only another store is another list: a changed count keeps the place.
  }, [store])

  // The focus follows the active row, and waits on the grid itself while that row is not drawn.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (wanted.current) {
      const row = element.querySelector<HTMLElement>(`[data-index="${focus.row}"]`)
      const target = focus.column < 0 ? row : row?.querySelector<HTMLElement>(`[data-col="${focus.column}"]`)
      if (target) wanted.current = false
      target?.focus({ preventScroll: focus.column < 0 })
    } else if (focusInside.current && !element.contains(document.activeElement)) element.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.altKey ||
      event.metaKey ||
      event.ctrlKey ||
      (event.target instanceof Element && event.target.closest('.hl-head'))
    )
      return
    const record = store.row(focus.row)
    if (event.key === 'Enter' && record) {
      const column = focus.column < 0 ? undefined : drawnColumns[focus.column]
      if (column?.listeners.length) onListener(column.listeners, column.column, record, column.text(record))
      else onOpen(record.id, open === null ? 'push' : 'replace')
    } else if (event.key === 'Escape' && open !== null) onOpen(null, 'push')
    else {
      const next = moveFocus(event.key, focus, { rows: count, columns: drawnColumns.length, page: rowsInView - 1 })
      if (!next) return
      wanted.current = true
      setFocus(next)
      reveal(next.row)
      const moved = store.row(next.row)
      if (open !== null && moved && next.row !== focus.row) onOpen(moved.id, 'replace')
    }
    event.preventDefault()
  }

  const onClick = (event: MouseEvent) => {
    const row = indexOf(event.target, 'index')
    const record = Number.isNaN(row) ? undefined : store.row(row)
    if (!record || window.getSelection()?.type === 'Range') return
    const column = drawnColumns[indexOf(event.target, 'col')]
    setFocus({ row, column: -1 })
    if (column && column.listeners.length > 0 && column.value(record) != null)
      onListener(column.listeners, column.column, record, column.text(record))
    else onOpen(record.id === open ? null : record.id, open === null || record.id === open ? 'push' : 'replace')
  }

  const onResize = (id: string, width: number, done: boolean) => {
    setWidths(done ? {} : { [id]: width })
    if (done) props.onResize(id, width)
  }
  const epoch = useMinute()
  const rows = Array.from(
    { length: Math.max(0, Math.min(drawn.last, count - 1) - drawn.first + 1) },
    (_, at) => drawn.first + at,
  )
  const activeDrawn = focus.row >= drawn.first && focus.row <= drawn.last
  return (
    <div
      ref={scroller}
      role="grid"
      className={`hl-grid${props.waiting ? ' hl-waiting' : ''}`}
      aria-label={props.label}
      aria-rowcount={store.total === null ? -1 : count + 1}
      aria-colcount={drawnColumns.length}
      aria-busy={store.loading || props.waiting}
      tabIndex={activeDrawn ? -1 : 0}
      style={{ ['--hl-cols' as string]: layout.tracks, ['--hl-row' as string]: `${rowHeight}px` }}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={() => (focusInside.current = true)}
      onBlur={(event) => (focusInside.current = event.currentTarget.contains(event.relatedTarget))}
    >
      <div className="hl-sheet" style={{ minWidth: layout.width }}>
        <GridHead
          name={props.name}
          columns={drawnColumns}
          sticky={layout.sticky}
          sort={props.sort}
          onSort={props.onSort}
          onResize={onResize}
        />
        <div className="hl-body" style={{ height }}>
          <div role="rowgroup" style={{ transform: `translateY(${drawn.y}px)` }}>
            {rows.map((index) => {
              const record = store.row(index)
              const active = index === focus.row
              return (
                <GridRow
                  key={index}
                  index={index}
                  record={record}
                  columns={drawnColumns}
                  sticky={layout.sticky}
                  active={active}
                  activeColumn={active ? focus.column : -1}
                  selected={record !== undefined && record.id === open}
                  epoch={epoch}
                />
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}
