import { memo } from 'react'
import type { Row } from '../define.ts'
import type { CompiledColumn } from '../registry/compile.ts'

interface GridRowProps {
  index: number
  record: Row | undefined
  columns: readonly CompiledColumn[]
  sticky: readonly number[]
  active: boolean
  /** Focused column of the active row, or -1 for the row itself. */
  activeColumn: number
  /** Its panel is open. */
  selected: boolean
  /** Undefined where rows cannot be selected. */
  chosen: boolean | undefined
  label: (record: Row) => string
  /** Changes when relative times must be rendered again. */
  epoch: number
}

function cellClass(column: CompiledColumn): string {
  const act = column.listeners.length > 0 ? ' hl-act' : ''
  return `hl-cell hl-${column.align}${column.pinned ? ' hl-pin' : ''}${column.column.strong ? ' hl-strong' : ''}${column.code ? ' code' : ''}${column.prose ? '' : ' hl-tight'}${act}`
}

/** One row: plain elements, no component per cell. Without a record it is a skeleton of the same size. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, record, columns, sticky, active, activeColumn, selected, chosen, label } = props
  const state = `hl-row${selected ? ' hl-selected' : ''}${chosen ? ' hl-chosen-row' : ''}${record ? '' : ' hl-bones'}`
  const before = chosen === undefined ? 1 : 2
  return (
    <div
      role="row"
      className={state}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={chosen ?? selected}
      aria-busy={record ? undefined : true}
      tabIndex={active && activeColumn < 0 ? 0 : -1}
    >
      {chosen !== undefined && (
        <div
          role="gridcell"
          className="hl-cell hl-pin hl-choose flex middle pointer"
          style={{ left: 0 }}
          data-choose=""
          aria-colindex={1}
        >
          {record && <input type="checkbox" tabIndex={-1} checked={chosen} readOnly aria-label={label(record)} />}
        </div>
      )}
      {columns.map((column, place) => (
        <div
          key={column.id}
          role="gridcell"
          className={cellClass(column)}
          data-col={place}
          aria-colindex={place + before}
          style={column.pinned ? { left: sticky[place] } : undefined}
          tabIndex={active && activeColumn === place ? 0 : undefined}
        >
          {record && column.cell(record)}
        </div>
      ))}
    </div>
  )
})
