import { useVirtualizer } from '@tanstack/react-virtual'
import { lazy, Suspense, useEffect, useRef, useState, type TouchEvent } from 'react'
import { Button, Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { CreateButton } from '../CreateButton.tsx'
import { RelatedScreenLink } from '../RelatedScreenLink.tsx'
import { EmptyPlaceholder, ErrorBar, ErrorPlaceholder } from '../placeholders.tsx'
import { SearchBox } from '../filters/FilterBar.tsx'
import { Icon } from '../icons.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { SelectionBar } from '../select/SelectionBar.tsx'
import type { ListModel } from '../use-list.ts'
import { useOpenRecord } from '../use-open-record.ts'
import { countText, ViewLabel } from '../views/ViewTabs.tsx'
import { Card } from './Card.tsx'
import './cards.css'

const FilterMenu = lazy(() => import('../filters/FilterMenu.tsx').then((part) => ({ default: part.FilterMenu })))

/** Maximum number of cards: keeps the content below the browser's height limit. Filters lead to the rest. */
const mostCards = 100_000

function Views({ model }: { model: ListModel }) {
  const { views, counts, state, setView } = model
  return (
    <nav className="hl-pills flex gap-8 rigid scroll-x no-bars" aria-label={text('list.views')}>
      {views.map((view) => (
        <Press
          key={view.id}
          className="hl-pill"
          aria-current={view.id === state.view ? 'true' : undefined}
          onClick={() => setView(view)}
        >
          <ViewLabel view={view} count={counts[view.id]} />
        </Press>
      ))}
    </nav>
  )
}

function Cards({ model, choosing }: BodyProps) {
  const { store, list, selection } = model
  const open = useOpenRecord(model)
  const scroller = useRef<HTMLDivElement>(null)
  const count = Math.min(store.total ?? 8, mostCards)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 112,
    gap: 8,
    overscan: 3,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => store.show(first, last), [store, first, last])
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [store])
  return (
    <div ref={scroller} className="hl-cards grow shrink-y scroll-y no-bars px-12" aria-busy={store.loading}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <li
            className="absolute top-0 left-0"
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Card
              list={list}
              record={store.row(index)}
              onOpen={choosing ? () => selection?.press(index, false) : open}
              chosen={choosing ? selection?.ids.has(store.row(index)?.id ?? 0) : undefined}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface BodyProps {
  model: ListModel
  /** Selection mode: a tap on a card selects it. */
  choosing: boolean
}

function Body({ model, choosing }: BodyProps) {
  const { store } = model
  if (store.total === null && store.error !== null)
    return <ErrorPlaceholder error={store.error} onRetry={() => store.retry()} />
  if (store.total === 0)
    return (
      <EmptyPlaceholder
        list={model.list}
        filtered={model.filtered}
        view={model.unchangedView?.label}
        onClear={model.clear}
      />
    )
  return (
    <>
      <Cards model={model} choosing={choosing} />
      {store.error !== null && <ErrorBar error={store.error} onRetry={() => store.retry()} />}
    </>
  )
}

/** Bottom toolbar: search, filters, and the button that starts selection mode. */
function Tools({ model, onChoose }: { model: ListModel; onChoose: () => void }) {
  const { list, state, change } = model
  const filters = Object.keys(state.filter).length
  const label = filters === 0 ? text('list.filters.word') : text('list.filters', { count: filters })
  return (
    <div className="hl-thumb flex gap-8 rigid surface line-top-strong" role="search">
      {list.searchable !== false && <SearchBox list={list} state={state} change={change} />}
      <Popover
        className="hl-thumb-filter"
        label={label}
        button={
          <>
            <Icon name="sliders" size={22} />
            {list.searchable === false ? label : filters > 0 && <span>{filters}</span>}
          </>
        }
      >
        {(close) => (
          <Suspense fallback={<div className="hl-menu" />}>
            <FilterMenu list={list} state={state} change={change} close={close} />
            <Button className="hl-sheet-clear phone-full" onClick={() => (model.clear(), close())}>
              {text('list.filter.clear')}
            </Button>
            {list.elsewhere && <RelatedScreenLink {...list.elsewhere} className="hl-sheet-clear phone-full" />}
          </Suspense>
        )}
      </Popover>
      {model.selection && (
        <Press className="hl-thumb-filter" onClick={onChoose}>
          {text('list.chosen.begin')}
        </Press>
      )}
      {list.create && <CreateButton model={model} create={list.create} thumb />}
    </div>
  )
}

/** A horizontal swipe switches to the adjacent view; a mostly vertical movement is scrolling. */
function useSwipe(model: ListModel) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!touch || !from.current) return
      const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y]
      if (Math.abs(x) < 70 || Math.abs(x) < Math.abs(y) * 2) return
      const at = model.views.findIndex(({ id }) => id === model.state.view)
      const next = model.views[at + (x < 0 ? 1 : -1)]
      if (next) model.setView(next)
    },
  }
}

/** The list on a phone: view tabs at the top, cards, search and filters above the bottom bar. */
export function PhoneList({ model }: { model: ListModel }) {
  const { list, store, state, views, selection } = model
  const swipe = useSwipe(model)
  const [choosing, setChoosing] = useState(false)
  if (list.embedded) return <Body model={model} choosing={false} />
  const leave = () => {
    selection?.clear()
    setChoosing(false)
  }
  const view = views.find(({ id }) => id === state.view)
  const narrowed = view && Object.keys(view.filter).length > 0 ? view.label.toLocaleLowerCase('es') : ''
  return (
    <section className="hl-main hl-phone" aria-label={text(`list.${list.name}.title`)}>
      <h1 className="clip bold">
        {text(`list.${list.name}.title`)}
        {store.total !== null && (
          <>
            <span>{countText({ value: store.total, exact: store.exact })}</span> <span>{narrowed}</span>
          </>
        )}
      </h1>
      <Views model={model} />
      <div className="hl-swipe flex shrink-y" {...swipe}>
        <Body model={model} choosing={choosing} />
      </div>
      {choosing && selection ? (
        <SelectionBar model={model} selection={selection} onLeave={leave} />
      ) : (
        <Tools model={model} onChoose={() => setChoosing(true)} />
      )}
    </section>
  )
}
