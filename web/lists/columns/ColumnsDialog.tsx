import { useEffect, useState } from 'react'
import { callList } from '../data/call-list.ts'
import type { Row } from '../define.ts'
import { Icon } from '../icons.tsx'
import { columnText } from '../text.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { text } from '../../ui/text.ts'
import type { ListModel } from '../use-list.ts'
import { defaultColumn, mergeColumns, type ShownColumn } from './config.ts'
import { ColumnTable } from './ColumnTable.tsx'
import './columns.css'
import { FormatEditor } from './FormatEditor.tsx'

interface ColumnsDialogProps {
  model: ListModel
  onClose: () => void
}

/** A button that turns into a name field when pressed. */
function SaveAsView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState<string | null>(null)
  if (name === null) return <Button onClick={() => setName('')}>{text('list.columns.asView')}</Button>
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
      <Button type="submit">{text('list.view.save')}</Button>
    </form>
  )
}

/** "Columnas de Intervenciones, vista Hoy" */
function Head({ list, view, onClose }: { list: string; view: string | undefined; onClose: () => void }) {
  return (
    <header className="hl-dialog-head flex middle gap-10 line-bottom">
      <h2 id="hl-columns-title">{text('list.columns.title', { list: text(`list.${list}.title`) })}</h2>
      {view && <span className="hl-faint">{text('list.columns.view', { view })}</span>}
      <IconButton size="small" label={text('list.close')} onClick={onClose}>
        <Icon name="close" size={18} />
      </IconButton>
    </header>
  )
}

interface FootProps {
  onRestore: () => void
  onClose: () => void
  onApply: () => void
  onSaveView: (name: string) => void
}

function Foot({ onRestore, onClose, onApply, onSaveView }: FootProps) {
  return (
    <footer className="hl-dialog-foot flex middle gap-10 line-top">
      <Button kind="plain" onClick={onRestore}>
        {text('list.columns.restore')}
      </Button>
      <Button onClick={onClose}>{text('list.cancel')}</Button>
      <SaveAsView onSave={onSaveView} />
      <Button kind="main" onClick={onApply}>
        {text('list.apply')}
      </Button>
    </footer>
  )
}

/** The first row with all its fields, those of hidden columns too; until it arrives, what the list shows of it. */
function useSample({ list, store }: ListModel): Row | undefined {
  const row = store.row(0)
  const id = row?.id
  const [whole, setWhole] = useState<Row>()
  useEffect(() => {
    if (id === undefined) return
    const asked = new AbortController()
    callList(list.path, { id }, asked.signal).then(
      ({ records }) => setWhole(records[0]),
      () => undefined,
    )
    return () => asked.abort()
  }, [list, id])
  return whole?.id === id ? whole : row
}

/** Column settings: visibility, order and format. Changes take effect on "Aplicar" only. */
export function ColumnsDialog({ model, onClose }: ColumnsDialogProps) {
  const { list, columns } = model
  const [draft, setDraft] = useState<readonly ShownColumn[]>(columns)
  const [chosen, setChosen] = useState(columns[0]?.column.id)
  const sample = useSample(model)
  const one = draft.find(({ column }) => column.id === chosen)
  const change = (next: ShownColumn) =>
    setDraft(draft.map((other) => (other.column.id === next.column.id ? next : other)))
  const apply = () => {
    model.saveColumns(draft)
    onClose()
  }
  return (
    <Dialog kind="frame" className="hl-dialog grid" light={false} aria-labelledby="hl-columns-title" close={onClose}>
      <Head list={list.name} view={model.views.find(({ id }) => id === model.state.view)?.label} onClose={onClose} />
      <div className="hl-dialog-body grid shrink-y">
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
            sample={sample}
            onChange={change}
            onDefault={() =>
              change({
                ...defaultColumn(one.column),
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
    </Dialog>
  )
}
