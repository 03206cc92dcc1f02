import { useState, type FormEvent } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../icons.tsx'
import { Popover } from '../Popover.tsx'
import { text } from '../../ui/text.ts'
import type { Count, ShownView } from './use-views.ts'

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
      {view.saved && <Icon name="people" size={14} />}
      {view.label}
      {count && <span className={alarm ? 'hl-count hl-danger' : 'hl-count'}>{countText(count)}</span>}
    </>
  )
}

interface TabsProps extends ViewsProps {
  onSave: (name: string) => void
  onDelete: (view: ShownView) => void
}

function SaveView({
  views,
  onSave,
  onDelete,
  close,
}: Pick<TabsProps, 'views' | 'onSave' | 'onDelete'> & { close: () => void }) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name.trim())
    close()
  }
  return (
    <div className="hl-menu">
      <form className="hl-form" onSubmit={submit}>
        <label className="hl-field">
          {text('list.view.name')}
          <input className="hl-input" value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </label>
        <p className="hl-hint">{text('list.view.hint')}</p>
        <button className="hl-button hl-main-button">{text('list.view.save')}</button>
      </form>
      {views
        .filter((view) => view.saved)
        .map((view) => (
          <div key={view.id} className="hl-item hl-split">
            {view.label}
            <button
              type="button"
              className="hl-icon-button"
              aria-label={text('list.view.delete', { name: view.label })}
              onClick={() => onDelete(view)}
            >
              <Icon name="trash" size={14} />
            </button>
          </div>
        ))}
    </div>
  )
}

/** The views as tabs, and "+" to keep what is shown as one of one's own. */
export function ViewTabs({ views, active, counts, onView, onSave, onDelete }: TabsProps) {
  return (
    <div className="hl-tabs">
      <nav className="hl-tablist" aria-label={text('list.views')}>
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            className="hl-tab"
            aria-current={view.id === active ? 'true' : undefined}
            onClick={() => onView(view)}
          >
            <ViewLabel view={view} count={counts[view.id]} />
          </button>
        ))}
      </nav>
      <Popover className="hl-icon-button" label={text('list.view.add')} button={<Icon name="plus" />} align="end">
        {(close) => <SaveView views={views} onSave={onSave} onDelete={onDelete} close={close} />}
      </Popover>
    </div>
  )
}
