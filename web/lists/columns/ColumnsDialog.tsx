import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icons.tsx'
import { columnText } from '../text.ts'
import { text } from '../../ui/text.ts'
import type { ListModel } from '../use-list.ts'
import { byDefault, mergeColumns, type Shown } from './config.ts'
import { ColumnTable } from './ColumnTable.tsx'
import './columns.css'
import { FormatEditor } from './FormatEditor.tsx'

interface ColumnsDialogProps {
  model: ListModel
  onClose: () => void
}

/** Asks for a name in place of the button, once it is pressed. */
function SaveAsView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState<string | null>(null)
  if (name === null)
    return (
      <button type="button" className="hl-button" onClick={() => setName('')}>
        {text('list.columns.asView')}
      </button>
    )
  return (
    <form
      className="hl-line"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onSave(name.trim())
      }}
    >
      <input
        className="hl-input"
        autoFocus
        value={name}
        maxLength={60}
        aria-label={text('list.view.name')}
        placeholder={text('list.view.name')}
        onChange={(event) => setName(event.target.value)}
      />
      <button className="hl-button">{text('list.view.save')}</button>
    </form>
  )
}

/** "Columnas de Intervenciones, vista Hoy" */
function Head({ list, view, onClose }: { list: string; view: string | undefined; onClose: () => void }) {
  return (
    <header className="hl-dialog-head">
      <h2 id="hl-columns-title">{text('list.columns.title', { list: text(`list.${list}.title`) })}</h2>
      {view && <span className="hl-faint">{text('list.columns.view', { view })}</span>}
      <button type="button" className="hl-icon-button" aria-label={text('list.close')} onClick={onClose}>
        <Icon name="close" size={18} />
      </button>
    </header>
  )
}

/** A dialog that is modal from its first moment. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return dialog
}

interface FootProps {
  onRestore: () => void
  onClose: () => void
  onApply: () => void
  onSaveView: (name: string) => void
}

function Foot({ onRestore, onClose, onApply, onSaveView }: FootProps) {
  return (
    <footer className="hl-dialog-foot">
      <button type="button" className="hl-plain" onClick={onRestore}>
        {text('list.columns.restore')}
      </button>
      <button type="button" className="hl-button" onClick={onClose}>
        {text('list.cancel')}
      </button>
      <SaveAsView onSave={onSaveView} />
      <button type="button" className="hl-button hl-main-button" onClick={onApply}>
        {text('list.apply')}
      </button>
    </footer>
  )
}

/** Which columns, in which order and how they are written; nothing holds before "Aplicar". */
export function ColumnsDialog({ model, onClose }: ColumnsDialogProps) {
  const { list, columns } = model
  const dialog = useModal()
  const [draft, setDraft] = useState<readonly Shown[]>(columns)
  const [chosen, setChosen] = useState(columns[0]?.column.id)
  const one = draft.find(({ column }) => column.id === chosen)
  const change = (next: Shown) => setDraft(draft.map((other) => (other.column.id === next.column.id ? next : other)))
  const apply = () => {
    model.saveColumns(draft)
    onClose()
  }
  return (
    <dialog ref={dialog} className="hl-dialog" aria-labelledby="hl-columns-title" onClose={onClose}>
      <Head list={list.name} view={model.views.find(({ id }) => id === model.state.view)?.label} onClose={onClose} />
      <div className="hl-dialog-body">
        <ColumnTable
          list={list.name}
          draft={draft}
          chosen={chosen}
          onDraft={setDraft}
          onChoose={setChosen}
          onChange={change}
        />
        {one && (
          <FormatEditor
            key={one.column.id}
            list={list}
            shown={one}
            title={columnText(list.name, one.column.id)}
            sample={model.store.row(0)}
            onChange={change}
            onDefault={() =>
              change({
                ...byDefault(one.column),
                visible: one.visible,
                width: one.width,
                fixed: one.fixed,
                pinned: one.pinned,
              })
            }
          />
        )}
      </div>
      <Foot
        onRestore={() => setDraft(mergeColumns(list.columns, undefined))}
        onClose={onClose}
        onApply={apply}
        onSaveView={(name) => {
          model.saveView({ name, columns: draft })
          onClose()
        }}
      />
    </dialog>
  )
}
