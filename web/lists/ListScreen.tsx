import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { PathOf } from '@hilo/contract/index.ts'
import { IconButton } from '../kit/Button.tsx'
import { CreateButton } from './CreateButton.tsx'
import type { List, Row } from './define.ts'
import { RelatedScreenLink } from './RelatedScreenLink.tsx'
import { EmptyPlaceholder, ErrorBar, ErrorPlaceholder, PagingBar } from './placeholders.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { Grid } from './grid/Grid.tsx'
import { Icon } from './icons.tsx'
import { ListFooter, type Range } from './ListFooter.tsx'
import { runListeners } from './listeners.ts'
import './lists.css'
import { ListPanel, preloadPanel } from './panel/ListPanel.tsx'
import { signal } from './signal.ts'
import { text } from '../ui/text.ts'
import { useList, type ListModel, type ListOptions } from './use-list.ts'
import { usePhone } from './use-phone.ts'
import { useOpenRecord } from './use-open-record.ts'
import { countText, ViewTabs } from './views/ViewTabs.tsx'
import type { ShownView } from './views/use-views.ts'
import { Popover } from '../kit/Popover.tsx'

const ColumnsDialog = lazy(() =>
  import('./columns/ColumnsDialog.tsx').then((part) => ({ default: part.ColumnsDialog })),
)
const ConfirmDialog = lazy(() => import('../ui/ConfirmDialog.tsx').then((part) => ({ default: part.ConfirmDialog })))
const DownloadMenu = lazy(() => import('./download/DownloadMenu.tsx').then((part) => ({ default: part.DownloadMenu })))
const SelectionBar = lazy(() => import('./select/SelectionBar.tsx').then((part) => ({ default: part.SelectionBar })))
const PhoneList = lazy(() => import('./cards/PhoneList.tsx').then((part) => ({ default: part.PhoneList })))

const rowHeights = { normal: 36, compact: 28 } as const

function DownloadButton({ model, download }: { model: ListModel; download: PathOf<'download'> }) {
  const { filter, search, sort } = model.query
  const query = { ...(Object.keys(filter).length > 0 && { filter }), ...(search && { search }), sort }
  return (
    <Popover
      look={{ shape: 'square' }}
      label={text('list.download')}
      button={<Icon name="download" size={18} />}
      align="end"
    >
      {(close) => (
        <Suspense fallback={<div className="hl-menu" />}>
          <DownloadMenu
            list={model.list}
            download={download}
            columns={model.columns}
            query={query}
            total={model.store.total}
            close={close}
          />
        </Suspense>
      )}
    </Popover>
  )
}

function Head({ model, onColumns }: { model: ListModel; onColumns: () => void }) {
  const { list, store } = model
  return (
    <header className="hl-top flex middle gap-8">
      <h1 className="shrink">
        {text(`list.${list.name}.title`)}
        {store.total !== null && (
          <span className="hl-total text-m ink-2 normal">{countText({ value: store.total, exact: store.exact })}</span>
        )}
      </h1>
      {list.elsewhere && <RelatedScreenLink {...list.elsewhere} />}
      <IconButton kind="second" label={text('list.columns')} onClick={onColumns}>
        <Icon name="columns" size={18} />
      </IconButton>
      {list.download && <DownloadButton model={model} download={list.download} />}
      {list.load && <CreateButton model={model} create={list.load} second />}
      {list.create && <CreateButton model={model} create={list.create} />}
    </header>
  )
}

/** The rows, or the placeholder for loading, empty or failed. */
function Rows({ model, onRange }: { model: ListModel; onRange: (first: number, last: number) => void }) {
  const { list, state, change, store, query } = model
  const { columns, saveColumns } = model
  const onOpen = useOpenRecord(model)
  const chooseLabel = useCallback((record: Row) => text('list.chosen.one', { name: list.title(record) }), [list])
  if (store.total === null && store.error !== null)
    return <ErrorPlaceholder error={store.error} onRetry={() => store.retry()} />
  if (store.total === 0)
    return (
      <EmptyPlaceholder list={list} filtered={model.filtered} view={model.unchangedView?.label} onClear={model.clear} />
    )
  const onSort = (field: string) => {
    const [[now, way] = ['', '']] = query.sort
    change({ sort: [field, now === field && way === 'asc' ? 'desc' : 'asc'] })
  }
  return (
    <>
      <Grid
        name={list.name}
        label={text(`list.${list.name}.title`)}
        store={store}
        waiting={model.waiting}
        columns={columns}
        rowHeight={rowHeights[model.config?.density ?? 'normal']}
        sort={query.sort}
        open={state.open}
        onOpen={onOpen}
        onSort={onSort}
        onResize={(id, width) =>
          saveColumns(columns.map((one) => (one.column.id === id ? { ...one, width, fixed: true } : one)))
        }
        onListener={(names, column, record, shown, open) =>
          runListeners(names, column, record, shown, { list, state, change, open })
        }
        onRange={onRange}
        selection={model.selection}
        chooseLabel={chooseLabel}
      />
      {store.walkedTo !== null && <PagingBar row={store.walkedTo} />}
      {store.error !== null && <ErrorBar error={store.error} onRetry={() => store.retry()} />}
    </>
  )
}

/** The toolbar above the rows. */
function Tools({ model, onColumns }: { model: ListModel; onColumns: () => void }) {
  const [deleting, setDeleting] = useState<ShownView | null>(null)
  return (
    <>
      <Head model={model} onColumns={onColumns} />
      <ViewTabs
        views={model.views}
        columns={model.columns}
        active={model.state.view}
        counts={model.counts}
        onView={model.setView}
        onSave={model.saveView}
        onDelete={setDeleting}
        onShare={model.shareView}
        onHome={model.setHome}
        home={model.config?.default_view}
      />
      {deleting && (
        <Suspense>
          <ConfirmDialog
            title={text('list.view.delete', { name: deleting.label })}
            sentence={text(deleting.shared ? 'list.view.delete.shared' : 'list.view.delete.text')}
            yes={text('list.view.delete.yes')}
            confirm={() => model.deleteView(deleting)}
            close={() => setDeleting(null)}
          />
        </Suspense>
      )}
      <div className="hl-tools relative">
        <FilterBar list={model.list} state={model.state} change={model.change} />
        {model.selection && model.selection.ids.size > 0 && (
          <Suspense>
            <SelectionBar model={model} selection={model.selection} />
          </Suspense>
        )}
      </div>
    </>
  )
}

function Desk({ model }: { model: ListModel }) {
  const { list, store } = model
  const [configuring, setConfiguring] = useState(false)
  const [range] = useState(() => signal<Range>({ first: 0, last: 0 }))
  const onRange = useCallback(
    (first: number, last: number) => {
      const now = range.get()
      if (now.first !== first || now.last !== last) range.set({ first, last })
    },
    [range],
  )
  return (
    <section className="hl-main" aria-label={text(`list.${list.name}.title`)}>
      {!list.embedded && <Tools model={model} onColumns={() => setConfiguring(true)} />}
      <Rows model={model} onRange={onRange} />
      <ListFooter store={store} range={range} note={list.note} onRefresh={model.refresh} />
      {configuring && (
        <Suspense>
          <ColumnsDialog model={model} onClose={() => setConfiguring(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** The open panel's record, if the list has it loaded. */
function knownRow(model: ListModel, id: number): Row | undefined {
  return model.store.find(id)
}

/** A list as a screen: a table on a desktop, cards on a phone, with the detail panel beside or over it. */
export function ListScreen({ list, ...options }: { list: List } & ListOptions) {
  const model = useList(list, options)
  const phone = usePhone()
  const { state, change, store } = model
  const ready = store.total !== null
  useEffect(() => {
    if (!ready) return
    // Preload the panel's code so that the first panel opens without a delay.
    const timer = setTimeout(() => void preloadPanel(list).catch(() => undefined), 300)
    return () => clearTimeout(timer)
  }, [list, ready])
  const close = useCallback(() => change({ open: null }), [change])
  const newer = useCallback((record: Row) => store.replace(record), [store])
  return (
    <div className="hl-screen flex shrink-y surface tall">
      {phone ? (
        <Suspense fallback={<section className="hl-main" />}>
          <PhoneList model={model} />
        </Suspense>
      ) : (
        <Desk model={model} />
      )}
      {state.open !== null && list.panel && (
        <ListPanel
          key={list.name}
          list={list}
          id={state.open}
          known={knownRow(model, state.open)}
          onClose={close}
          onNewer={newer}
        />
      )}
    </div>
  )
}

/** The screen of one list, for the table of routes. */
export const screenOfList = (list: List) =>
  function Screen() {
    return <ListScreen list={list} />
  }
