import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { List } from '../define.ts'
import { Icon } from '../icons.tsx'
import { Popover } from '../../kit/Popover.tsx'
import type { ChangeState } from '../state/use-list-state.ts'
import type { ListState } from '../state/url-state.ts'
import { Button, Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { filterName, filterText } from './chip-text.ts'

const FilterMenu = lazy(() => import('./FilterMenu.tsx').then(({ FilterMenu }) => ({ default: FilterMenu })))

interface FilterProps {
  list: List
  state: ListState
  change: ChangeState
}

/** Search as the user types, debounced by 200 ms; the URL changes without adding history entries. */
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
    <label className="hl-search flex relative">
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

/** One active filter: a press opens its editor, the cross removes it. */
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
    <span className="hl-chip inline-flex middle text-xs surface round h-26 line-strong">
      <Popover
        className="hl-chip-open ink-2 tall truncate"
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
      <Press
        className="hl-chip-close ink-2 tall grid centered no-padding"
        aria-label={text('list.filter.remove', { name })}
        onClick={remove}
      >
        <Icon name="close" size={14} />
      </Press>
    </span>
  )
}

function FilterChips(props: FilterProps) {
  const { list, state } = props
  const fields = Object.keys(list.filters).filter((field) => state.filter[field] !== undefined)
  return fields.map((field) => <Chip key={field} field={field} {...props} />)
}

function FilterButton(props: FilterProps) {
  return (
    <Popover
      className="hl-filter inline-flex middle text-xs surface round h-26 line-strong"
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

/** Search, active filters, the filter menu, and "clear all". */
export function FilterBar(props: FilterProps) {
  const { state, change } = props
  const some = Object.keys(state.filter).length > 0 || state.search !== ''
  return (
    <div className="hl-filters flex wrap middle gap-6 min-h-44" role="search">
      {props.list.searchable !== false && <SearchBox {...props} />}
      <FilterChips {...props} />
      <FilterButton {...props} />
      {some && (
        <Button kind="plain" className="hl-clear push" onClick={() => change({ filter: {}, search: '' })}>
          {text('list.filter.clear')}
        </Button>
      )}
    </div>
  )
}
