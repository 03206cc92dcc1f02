import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { List } from '../define.ts'
import { Icon } from '../icons.tsx'
import { Popover } from '../Popover.tsx'
import type { ChangeState } from '../state/use-list-state.ts'
import type { ListState } from '../state/url-state.ts'
import { text } from '../../ui/text.ts'
import { filterName, filterText } from './chip-text.ts'

const FilterMenu = lazy(() => import('./FilterMenu.tsx').then(({ FilterMenu }) => ({ default: FilterMenu })))

interface FilterProps {
  list: List
  state: ListState
  change: ChangeState
}

/** Search as one types, 200 ms after the last key; the address changes without filling the history. */
export function SearchBox({ list, state, change }: FilterProps) {
  const [typed, setTyped] = useState(state.search)
  const sent = useRef(state.search)
  useEffect(() => {
    if (state.search === sent.current) return
    sent.current = state.search
    setTyped(state.search)
  }, [state.search])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      change({ search: wanted }, sent.current === '' ? 'push' : 'replace')
      sent.current = wanted
    }, 200)
    return () => clearTimeout(timer)
  }, [typed, change])
  return (
    <label className="hl-search">
      <Icon name="search" />
      <input
        type="search"
        value={typed}
        maxLength={100}
        placeholder={text(`list.${list.name}.search`)}
        aria-label={text('list.search', { list: text(`list.${list.name}.title`) })}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}

/** One filter in force: pressing it opens its editor, the cross takes it away. */
function Chip({ list, state, change, field }: FilterProps & { field: string }) {
  const filter = list.filters[field]
  const value = state.filter[field]
  if (!filter || value === undefined) return null
  const name = filterName(list, field)
  const remove = () => {
    const { [field]: _gone, ...rest } = state.filter
    change({ filter: rest })
  }
  return (
    <span className="hl-chip">
      <Popover
        className="hl-chip-open"
        button={
          <>
            {name} <b>{filterText(field, filter, value)}</b>
          </>
        }
      >
        {(close) => (
          <Suspense fallback={<div className="hl-menu" />}>
            <FilterMenu list={list} state={state} change={change} field={field} close={close} />
          </Suspense>
        )}
      </Popover>
      <button
        type="button"
        className="hl-chip-close"
        aria-label={text('list.filter.remove', { name })}
        onClick={remove}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

export function FilterChips(props: FilterProps) {
  const { list, state } = props
  const fields = Object.keys(list.filters).filter((field) => state.filter[field] !== undefined)
  return fields.map((field) => <Chip key={field} field={field} {...props} />)
}

export function FilterButton(props: FilterProps) {
  return (
    <Popover
      className="hl-filter"
      button={
        <>
          <Icon name="filter" size={15} />
          {text('list.filter')}
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<div className="hl-menu" />}>
          <FilterMenu {...props} close={close} />
        </Suspense>
      )}
    </Popover>
  )
}

/** Search, filters in force, the menu of filters, and a way to be rid of them. */
export function FilterBar(props: FilterProps) {
  const { state, change } = props
  const some = Object.keys(state.filter).length > 0 || state.search !== ''
  return (
    <div className="hl-filters" role="search">
      {props.list.searchable !== false && <SearchBox {...props} />}
      <FilterChips {...props} />
      <FilterButton {...props} />
      {some && (
        <button type="button" className="hl-plain hl-clear" onClick={() => change({ filter: {}, search: '' })}>
          {text('list.filter.clear')}
        </button>
      )}
    </div>
  )
}
