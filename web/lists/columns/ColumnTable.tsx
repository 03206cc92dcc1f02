import { useState, type KeyboardEvent } from 'react'
import { text } from '../../ui/text.ts'
import { Icon } from '../icons.tsx'
import { columnText } from '../text.ts'
import { move, narrowest, widest, type Shown } from './config.ts'
import { useDrag } from './use-drag.ts'

interface ColumnTableProps {
  list: string
  draft: readonly Shown[]
  chosen: string | undefined
  onDraft: (draft: readonly Shown[]) => void
  onChoose: (id: string) => void
  onChange: (shown: Shown) => void
}

interface ItemProps {
  shown: Shown
  name: string
  chosen: boolean
  dragged: boolean
  onChoose: () => void
  onChange: (shown: Shown) => void
  onGrip: React.PointerEventHandler<HTMLElement>
  /** −1 up, 1 down. */
  onStep: (by: number) => void
}

function Item({ shown, name, chosen, dragged, onChoose, onChange, onGrip, onStep }: ItemProps) {
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  const classes = ['hl-crow', chosen && 'hl-crow-chosen', dragged && 'hl-crow-dragged', !shown.visible && 'hl-crow-off']
  return (
    <li className={classes.filter(Boolean).join(' ')} data-drag onClick={onChoose}>
      <button
        type="button"
        className="hl-drag"
        aria-label={text('list.columns.move', { name })}
        title={text('list.columns.moveHint')}
        onPointerDown={onGrip}
        onKeyDown={keys}
      >
        <Icon name="grip" />
      </button>
      <input
        type="checkbox"
        checked={shown.visible}
        aria-label={text('list.columns.show', { name })}
        onChange={() => onChange({ ...shown, visible: !shown.visible })}
      />
      <button type="button" className="hl-cname" aria-current={chosen ? 'true' : undefined} onClick={onChoose}>
        {name}
      </button>
      <span className="hl-faint">{text(`list.component.${shown.component}`)}</span>
      <input
        className="hl-input"
        type="number"
        min={narrowest}
        max={widest}
        value={shown.width}
        aria-label={text('list.columns.widthOf', { name })}
        onChange={(event) =>
          onChange({ ...shown, width: Number(event.target.value) || shown.column.width, fixed: true })
        }
      />
      <button
        type="button"
        className="hl-icon-button hl-pinned"
        aria-pressed={shown.pinned}
        aria-label={text('list.columns.pin', { name })}
        onClick={(event) => {
          event.stopPropagation()
          onChange({ ...shown, pinned: !shown.pinned })
        }}
      >
        <Icon name="pin" />
      </button>
    </li>
  )
}

/** Every column: shown or not, its place, width and whether it stays at the left. */
export function ColumnTable({ list, draft, chosen, onDraft, onChoose, onChange }: ColumnTableProps) {
  const [wanted, setWanted] = useState('')
  const { dragged, start } = useDrag(draft, onDraft)
  const needle = wanted.trim().toLocaleLowerCase('es')
  return (
    <section className="hl-ctable">
      <div className="hl-csearch">
        <label className="hl-search">
          <Icon name="search" />
          <input
            type="search"
            value={wanted}
            placeholder={text('list.columns.search')}
            aria-label={text('list.columns.search')}
            onChange={(event) => setWanted(event.target.value)}
          />
        </label>
        <span>
          {text('list.columns.visible', { visible: draft.filter((one) => one.visible).length, total: draft.length })}
        </span>
      </div>
      <div className="hl-chead" aria-hidden="true">
        <span>{text('list.columns.column')}</span>
        <span>{text('list.columns.format')}</span>
        <span>{text('list.columns.width')}</span>
        <span>{text('list.columns.pinHead')}</span>
      </div>
      <ul className="hl-clist">
        {draft.map((shown, place) => {
          const name = columnText(list, shown.column.id)
          if (needle !== '' && !name.toLocaleLowerCase('es').includes(needle)) return null
          return (
            <Item
              key={shown.column.id}
              shown={shown}
              name={name}
              chosen={shown.column.id === chosen}
              dragged={place === dragged}
              onChoose={() => onChoose(shown.column.id)}
              onChange={onChange}
              onGrip={(event) => start(event, place)}
              onStep={(by) => onDraft(move(draft, place, place + by))}
            />
          )
        })}
      </ul>
    </section>
  )
}
