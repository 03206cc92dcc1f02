import { useState, type FormEvent } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { Icon } from '../icons.tsx'
import type { ShownColumn } from '../columns/config.ts'
import type { ViewToSave, ShownView } from './use-views.ts'

export interface ViewActs {
  onSave: (keeping: ViewToSave) => void
  onDelete: (view: ShownView) => void
  onShare: (view: ShownView, shared: boolean) => void
  /** Sets the default view; null is the first one. */
  onHome: (view: ShownView | null) => void
}

interface ViewMenuProps extends ViewActs {
  views: readonly ShownView[]
  /** Current columns. */
  columns: readonly ShownColumn[]
  home: string | undefined
  close: () => void
}

/** Saves the current state as a view, private or shared. */
function SaveView({ onSave, columns, close }: Pick<ViewMenuProps, 'onSave' | 'columns' | 'close'>) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [withColumns, setWithColumns] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSave({ name: name.trim(), shared, columns: withColumns ? columns : undefined })
    close()
  }
  return (
    <form className="hl-form" onSubmit={submit}>
      <label className="hl-field">
        {text('list.view.name')}
        <input className="hl-input" value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </label>
      <label className="hl-option">
        <input type="checkbox" checked={shared} onChange={() => setShared(!shared)} />
        {text('list.view.shared')}
      </label>
      <label className="hl-option">
        <input type="checkbox" checked={withColumns} onChange={() => setWithColumns(!withColumns)} />
        {text('list.view.columns')}
      </label>
      <p className="hl-hint">{text('list.view.hint')}</p>
      <Button type="submit" kind="main">
        {text('list.view.save')}
      </Button>
    </form>
  )
}

function Own({ view, onShare, onDelete }: { view: ShownView } & Pick<ViewActs, 'onShare' | 'onDelete'>) {
  const share = text('list.view.share', { name: view.label })
  const remove = text('list.view.delete', { name: view.label })
  return (
    <div className="hl-item hl-split between">
      <span className="hl-view-name truncate grow">{view.label}</span>
      <IconButton
        size="small"
        className="hl-view-share"
        aria-pressed={view.shared}
        label={share}
        onClick={() => onShare(view, !view.shared)}
      >
        <Icon name="people" size={15} />
      </IconButton>
      <IconButton size="small" label={remove} onClick={() => onDelete(view)}>
        <Icon name="trash" size={15} />
      </IconButton>
    </div>
  )
}

/** The user's views: which are shared, and which is the default. */
export function ViewMenu({ views, columns, home, onHome, onShare, onDelete, onSave, close }: ViewMenuProps) {
  const own = views.filter(({ kind }) => kind === 'own')
  const [first] = views
  return (
    <div className="hl-menu">
      <SaveView onSave={onSave} columns={columns} close={close} />
      {own.length > 0 && <h3 className="hl-view-head text-xs ink-3 medium">{text('list.view.own')}</h3>}
      {own.map((view) => (
        <Own key={view.id} view={view} onShare={onShare} onDelete={onDelete} />
      ))}
      <label className="hl-field hl-view-home line-top mt-6">
        {text('list.view.home')}
        <select
          className="hl-input"
          value={home ?? first?.id}
          onChange={({ target }) => onHome(views.find(({ id }) => id === target.value && id !== first?.id) ?? null)}
        >
          {views.map(({ id, label, by }) => (
            <option key={id} value={id}>
              {by === undefined ? label : text('list.view.of', { name: label, by })}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
