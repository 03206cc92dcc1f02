import { useState } from 'react'
import type { List } from '../define.ts'
import { Icon } from '../icons.tsx'
import type { ListState } from '../state/url-state.ts'
import type { ChangeState } from '../state/use-list-state.ts'
import { IconButton, Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { filterName, filterText } from './chip-text.ts'
import { FilterEditor } from './editors.tsx'

interface FilterMenuProps {
  list: List
  state: ListState
  change: ChangeState
  /** Filter to edit; without it the user chooses one first. */
  field?: string | undefined
  close: () => void
}

/** The list's `quick` filters first, then the others; map bounds are not offered here. */
function fieldsOf(list: List): string[] {
  const all = Object.keys(list.filters).filter((field) => list.filters[field]?.kind !== 'near')
  const quick = (list.quick ?? []).filter((field) => all.includes(field))
  return [...quick, ...all.filter((field) => !quick.includes(field))]
}

/** The "Filtro" menu: choose a filter, then its value. */
export function FilterMenu({ list, state, change, field, close }: FilterMenuProps) {
  const [chosen, setChosen] = useState(field)
  const filter = chosen === undefined ? undefined : list.filters[chosen]
  const apply = (name: string) => (value: string | null) => {
    const { [name]: _old, ...rest } = state.filter
    change({ filter: value ? { ...rest, [name]: value } : rest }, state.filter[name] === undefined ? 'push' : 'replace')
  }
  if (chosen !== undefined && filter)
    return (
      <div className="hl-menu">
        <div className="hl-menu-head flex middle gap-4 px-8 min-h-28">
          {field === undefined && (
            <IconButton size="small" label={text('list.back')} onClick={() => setChosen(undefined)}>
              <Icon name="back" />
            </IconButton>
          )}
          <b>{filterName(list, chosen)}</b>
        </div>
        <FilterEditor
          field={chosen}
          filter={filter}
          value={state.filter[chosen] ?? ''}
          onChange={apply(chosen)}
          onDone={close}
        />
      </div>
    )
  return (
    <div className="hl-menu" role="group" aria-label={text('list.filter')}>
      {fieldsOf(list).map((name) => {
        const declared = list.filters[name]
        const value = state.filter[name]
        return (
          <Press key={name} className="hl-item between" onClick={() => setChosen(name)}>
            {filterName(list, name)}
            {declared && value !== undefined && <span className="hl-faint">{filterText(name, declared, value)}</span>}
          </Press>
        )
      })}
    </div>
  )
}
