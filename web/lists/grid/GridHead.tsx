import { memo, type PointerEvent } from 'react'
import { narrowest, widest } from '../columns/config.ts'
import { Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { Icon } from '../icons.tsx'
import type { CompiledColumn } from '../registry/compile.ts'
import { columnHead, columnText } from '../text.ts'
import { pagePadding } from './layout.ts'
import type { Sort } from '../data/row-store.ts'

interface GridHeadProps {
  name: string
  columns: readonly CompiledColumn[]
  sticky: readonly number[]
  sort: Sort
  onSort: (field: string) => void
  /** `done` is false during the drag. */
  onResize: (id: string, width: number, done: boolean) => void
  /** Selection state of the loaded rows; undefined where rows cannot be selected. */
  chosen: 'all' | 'some' | 'none' | undefined
  onChoose: (() => void) | undefined
}

/** Selects or deselects every loaded row. */
function ChooseAll({ chosen, onChoose }: Pick<GridHeadProps, 'chosen' | 'onChoose'>) {
  return (
    <div
      role="columnheader"
      className="hl-th hl-pin hl-choose flex middle pointer relative ink-2 nowrap"
      style={{ left: 0 }}
      aria-colindex={1}
    >
      <input
        type="checkbox"
        aria-label={text('list.chosen.every')}
        title={text('list.chosen.every')}
        checked={chosen === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = chosen === 'some'
        }}
        onChange={onChoose}
      />
    </div>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** Column resize by pointer. Stops propagation, so that the header's click handler does not run. */
function startResize(
  event: PointerEvent<HTMLElement>,
  padding: number,
  report: (width: number, done: boolean) => void,
) {
  event.preventDefault()
  event.stopPropagation()
  const handle = event.currentTarget
  const from = event.clientX
  const width = (handle.parentElement?.getBoundingClientRect().width ?? 0) - padding
  const at = (x: number) => Math.round(Math.min(widest, Math.max(narrowest, width + x - from)))
  const moved = (move: globalThis.PointerEvent) => report(at(move.clientX), false)
  const ended = (end: globalThis.PointerEvent) => {
    handle.removeEventListener('pointermove', moved)
    handle.removeEventListener('pointerup', ended)
    handle.removeEventListener('pointercancel', ended)
    report(at(end.clientX), true)
  }
  handle.setPointerCapture(event.pointerId)
  handle.addEventListener('pointermove', moved)
  handle.addEventListener('pointerup', ended)
  handle.addEventListener('pointercancel', ended)
}

/** The column headers; memoized so that scrolling does not re-render them. */
export const GridHead = memo(function GridHead({
  name,
  columns,
  sticky,
  sort,
  onSort,
  onResize,
  chosen,
  onChoose,
}: GridHeadProps) {
  const lead = chosen === undefined ? 0 : 1
  return (
    <div role="rowgroup" className="hl-head">
      <div role="row" className="hl-headrow sunk line-bottom h-31" aria-rowindex={1}>
        {lead > 0 && <ChooseAll chosen={chosen} onChoose={onChoose} />}
        {columns.map(({ id, column, align, pinned }, place) => {
          const way = sort.find(([field]) => field === column.sort)?.[1]
          const title = columnText(name, id)
          const head = columnHead(name, id)
          return (
            <div
              key={id}
              role="columnheader"
              className={`hl-th hl-${align}${pinned ? ' hl-pin' : ''} relative ink-2 nowrap`}
              aria-colindex={place + lead + 1}
              aria-sort={way ? ariaSort[way] : column.sort ? 'none' : undefined}
              aria-label={head === title ? undefined : title}
              title={head === title ? undefined : title}
              style={pinned ? { left: sticky[place] } : undefined}
            >
              {column.sort ? (
                <Press
                  className="hl-sort inline-flex middle gap-2 tall no-padding"
                  onClick={() => column.sort && onSort(column.sort)}
                >
                  {head}
                  {way && <Icon name={way === 'asc' ? 'up' : 'arrowDown'} size={12} />}
                </Press>
              ) : (
                head
              )}
              <span
                className="hl-grip tall absolute no-touch top-0"
                onPointerDown={(event) =>
                  startResize(event, place + lead === 0 ? pagePadding : 0, (width, done) => onResize(id, width, done))
                }
              />
            </div>
          )
        })}
      </div>
    </div>
  )
})
