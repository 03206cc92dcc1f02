import { useState } from 'react'
import type { List } from '../define.ts'
import { Icon } from '../icons.tsx'
import type { ListState } from '../state/url-state.ts'
import type { ChangeState } from '../state/use-list-state.ts'
import { text } from '../../ui/text.ts'
import { filterName, filterText } from './chip-text.ts'
import { FilterEditor } from './editors.tsx'

interface FilterMenuProps {
  list: List
  state: ListState
  change: ChangeState
  /** Filter to edit at once; without it the person chooses first. */
  field?: string | undefined
  close: () => void
}

/** Filters in the order of the list's `quick`, then the others; a position on the map is not asked for here. */
function fieldsOf(list: List): string[] {
  const all = Object.keys(list.filters).filter((field) => list.filters[field]?.kind !== 'near')
  const quick = (list.quick ?? []).filter((field) => all.includes(field))
  return [...quick, ...all.filter((field) => !quick.includes(field))]
}

/** The menu "Filtro": first which, then its value. */
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
        <div className="hl-menu-head">
          {field === undefined && (
            <button
              type="button"
              className="hl-icon-button"
              aria-label={text('list.back')}
              onClick={() => setChosen(undefined)}
            >
              <Icon name="back" />
            </button>
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
          <button key={name} type="button" className="hl-item" onClick={() => setChosen(name)}>
            {filterName(list, name)}
            {declared && value !== undefined && <span className="hl-faint">{filterText(name, declared, value)}</span>}
          </button>
        )
      })}
    </div>
  )
}
