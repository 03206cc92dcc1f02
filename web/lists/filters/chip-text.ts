import { formatDate, formatNumber } from '../../ui/format.ts'
import type { AnyFilter, List } from '../define.ts'
import { timePresets } from '../state/days.ts'
import { parseRange } from '../state/filter-text.ts'
import { choiceText, columnText } from '../text.ts'
import { text } from '../../ui/text.ts'

/** Label of a filter: its own text, or the label of its column. */
export function filterName(list: List, field: string): string {
  const own = list.filters[field]?.label
  return own ? text(own) : columnText(list.name, list.columns.find((column) => column.filter === field)?.id ?? field)
}

function some(names: readonly string[]): string {
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ')
}

const day = (value: string) => formatDate(`${value}T12:00:00`)
const figure = (value: string) => formatNumber(Number(value), value.includes('.') ? 2 : 0)

function range(value: string, write: (end: string) => string): string {
  const [from, to] = parseRange(value) ?? [value, value]
  if (from === to) return write(from)
  if (from === '') return `≤ ${write(to)}`
  return to === '' ? `≥ ${write(from)}` : `${write(from)} – ${write(to)}`
}

/** Value part of a filter chip. */
export function filterText(field: string, filter: AnyFilter, value: string): string {
  switch (filter.kind) {
    case 'status':
      return some(value.split(',').map((one) => text(filter.of.of(Number(one))?.label ?? one)))
    case 'choice':
      return some(value.split(',').map((one) => choiceText(filter.of ?? field, one)))
    case 'time':
      return timePresets.some((preset) => preset === value) ? text(`list.time.${value}`) : range(value, day)
    case 'number':
    case 'integer':
      return range(value, figure) + (filter.unit ? `\u00a0${filter.unit}` : '')
    case 'boolean':
      return text(value === '1' ? 'list.yes' : 'list.no')
    case 'id':
      return value.split('~')[1] ?? value
    case 'code':
      return value.replace(/\*$/, '…')
    case 'near':
      return value
  }
}
