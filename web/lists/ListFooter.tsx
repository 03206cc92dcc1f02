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

/** "Al día, hace 3 s": its own clock, so that nothing else is drawn for it. */
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

/** Which rows of how many are in view, and how old they are. */
export function ListFooter({ store, range, note, onRefresh }: FooterProps) {
  const { first, last } = useSignal(range)
  const { total, updatedAt } = store
  return (
    <footer className="hl-foot">
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
        <button type="button" className="hl-fresh" title={text('list.refresh')} onClick={onRefresh}>
          <Freshness updatedAt={updatedAt} />
          <span className="hidden-visually">{text('list.refresh')}</span>
          <Icon name="refresh" size={13} />
        </button>
      )}
      {note && <span className="hl-note">{text(note)}</span>}
    </footer>
  )
}
