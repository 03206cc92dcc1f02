import { Press } from '../kit/Button.tsx'
import { useNow } from '../ui/use-now.ts'
import { formatAgo, formatNumber } from '../ui/format.ts'
import { Shape } from '../ui/shapes/Shape.tsx'
import type { RowStore } from './data/row-store.ts'
import { Icon } from './icons.tsx'
import { useSignal, type Signal } from './signal.ts'
import { text } from '../ui/text.ts'
import { countText } from './views/ViewTabs.tsx'

export interface Range {
  first: number
  last: number
}

/** "Al día, hace 3 s". Has its own timer so that only this text re-renders. */
function Freshness({ updatedAt }: { updatedAt: number }) {
  const now = useNow(1000)
  const stale = now - updatedAt > 300_000
  return (
    <>
      <Shape kind={stale ? 'ring' : 'disc'} tone={stale ? 'medium' : 'success'} size={9} />
      {text(stale ? 'list.foot.read' : 'list.foot.fresh', { ago: formatAgo(updatedAt, now) })}
    </>
  )
}

interface FooterProps {
  store: RowStore
  range: Signal<Range>
  note: string | undefined
  onRefresh: () => void
}

/** Visible row range, total, and age of the data. */
export function ListFooter({ store, range, note, onRefresh }: FooterProps) {
  const { first, last } = useSignal(range)
  const { total, updatedAt } = store
  return (
    <footer className="hl-foot flex middle rigid text-xs ink-2 line-top gap-20">
      {total !== null && total > 0 && (
        <span>
          {text('list.foot.range', {
            first: formatNumber(first + 1),
            last: formatNumber(Math.min(last + 1, total)),
            total: countText({ value: total, exact: store.exact }),
          })}
        </span>
      )}
      {updatedAt !== null && (
        <Press className="hl-fresh inline-flex middle gap-6" title={text('list.refresh')} onClick={onRefresh}>
          <Freshness updatedAt={updatedAt} />
          <span className="hidden-visually">{text('list.refresh')}</span>
          <Icon name="refresh" size={13} />
        </Press>
      )}
      {note && <span className="hl-note push">{text(note)}</span>}
    </footer>
  )
}
