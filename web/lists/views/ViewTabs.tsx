import { Press } from '../../kit/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../icons.tsx'
import type { ShownColumn } from '../columns/config.ts'
import { Popover } from '../../kit/Popover.tsx'
import { text } from '../../ui/text.ts'
import type { Count, ShownView } from './use-views.ts'
import { ViewMenu, type ViewActs } from './ViewMenu.tsx'

interface ViewsProps {
  views: readonly ShownView[]
  active: string | null
  counts: Partial<Record<string, Count>>
  onView: (view: ShownView) => void
}

export function countText(count: Count): string {
  return (count.exact ? '' : '≈\u00a0') + formatNumber(count.value)
}

/** A view's name and count; an alert count is highlighted when above zero. */
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
  columns: readonly ShownColumn[]
  /** The default view, if not the first. */
  home: string | undefined
}

/** The views as tabs, and "+" to save the current state as a view. */
export function ViewTabs({ views, active, counts, onView, ...menu }: TabsProps) {
  return (
    <div className="hl-tabs flex middle gap-8 line-bottom">
      <nav className="hl-tablist flex grow shrink scroll-x tall no-bars gap-22" aria-label={text('list.views')}>
        {views.map((view) => (
          <Press
            key={view.id}
            className="hl-tab flex middle gap-6 rigid relative ink-2 no-padding"
            aria-current={view.id === active ? 'true' : undefined}
            title={view.by === undefined ? undefined : text('list.view.by', { by: view.by })}
            onClick={() => onView(view)}
          >
            <ViewLabel view={view} count={counts[view.id]} />
          </Press>
        ))}
      </nav>
      <Popover
        look={{ kind: 'plain', size: 'small', shape: 'square' }}
        label={text('list.view.add')}
        button={<Icon name="plus" />}
        align="end"
      >
        {(close) => <ViewMenu views={views} close={close} {...menu} />}
      </Popover>
    </div>
  )
}
