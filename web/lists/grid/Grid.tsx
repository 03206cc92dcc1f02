import { useCallback, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { visibleColumns, type ShownColumn } from '../columns/config.ts'
import type { RowStore, Sort } from '../data/row-store.ts'
import type { AnyColumn, Row } from '../define.ts'
import { compileColumn, type CompiledColumn } from '../registry/compile.ts'
import type { ListenerName } from '../registry/names.ts'
import { allOf, type Selection } from '../select/use-selection.ts'
import { useWidth } from '../../ui/use-width.ts'
import { useMinute } from '../use-minute.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { moveFocus, type Focus } from './keys.ts'
import { chooseWidth, fitting, layoutOf, type Layout } from './layout.ts'
import { useAnchor } from './use-anchor.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useWindow, type RowWindow } from './use-window.ts'

type Open = (id: number | null, how: 'push' | 'replace') => void

interface GridProps {
  /** First part of the text keys. */
  name: string
  label: string
  store: RowStore
  waiting: boolean
  columns: readonly ShownColumn[]
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
  /** Null where rows cannot be selected. */
  selection: Selection | null
  /** Accessible name of a row's checkbox. */
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
  drawn: readonly CompiledColumn[]
  count: number
  page: number
  focus: Focus
  moveTo: (focus: Focus, take: boolean) => void
  reveal: (row: number) => void
}

/** Keyboard and pointer handlers. */
function useActs(props: ActProps) {
  const { store, open, onOpen, onListener, selection, drawn, count, page, focus, moveTo, reveal } = props
  /** A press on a value runs its column's listeners; a press elsewhere opens the row's panel, or closes it. */
  const act = (record: Row, column: CompiledColumn | undefined, again: 'close' | 'keep') => {
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
    // Selecting text to copy it must not open the panel.
    if (!record || window.getSelection()?.type === 'Range') return
    moveTo({ row, column: -1 }, false)
    act(record, drawn[indexOf(event.target, 'col')], 'close')
  }
  /** Sets the full text as tooltip on truncated cells. */
  const onMouseOver = ({ target }: MouseEvent) => {
    const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('.hl-cell') : null
    if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : ''
  }
  /** Shift-click selects rows, not text. */
  const onMouseDown = (event: MouseEvent) => {
    if (event.shiftKey && isChoose(event.target)) event.preventDefault()
  }
  return { onKeyDown, onClick, onMouseDown, onMouseOver }
}

interface RowsProps extends Pick<GridProps, 'store' | 'open' | 'selection' | 'chooseLabel'> {
  count: number
  window: RowWindow
  columns: readonly CompiledColumn[]
  layout: Layout
  focus: Focus
}

function Rows({ store, count, window, columns, layout, focus, open, selection, chooseLabel }: RowsProps) {
  const { first, last, y } = window
  const epoch = useMinute()
  const length = Math.max(0, Math.min(last, count - 1) - first + 1)
  return (
    <div className="absolute top-0 left-0" role="rowgroup" style={{ transform: `translateY(${y}px)` }}>
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

/** Column widths during a resize; `onDone` receives the final one. */
function useLayout(visible: readonly ShownColumn[], lead: number, onDone: (id: string, width: number) => void) {
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

/** Virtualized table: renders only the visible rows. */
export function Grid(props: GridProps) {
  const { store, rowHeight, onRange, selection } = props
  const [scroller, room] = useWidth<HTMLDivElement>(Number.POSITIVE_INFINITY)
  const count = store.total ?? 24
  const lead = selection ? chooseWidth : 0
  const beside = props.open !== null
  const visible = useMemo(() => {
    const all = visibleColumns(props.columns)
    return beside ? fitting(all, room, { sorted: props.sort.map(([field]) => field), lead }) : all
  }, [props.columns, props.sort, beside, room, lead])
  const drawn = useMemo(() => visible.map(compileColumn), [visible])
  const { layout, onResize } = useLayout(visible, lead, props.onResize)
  const onShow = useCallback(
    (first: number, last: number) => {
      store.show(first, last)
      onRange(first, last)
    },
    [store, onRange],
  )
  const { drawn: shown, ...rows } = useWindow({ scroller, subject: store, count, rowHeight, headHeight, onShow })
  const { focus: wanted, moveTo, handlers } = useGridFocus(scroller, store)
  // The focused column may be left out beside the panel: then its row has the focus.
  const focus = wanted.column < drawn.length ? wanted : { ...wanted, column: -1 }
  const hold = (row: number) => moveTo({ ...focus, row }, scroller.current?.contains(document.activeElement) === true)
  useAnchor({ store, focus: focus.row, top: rows.top, onFocus: hold, onMove: rows.moveBy })
  const acts = useActs({ ...props, drawn, count, page: rows.rowsInView - 1, focus, moveTo, reveal: rows.reveal })
  const focusDrawn = focus.row >= shown.first && focus.row <= shown.last
  return (
    <div
      ref={scroller}
      role="grid"
      className={`hl-grid${props.waiting ? ' hl-waiting' : ''} lines-xs grow shrink-y line-top thin-bars`}
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
      <div className="hl-sheet relative" style={{ minWidth: layout.width }}>
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
        <div className="hl-body relative" style={{ height: rows.height }}>
          <Rows {...props} count={count} window={shown} columns={drawn} layout={layout} focus={focus} />
        </div>
      </div>
    </div>
  )
}
