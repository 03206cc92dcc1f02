import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../icons.tsx'
import type { Shown } from '../columns/config.ts'
import { Popover } from '../Popover.tsx'
import { text } from '../../ui/text.ts'
import type { Count, ShownView } from './use-views.ts'
import { ViewMenu, type ViewActs } from './ViewMenu.tsx'

export interface ViewsProps {
  views: readonly ShownView[]
  active: string | null
  counts: Partial<Record<string, Count>>
  onView: (view: ShownView) => void
}

export function countText(count: Count): string {
  return (count.exact ? '' : '≈\u00a0') + formatNumber(count.value)
}

/** One view's name and figure; the figure of an alarm stands out as soon as it is not zero. */
export function ViewLabel({ view, count }: { view: ShownView; count: Count | undefined }) {
  const alarm = view.alarm && count !== undefined && count.value > 0
  return (
    <>
      {view.shared && <Icon name="people" size={14} />}
      {view.label}
      {count && <span className={alarm ? 'hl-count hl-danger' : 'hl-count'}>{countText(count)}</span>}
    </>
  )
}

interface TabsProps extends ViewsProps, ViewActs {
  columns: readonly Shown[]
  /** View with which the list opens, where it is not the first. */
  home: string | undefined
}

/** The views as tabs, and "+" to keep what is shown as one of one's own. */
export function ViewTabs({ views, active, counts, onView, ...menu }: TabsProps) {
  return (
    <div className="hl-tabs">
      <nav className="hl-tablist" aria-label={text('list.views')}>
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            className="hl-tab"
            aria-current={view.id === active ? 'true' : undefined}
            title={view.by === undefined ? undefined : text('list.view.by', { by: view.by })}
            onClick={() => onView(view)}
          >
            <ViewLabel view={view} count={counts[view.id]} />
          </button>
        ))}
      </nav>
      <Popover className="hl-icon-button" label={text('list.view.add')} button={<Icon name="plus" />} align="end">
        {(close) => <ViewMenu views={views} close={close} {...menu} />}
      </Popover>
    </div>
  )
}
