import { useState, type FormEvent } from 'react'
import { text } from '../../ui/text.ts'
import { Icon } from '../icons.tsx'
import type { Shown } from '../columns/config.ts'
import type { Keeping, ShownView } from './use-views.ts'

export interface ViewActs {
  onSave: (keeping: Keeping) => void
  onDelete: (view: ShownView) => void
  onShare: (view: ShownView, shared: boolean) => void
  /** With which view the list opens; null is the first. */
  onHome: (view: ShownView | null) => void
}

interface ViewMenuProps extends ViewActs {
  views: readonly ShownView[]
  /** As they are shown now. */
  columns: readonly Shown[]
  home: string | undefined
  close: () => void
}

/** Keeps what is shown as a view under a name, for oneself or for everybody. */
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
      <button className="hl-button hl-main-button">{text('list.view.save')}</button>
    </form>
  )
}

function Own({ view, onShare, onDelete }: { view: ShownView } & Pick<ViewActs, 'onShare' | 'onDelete'>) {
  const share = text('list.view.share', { name: view.label })
  const remove = text('list.view.delete', { name: view.label })
  return (
    <div className="hl-item hl-split">
      <span className="hl-view-name">{view.label}</span>
      <button
        type="button"
        className="hl-icon-button hl-view-share"
        aria-pressed={view.shared}
        aria-label={share}
        title={share}
        onClick={() => onShare(view, !view.shared)}
      >
        <Icon name="people" size={15} />
      </button>
      <button
        type="button"
        className="hl-icon-button"
        aria-label={remove}
        title={remove}
        onClick={() => onDelete(view)}
      >
        <Icon name="trash" size={15} />
      </button>
    </div>
  )
}

/** The views that one keeps, which of them others see, and the one with which the list opens. */
export function ViewMenu({ views, columns, home, onHome, onShare, onDelete, onSave, close }: ViewMenuProps) {
  const own = views.filter(({ kind }) => kind === 'own')
  const [first] = views
  return (
    <div className="hl-menu">
      <SaveView onSave={onSave} columns={columns} close={close} />
      {own.length > 0 && <h3 className="hl-view-head">{text('list.view.own')}</h3>}
      {own.map((view) => (
        <Own key={view.id} view={view} onShare={onShare} onDelete={onDelete} />
      ))}
      <label className="hl-field hl-view-home">
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
