import type { SortDirection } from '@hilo/contract/call.ts'
import type { AnyFilter, FilterTexts, List } from '../define.ts'
import { knownText } from './filter-text.ts'
import { idOf } from '../../ui/id-of.ts'

/** State of a list that is stored in the URL. */
export interface ListState {
  /** Id of the active view's tab; null when none is active. */
  view: string | null
  filter: FilterTexts
  search: string
  sort: readonly [string, SortDirection] | null
  /** Id of the record whose panel is open. */
  open: number | null
}

/** What the URL is parsed against. */
export interface StateRules {
  filters: Readonly<Partial<Record<string, AnyFilter>>>
  sorts: readonly string[]
  views: readonly {
    id: string
    filter: FilterTexts
    search?: string
    sort?: ListState['sort']
    /**
     * `own` and `other`: a user's view, which the recipient of a link may not have, so the link repeats its content.
     */
    kind?: 'list' | 'own' | 'other'
  }[]
  /** Default view of a URL without parameters, if not the first: then every URL names its view. */
  home?: string | undefined
}

/** Rules of a list, without views. */
export function rulesOf(list: List): StateRules {
  const sorts = list.columns.flatMap((column) => column.sort ?? [])
  return { filters: list.filters, sorts: [...sorts, list.sort[0]], views: [] }
}

/** Longest text that lists search for. */
const mostSearch = 100
const noView = '-'
const keys = { view: 'vista', search: 'q', sort: 'orden', open: 'abierto' } as const

export function sameFilter(a: FilterTexts, b: FilterTexts): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

/** The router may have written a text as JSON (`"12"`). */
function plain(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text
}

function readSort(text: string | null, sorts: readonly string[]): ListState['sort'] {
  const [field = '', direction] = (text ?? '').split('.')
  if (!sorts.includes(field)) return null
  return direction === 'desc' || direction === 'asc' ? [field, direction] : null
}

/** Whether a URL names its view. */
export const namesView = (search: string): boolean => new URLSearchParams(search).has(keys.view)

/** Parses the query part of a URL, passing over what the list does not know. An empty one means the first view. */
export function readState(search: string, rules: StateRules): ListState {
  const params = new URLSearchParams(search)
  const named = plain(params.get(keys.view) ?? '')
  const entries = Object.entries(rules.filters).flatMap(([field, filter]) => {
    const text = filter && knownText(filter, plain(params.get(field) ?? ''))
    return text ? [[field, text] as const] : []
  })
  const explicit = entries.length > 0 || params.has(keys.search) || named === noView
  const home = explicit ? undefined : rules.views.find((one) => one.id === rules.home)
  const view = named === '' ? (home ?? rules.views[0]) : rules.views.find((one) => one.id === named)
  return {
    view: view?.id ?? (named === noView || named === '' ? null : named),
    filter: explicit ? Object.fromEntries(entries) : { ...view?.filter },
    search:
      plain(params.get(keys.search) ?? '')
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, mostSearch) || (explicit ? '' : (view?.search ?? '')),
    sort: readSort(params.get(keys.sort), rules.sorts) ?? (explicit ? null : (view?.sort ?? null)),
    open: idOf(plain(params.get(keys.open) ?? '')) ?? null,
  }
}

/** Keeps values readable: escapes only characters that would break the URL. */
const escape = (text: string) => encodeURIComponent(text).replace(/%(?:2C|7E|2A|40|3A)/g, decodeURIComponent)

/** Writes the shortest query part that parses back to the same state; other parameters are kept. */
export function writeState(state: ListState, rules: StateRules, current = ''): string {
  const own = new Set<string>([...Object.keys(rules.filters), ...Object.values(keys)])
  const out = [...new URLSearchParams(current)].filter(([key]) => !own.has(key))
  const view = rules.views.find((one) => one.id === state.view)
  const asView = view !== undefined && sameFilter(view.filter, state.filter) && state.search === (view.search ?? '')
  const told = asView && view.kind !== 'own' && view.kind !== 'other'
  const nameless = rules.home === undefined ? rules.views[0] : undefined
  if (asView ? view !== nameless : state.view !== null) {
    const bare = !asView && Object.keys(state.filter).length === 0 && state.search === ''
    out.push([keys.view, bare ? noView : (state.view ?? noView)])
  } else if (!asView && Object.keys(state.filter).length === 0 && state.search === '') out.push([keys.view, noView])
  if (!told) {
    for (const field of Object.keys(rules.filters)) if (state.filter[field]) out.push([field, state.filter[field]])
    if (state.search) out.push([keys.search, state.search])
  }
  if (state.sort && !(told && view.sort?.join() === state.sort.join())) out.push([keys.sort, state.sort.join('.')])
  if (state.open) out.push([keys.open, String(state.open)])
  return out.map(([key, value]) => `${escape(key)}=${escape(value)}`).join('&')
}
