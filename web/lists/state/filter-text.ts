import type { FilterKind, FilterTexts, List } from '../define.ts'
import { addDays, presetDays, startOfDay, timePresets } from './days.ts'

/**
 * A filter's value as one short text, used in the URL: status and choice `8,9` · boolean `1` · code `VAL01*` (prefix)
 * or a whole code · id `12~VAL01-0312-07` (the id and its code) · numbers `-24..-8`, `..-24` · time `hoy` or
 * `2026-11-01..2026-11-20`.
 */
type WireFilter = unknown

const list = (text: string) => text.split(',').filter((part) => part !== '')

function numbers(text: string): number[] | undefined {
  const values = list(text).map(Number)
  return values.length > 0 && values.every(Number.isInteger) ? values : undefined
}

/** The two ends of `a..b`; an omitted end is empty. */
export function parseRange(text: string): [string, string] | undefined {
  const at = text.indexOf('..')
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + 2)]
}

function numberRange(text: string): WireFilter | undefined {
  const ends = parseRange(text)
  if (!ends) return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
  const [gte, lte] = ends
  const range = { ...(gte !== '' && { gte: Number(gte) }), ...(lte !== '' && { lte: Number(lte) }) }
  const values = Object.values(range)
  return values.length > 0 && values.every(Number.isFinite) ? range : undefined
}

function timeRange(text: string, now: number): WireFilter | undefined {
  const preset = timePresets.find((name) => name === text)
  const ends = preset ? presetDays(preset, now) : parseRange(text)
  if (!ends) return undefined
  const [from, to] = ends
  const start = from === '' ? undefined : startOfDay(from)
  const end = to === '' ? undefined : startOfDay(addDays(to, 1)) - 1
  if (Number.isNaN(start) || Number.isNaN(end) || (start === undefined && end === undefined)) return undefined
  return {
    ...(start !== undefined && { gte: new Date(start).toISOString() }),
    ...(end !== undefined && { lte: new Date(end).toISOString() }),
  }
}

const toWire: Record<FilterKind, (text: string, now: number) => WireFilter | undefined> = {
  status: numbers,
  choice: (text) => (text === '' ? undefined : list(text)),
  boolean: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  code: (text) => {
    if (text.endsWith('*')) return text.length > 1 ? { like: text.slice(0, -1) } : undefined
    return text === '' ? undefined : text
  },
  id: (text) => {
    const id = Number(text.split('~', 1)[0])
    return Number.isInteger(id) && id > 0 ? id : undefined
  },
  integer: numberRange,
  number: numberRange,
  time: timeRange,
  near: () => undefined,
}

/** The filter in API form; undefined for an unreadable text, so that a broken link never breaks the list. */
export function wireFilter(kind: FilterKind, text: string, now: number): WireFilter | undefined {
  try {
    return toWire[kind](text, now)
  } catch {
    return undefined
  }
}

/** All filters in API form; `now` (ms) resolves "hoy" and other presets. */
export function wireFilters(
  kinds: Readonly<Partial<Record<string, { kind: FilterKind }>>>,
  texts: FilterTexts,
  now: number,
): Record<string, WireFilter> {
  const entries = Object.entries(texts).flatMap(([field, text]): [string, WireFilter][] => {
    const kind = kinds[field]?.kind
    const value = kind && text !== undefined ? wireFilter(kind, text, now) : undefined
    return value === undefined ? [] : [[field, value]]
  })
  return Object.fromEntries(entries)
}

/** Filters of a list's query: its constant filters and the user's. */
export function listFilters(
  list: Pick<List, 'filters' | 'hiddenFilters' | 'always'>,
  texts: FilterTexts,
  now: number,
): Record<string, WireFilter> {
  return wireFilters({ ...list.filters, ...list.hiddenFilters }, { ...texts, ...list.always }, now)
}
