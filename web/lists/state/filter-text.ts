import type { AnyFilter, FilterKind, FilterTexts, List } from '../define.ts'
import { addDays, presetDays, startOfDay, timePresets } from './days.ts'
import { idOf } from '../../ui/id-of.ts'

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

/** @param fits whether the API takes a figure */
function numberRange(text: string, fits: (value: number) => boolean): WireFilter | undefined {
  const ends = parseRange(text)
  if (!ends) return text.trim() !== '' && fits(Number(text)) ? Number(text) : undefined
  const [gte, lte] = ends
  const range = { ...(gte !== '' && { gte: Number(gte) }), ...(lte !== '' && { lte: Number(lte) }) }
  const values = Object.values(range)
  return values.length > 0 && values.every(fits) ? range : undefined
}

const isInt32 = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31
const isMeasure = (value: number) => Math.abs(value) <= 1e9
const mostCode = 64
/** Days that ISO 8601 writes with four figures of a year. */
const isCommonEra = (ms: number) => ms >= Date.UTC(1, 0, 2) && ms < Date.UTC(9999, 11, 31)

function timeRange(text: string, now: number): WireFilter | undefined {
  const preset = timePresets.find((name) => name === text)
  const ends = preset ? presetDays(preset, now) : parseRange(text)
  if (!ends) return undefined
  const [from, to] = ends
  const start = from === '' ? undefined : startOfDay(from)
  const end = to === '' ? undefined : startOfDay(addDays(to, 1)) - 1
  const known = [start, end].filter((one) => one !== undefined)
  if (known.length === 0 || !known.every(isCommonEra)) return undefined
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
    const code = text.replace(/\*$/, '')
    if (code === '' || code.length > mostCode || /\p{Cc}/u.test(code)) return undefined
    return text === code ? code : { like: code }
  },
  id: idOf,
  integer: (text) => numberRange(text, isInt32),
  number: (text) => numberRange(text, isMeasure),
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

/**
 * A filter's text without what the list does not know, such as a status that an older version had or a figure that cannot be
 * read; undefined if nothing is left.
 */
export function knownText(filter: AnyFilter, text: string): string | undefined {
  if (filter.kind === 'near') return text
  if (filter.kind !== 'status' && filter.kind !== 'choice')
    return wireFilter(filter.kind, text, 0) === undefined ? undefined : text
  const isKnown =
    filter.kind === 'status'
      ? (part: string) => filter.of.all.some(({ value }) => String(value) === part)
      : (part: string) => filter.values.includes(part)
  return [...new Set(list(text))].filter(isKnown).join(',') || undefined
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
