import { useState, type KeyboardEvent } from 'react'
import { IconButton, Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { Icon } from '../icons.tsx'
import { columnText } from '../text.ts'
import { moveItem, narrowest, widest, type ShownColumn } from './config.ts'
import { useDrag } from './use-drag.ts'

interface ColumnTableProps {
  list: string
  draft: readonly ShownColumn[]
  chosen: string | undefined
  onDraft: (draft: readonly ShownColumn[]) => void
  onChoose: (id: string) => void
  onChange: (shown: ShownColumn) => void
}

interface ItemProps {
  shown: ShownColumn
  name: string
  chosen: boolean
  dragged: boolean
  onChoose: () => void
  onChange: (shown: ShownColumn) => void
  onGrip: React.PointerEventHandler<HTMLElement>
  /** −1 moves the column up, 1 moves it down. */
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
      <Press
        className="hl-drag grid centered ink-2 no-touch no-padding h-26"
        aria-label={text('list.columns.move', { name })}
        title={text('list.columns.moveHint')}
        onPointerDown={onGrip}
        onKeyDown={keys}
      >
        <Icon name="grip" />
      </Press>
      <input
        type="checkbox"
        checked={shown.visible}
        aria-label={text('list.columns.show', { name })}
        onChange={() => onChange({ ...shown, visible: !shown.visible })}
      />
      <Press
        className="hl-cname semibold text-left text-s"
        aria-current={chosen ? 'true' : undefined}
        onClick={onChoose}
      >
        {name}
      </Press>
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
      <IconButton
        size="small"
        className="hl-pinned"
        aria-pressed={shown.pinned}
        label={text('list.columns.pin', { name })}
        onClick={(event) => {
          event.stopPropagation()
          onChange({ ...shown, pinned: !shown.pinned })
        }}
      >
        <Icon name="pin" />
      </IconButton>
    </li>
  )
}

/** Every column with its visibility, order, width and pinning. */
export function ColumnTable({ list, draft, chosen, onDraft, onChoose, onChange }: ColumnTableProps) {
  const [wanted, setWanted] = useState('')
  const { dragged, start } = useDrag(draft, onDraft)
  const needle = wanted.trim().toLocaleLowerCase('es')
  return (
    <section className="hl-ctable flex column shrink-y">
      <div className="hl-csearch flex middle gap-10 text-xs">
        <label className="hl-search flex relative">
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
      <div className="hl-chead text-xs ink-2 sunk" aria-hidden="true">
        <span>{text('list.columns.column')}</span>
        <span>{text('list.columns.format')}</span>
        <span>{text('list.columns.width')}</span>
        <span>{text('list.columns.pinHead')}</span>
      </div>
      <ul className="hl-clist grow shrink-y scroll-y thin-bars">
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
              onStep={(by) => onDraft(moveItem(draft, place, place + by))}
            />
          )
        })}
      </ul>
    </section>
  )
}
