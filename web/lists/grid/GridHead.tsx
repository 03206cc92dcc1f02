import { memo, type PointerEvent } from 'react'
import { narrowest, widest } from '../columns/config.ts'
import { text } from '../../ui/text.ts'
import { Icon } from '../icons.tsx'
import type { Drawn } from '../registry/compile.ts'
import { columnHead, columnText } from '../text.ts'
import { pagePadding } from './layout.ts'
import type { Sort } from '../data/row-store.ts'

interface GridHeadProps {
  name: string
  columns: readonly Drawn[]
  sticky: readonly number[]
  sort: Sort
  onSort: (field: string) => void
  /** While dragging `done` is false. */
  onResize: (id: string, width: number, done: boolean) => void
  /** Whether the rows at hand are chosen; undefined where they cannot be. */
  chosen: 'all' | 'some' | 'none' | undefined
  onChoose: (() => void) | undefined
}

/** Chooses every row at hand, or none. */
function ChooseAll({ chosen, onChoose }: Pick<GridHeadProps, 'chosen' | 'onChoose'>) {
  return (
    <div role="columnheader" className="hl-th hl-pin hl-choose" style={{ left: 0 }} aria-colindex={1}>
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

/** Follows the pointer from the edge of a column; its own gesture, so that the head's click never sees it. */
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

/** The names of the columns; scrolling leaves it as it is. */
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
      <div role="row" className="hl-headrow" aria-rowindex={1}>
        {lead > 0 && <ChooseAll chosen={chosen} onChoose={onChoose} />}
        {columns.map(({ id, column, align, pinned }, place) => {
          const way = sort.find(([field]) => field === column.sort)?.[1]
          const title = columnText(name, id)
          const head = columnHead(name, id)
          return (
            <div
              key={id}
              role="columnheader"
              className={`hl-th hl-${align}${pinned ? ' hl-pin' : ''}`}
              aria-colindex={place + lead + 1}
              aria-sort={way ? ariaSort[way] : column.sort ? 'none' : undefined}
              aria-label={head === title ? undefined : title}
              title={head === title ? undefined : title}
              style={pinned ? { left: sticky[place] } : undefined}
            >
              {column.sort ? (
                <button type="button" className="hl-sort" onClick={() => column.sort && onSort(column.sort)}>
                  {head}
                  {way && <Icon name={way === 'asc' ? 'up' : 'arrowDown'} size={12} />}
                </button>
              ) : (
                head
              )}
              <span
                className="hl-grip"
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
