import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { visibleColumns, type Shown } from '../columns/config.ts'
import type { RowStore, Sort } from '../data/row-store.ts'
import type { AnyColumn, Row } from '../define.ts'
import { compileColumn, type Drawn } from '../registry/compile.ts'
import type { ListenerName } from '../registry/names.ts'
import { allOf, type Selection } from '../select/use-selection.ts'
import { useMinute } from '../use-minute.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { moveFocus, type Focus } from './keys.ts'
import { chooseWidth, layoutOf, type Layout } from './layout.ts'
import { useAnchor } from './use-anchor.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useWindow, type RowWindow } from './use-window.ts'

type Open = (id: number | null, how: 'push' | 'replace') => void

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
  onOpen: Open
  onSort: (field: string) => void
  onResize: (id: string, width: number) => void
  onListener: (
    listeners: readonly ListenerName[],
    column: AnyColumn,
    record: Row,
    text: string | null,
    open: () => void,
  ) => void
  onRange: (first: number, last: number) => void
  /** Null where rows cannot be chosen. */
  selection: Selection | null
  /** Name of the box that chooses a row. */
  chooseLabel: (record: Row) => string
}
const headHeight = 31

function indexOf(target: EventTarget, attribute: 'index' | 'col'): number {
  const element = target instanceof Element ? target.closest(`[data-${attribute}]`) : null
  return Number(element?.getAttribute(`data-${attribute}`) ?? Number.NaN)
}

const isHead = (target: EventTarget) => target instanceof Element && target.closest('.hl-head') !== null

const isChoose = (target: EventTarget) => target instanceof Element && target.closest('[data-choose]') !== null

interface ActProps extends Pick<GridProps, 'store' | 'open' | 'onOpen' | 'onListener' | 'selection'> {
  drawn: readonly Drawn[]
  count: number
  page: number
  focus: Focus
  moveTo: (focus: Focus, take: boolean) => void
  reveal: (row: number) => void
}

/** What keys and presses do. */
function useActs(props: ActProps) {
  const { store, open, onOpen, onListener, selection, drawn, count, page, focus, moveTo, reveal } = props
  /** A press on a value runs its column's listeners; elsewhere it opens the row, or closes it again. */
  const act = (record: Row, column: Drawn | undefined, again: 'close' | 'keep') => {
    const toOpen = () => onOpen(record.id, open === null ? 'push' : 'replace')
    if (column && column.listeners.length > 0 && column.value(record) != null)
      onListener(column.listeners, column.column, record, column.text(record), toOpen)
    else if (record.id === open && again === 'close') onOpen(null, 'push')
    else toOpen()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey || isHead(event.target)) return
    const record = store.row(focus.row)
    if (event.key === 'Enter' && record) act(record, drawn[focus.column], 'keep')
    else if (event.key === ' ' && selection) selection.press(focus.row, event.shiftKey)
    else if (event.key === 'Escape' && open !== null) onOpen(null, 'push')
    else if (event.key === 'Escape' && selection && selection.ids.size > 0) selection.clear()
    else {
      const next = moveFocus(event.key, focus, { rows: count, columns: drawn.length, page })
      if (!next) return
      moveTo(next, true)
      reveal(next.row)
      const moved = store.row(next.row)
      if (open !== null && moved && next.row !== focus.row) onOpen(moved.id, 'replace')
    }
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const row = indexOf(event.target, 'index')
    const record = Number.isNaN(row) ? undefined : store.row(row)
    if (record && selection && isChoose(event.target)) {
      moveTo({ row, column: -1 }, true)
      return selection.press(row, event.shiftKey)
    }
    // Somebody who marks text to copy it does not want the panel.
    if (!record || window.getSelection()?.type === 'Range') return
    moveTo({ row, column: -1 }, false)
    act(record, drawn[indexOf(event.target, 'col')], 'close')
  }
  /** What is cut short is read whole where the pointer rests. */
  const onMouseOver = ({ target }: MouseEvent) => {
    const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('.hl-cell') : null
    if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : ''
  }
  /** A range of rows is no range of text. */
  const onMouseDown = (event: MouseEvent) => {
    if (event.shiftKey && isChoose(event.target)) event.preventDefault()
  }
  return { onKeyDown, onClick, onMouseDown, onMouseOver }
}

interface RowsProps extends Pick<GridProps, 'store' | 'open' | 'selection' | 'chooseLabel'> {
  count: number
  window: RowWindow
  columns: readonly Drawn[]
  layout: Layout
  focus: Focus
}

function Rows({ store, count, window, columns, layout, focus, open, selection, chooseLabel }: RowsProps) {
  const { first, last, y } = window
  const epoch = useMinute()
  const length = Math.max(0, Math.min(last, count - 1) - first + 1)
  return (
    <div role="rowgroup" style={{ transform: `translateY(${y}px)` }}>
      {Array.from({ length }, (_, at) => first + at).map((index) => {
        const record = store.row(index)
        const active = index === focus.row
        return (
          <GridRow
            key={index}
            index={index}
            record={record}
            columns={columns}
            sticky={layout.sticky}
            active={active}
            activeColumn={active ? focus.column : -1}
            selected={record !== undefined && record.id === open}
            chosen={selection ? record !== undefined && selection.ids.has(record.id) : undefined}
            label={chooseLabel}
            epoch={epoch}
          />
        )
      })}
    </div>
  )
}

/** Widths while a column is being resized; the list keeps the one it ends with. */
function useLayout(visible: readonly Shown[], lead: number, onDone: (id: string, width: number) => void) {
  const [widths, setWidths] = useState<Partial<Record<string, number>>>({})
  const layout = useMemo(() => layoutOf(visible, widths, lead), [visible, widths, lead])
  const onResize = useCallback(
    (id: string, width: number, done: boolean) => {
      setWidths(done ? {} : { [id]: width })
      if (done) onDone(id, width)
    },
    [onDone],
  )
  return { layout, onResize }
}

/** The windowed table: draws the rows in view, whatever the number of rows behind. */
export function Grid(props: GridProps) {
  const { store, rowHeight, onRange, selection } = props
  const scroller = useRef<HTMLDivElement>(null)
  const count = store.total ?? 24
  const visible = useMemo(() => visibleColumns(props.columns), [props.columns])
  const drawn = useMemo(() => visible.map(compileColumn), [visible])
  const { layout, onResize } = useLayout(visible, selection ? chooseWidth : 0, props.onResize)
  const onShow = useCallback(
    (first: number, last: number) => {
      store.show(first, last)
      onRange(first, last)
    },
    [store, onRange],
  )
  const { drawn: shown, ...rows } = useWindow({ scroller, subject: store, count, rowHeight, headHeight, onShow })
  const { focus, moveTo, handlers } = useGridFocus(scroller, store)
  const hold = (row: number) => moveTo({ ...focus, row }, scroller.current?.contains(document.activeElement) === true)
  useAnchor({ store, focus: focus.row, top: rows.top, onFocus: hold, onMove: rows.moveBy })
  const acts = useActs({ ...props, drawn, count, page: rows.rowsInView - 1, focus, moveTo, reveal: rows.reveal })
  const focusDrawn = focus.row >= shown.first && focus.row <= shown.last
  return (
    <div
      ref={scroller}
      role="grid"
      className={`hl-grid${props.waiting ? ' hl-waiting' : ''}`}
      aria-label={props.label}
      aria-rowcount={store.total === null ? -1 : count + 1}
      aria-colcount={drawn.length + (selection ? 1 : 0)}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={store.loading || props.waiting}
      tabIndex={focusDrawn ? -1 : 0}
      style={{ ['--hl-cols' as string]: layout.tracks, ['--hl-row' as string]: `${rowHeight}px` }}
      {...acts}
      {...handlers}
    >
      <div className="hl-sheet" style={{ minWidth: layout.width }}>
        <GridHead
          name={props.name}
          columns={drawn}
          sticky={layout.sticky}
          sort={props.sort}
          onSort={props.onSort}
          onResize={onResize}
          chosen={selection ? allOf(store, selection.ids) : undefined}
          onChoose={selection?.every}
        />
        <div className="hl-body" style={{ height: rows.height }}>
          <Rows {...props} count={count} window={shown} columns={drawn} layout={layout} focus={focus} />
        </div>
      </div>
    </div>
  )
}
