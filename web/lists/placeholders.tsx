import i18next from 'i18next'
import { Button } from '../kit/Button.tsx'
import { formatNumber } from '../ui/format.ts'
import { problemText } from '../api/problem-text.ts'
import type { List } from './define.ts'
import { Icon } from './icons.tsx'
import { text } from '../ui/text.ts'

/** Illustration: a port without light, drawn as the logo's capsule with its thread not yet through. */
function Picture() {
  return (
    <svg className="hl-picture mb-8 fill-none" viewBox="0 0 64 40" width="96" height="60" aria-hidden="true">
      <rect x="20" y="4" width="24" height="32" rx="12" />
      <path d="M2 30c8 0 12-4 15-9M47 19c3-5 7-9 15-9" />
    </svg>
  )
}

interface EmptyFaceProps {
  list: List
  filtered: boolean
  /** Name of the active view, if no further filters apply. */
  view: string | undefined
  onClear: () => void
}

/** Empty state: the list's purpose (`list.<name>.empty`, where the catalogue has it), or that the view or the filters match nothing. */
export function EmptyPlaceholder({ list, filtered, view, onClear }: EmptyFaceProps) {
  const own = i18next.exists(`list.${list.name}.empty.title`) ? list.name : 'any'
  const key = filtered ? 'list.empty' : `list.${own}.empty`
  const inView = filtered && view !== undefined
  return (
    <div className="hl-face" role="status">
      <Picture />
      <h2>{inView ? text('list.empty.view', { view }) : text(`${key}.title`)}</h2>
      <p className="ink-2 mb-8">{inView ? text('list.empty.viewText') : text(`${key}.text`)}</p>
      {filtered && <Button onClick={onClear}>{text(inView ? 'list.empty.all' : 'list.filter.clear')}</Button>}
    </div>
  )
}

interface ErrorFaceProps {
  error: unknown
  onRetry: () => void
  /** It stands in place of a whole page. */
  page?: boolean
}

/** Error state: the first rows, or a record's page, could not be loaded. */
export function ErrorPlaceholder({ error, onRetry, page = false }: ErrorFaceProps) {
  const Title = page ? 'h1' : 'h2'
  return (
    <div className="hl-face" role="alert" data-page={page || undefined}>
      <Picture />
      <Title>{text(page ? 'app.error.title' : 'list.error.title')}</Title>
      <p className="ink-2 mb-8">{problemText(error)}</p>
      <Button kind="main" onClick={onRetry}>
        <Icon name="refresh" size={15} />
        {text('list.retry')}
      </Button>
    </div>
  )
}

/** Error bar: rows are shown, but loading more failed. */
export function ErrorBar({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="hl-errorbar flex middle gap-8 rigid text-xs ground-danger" role="alert">
      <b>{text('list.error.more')}</b> {problemText(error)}
      <Button size="small" onClick={onRetry}>
        {text('list.retry')}
      </Button>
    </div>
  )
}

/** Paging towards a distant row is under way: suggests a filter instead. */
export function PagingBar({ row }: { row: number }) {
  return (
    <div className="hl-walkbar rigid text-xs ink-2 sunk line-top" role="status">
      {text('list.walking', { row: formatNumber(row) })}
    </div>
  )
}
