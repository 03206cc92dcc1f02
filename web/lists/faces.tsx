import { formatNumber } from '../ui/format.ts'
import { problemText } from '../api/problem-text.ts'
import type { List } from './define.ts'
import { Icon } from './icons.tsx'
import { text } from '../ui/text.ts'

/** A port without light: the mark's capsule, its thread not yet through. */
function Picture() {
  return (
    <svg className="hl-picture" viewBox="0 0 64 40" width="96" height="60" aria-hidden="true">
      <rect x="20" y="4" width="24" height="32" rx="12" />
      <path d="M2 30c8 0 12-4 15-9M47 19c3-5 7-9 15-9" />
    </svg>
  )
}

interface EmptyFaceProps {
  list: List
  filtered: boolean
  /** Name of the view that is shown as it is, without further filters. */
  view: string | undefined
  onClear: () => void
}

/** Nothing to show: what this list is for, or that the view or the filters leave nothing. */
export function EmptyFace({ list, filtered, view, onClear }: EmptyFaceProps) {
  const key = filtered ? 'list.empty' : `list.${list.name}.empty`
  const inView = filtered && view !== undefined
  return (
    <div className="hl-face" role="status">
      <Picture />
      <h2>{inView ? text('list.empty.view', { view }) : text(`${key}.title`)}</h2>
      <p>{inView ? text('list.empty.viewText') : text(`${key}.text`)}</p>
      {filtered && (
        <button type="button" className="hl-button" onClick={onClear}>
          {text(inView ? 'list.empty.all' : 'list.filter.clear')}
        </button>
      )}
    </div>
  )
}

/** The first rows could not be had. */
export function ErrorFace({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="hl-face" role="alert">
      <Picture />
      <h2>{text('list.error.title')}</h2>
      <p>{problemText(error)}</p>
      <button type="button" className="hl-button hl-main-button" onClick={onRetry}>
        <Icon name="refresh" size={15} />
        {text('list.retry')}
      </button>
    </div>
  )
}

/** Rows are shown, but more of them could not be had. */
export function ErrorBar({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="hl-errorbar" role="alert">
      <b>{text('list.error.more')}</b> {problemText(error)}
      <button type="button" className="hl-button hl-small" onClick={onRetry}>
        {text('list.retry')}
      </button>
    </div>
  )
}

/** The rows between here and a far place are being walked over: a filter would be quicker. */
export function WalkBar({ row }: { row: number }) {
  return (
    <div className="hl-walkbar" role="status">
      {text('list.walking', { row: formatNumber(row) })}
    </div>
  )
}
