import { keepPreviousData, useQuery } from '@tanstack/react-query'
import IconSearch from '@iconify-json/tabler/search'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { looseName } from '@hilo/domain/text.ts'
import { session } from '../../api/session.ts'
import { problemText } from '../../api/problem-text.ts'
import { callQuery, queryClient } from '../../api/query.ts'
import { Press } from '../../kit/Button.tsx'
import { usePhone } from '../../lists/use-phone.ts'
import { text } from '../../ui/text.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { visibleMenu, type MenuGroup } from '../menu.ts'
import { recentHits, rememberHit, type Hit } from './recent.ts'
import { optionId, SearchResults } from './SearchResults.tsx'
import styles from './search.module.css'

/** Listed screens. */
const mostScreens = 5

/** Every screen of the menu, with its name and the name of its entry. */
function screensOf(groups: readonly MenuGroup[]): Hit[] {
  const hit = (route: string, label: string, above: string | null): Hit => ({
    kind: 'screen',
    code: text(label),
    title: above === null ? '' : text(above),
    route,
  })
  return groups.flatMap(({ label: group, entries }) =>
    entries.flatMap(({ route, label, under = [] }) =>
      under.length > 0 ? under.map((one) => hit(one.route, one.label, label)) : [hit(route, label, group)],
    ),
  )
}

/**
 * Screens with words in their own or their entry's name that begin like the typed ones; matches of the own name first.
 */
function findScreens(typed: string, groups: readonly MenuGroup[]): Hit[] {
  const wanted = looseName(typed).split(' ').filter(Boolean)
  const begins = (name: string) => {
    const words = looseName(name).split(/[\s/()-]+/)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  }
  if (wanted.length === 0) return []
  const all = screensOf(groups)
  const own = all.filter(({ code }) => begins(code))
  const others = all.filter((one) => !own.includes(one) && begins(`${one.code} ${one.title}`))
  return [...own, ...others].slice(0, mostScreens)
}

/** Ctrl+K: searches any record by code and opens it. */
export function SearchDialog({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const wanted = useDebounced(typed.trim(), 120)
  const answer = useQuery(
    {
      ...callQuery('admin_vno/search/get', { text: wanted }),
      enabled: wanted !== '',
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  const screens = useMemo(() => findScreens(typed, visibleMenu(session.can)), [typed])
  const records: readonly Hit[] =
    typed.trim() === '' ? recentHits() : [...screens, ...(wanted === '' ? [] : (answer.data?.records ?? []))]
  const active = Math.min(at, records.length - 1)
  const open = (found: Hit | undefined) => {
    if (found === undefined) return
    rememberHit(found)
    close()
    void navigate({ href: found.route })
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && records.length > 0) setAt((active + step + records.length) % records.length)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(records[active])
    else return
    event.preventDefault()
  }
  const change = (value: string) => {
    setTyped(value)
    setAt(0)
  }
  return (
    <Dialog close={close} kind="frame" className={`${styles.dialog} clip`} aria-label={text('search.title')}>
      <SearchField typed={typed} change={change} press={press} count={records.length} active={active} close={close} />
      <SearchResults
        typed={typed.trim()}
        waiting={typed.trim() !== '' && (answer.isPending || wanted !== typed.trim())}
        problem={answer.isError ? problemText(answer.error) : null}
        records={records}
        active={active}
        hover={setAt}
        open={open}
      />
    </Dialog>
  )
}

interface SearchFieldProps {
  typed: string
  change: (typed: string) => void
  press: (event: KeyboardEvent) => void
  /** Number of listed results, and the one that Enter opens. */
  count: number
  active: number
  close: () => void
}

function SearchField({ typed, change, press, count, active, close }: SearchFieldProps) {
  const phone = usePhone()
  return (
    <div className={styles.head}>
      <IconSearch size={18} stroke={1.7} aria-hidden />
      <input
        className={styles.input}
        role="combobox"
        aria-expanded={count > 0}
        aria-controls="encontrado"
        aria-activedescendant={count > 0 ? optionId(active) : undefined}
        aria-label={text('search.title')}
        placeholder={text('shell.search')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        autoFocus
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={press}
      />
      <Press className={`${styles.close} phone-size-m`} onClick={close}>
        {!phone && 'Esc'}
        <span className={phone ? undefined : 'hidden-visually'}>{text('shell.close')}</span>
      </Press>
    </div>
  )
}
