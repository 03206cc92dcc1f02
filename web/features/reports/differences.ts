/** What changed between two records, in words: names of fields as people say them, values as they are shown elsewhere. */
import i18next from 'i18next'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime, formatNumber, formatPowerUnit } from '../../ui/format.ts'
import { statusOf } from '../../ui/shapes/state-shape.ts'
import { text } from '../../ui/text.ts'
import { wordOf } from './history-words.ts'

export interface Difference {
  key: string
  name: string
  before: string
  after: string
}

type Facts = Record<string, unknown>
const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Numbers that stand for states, by the name of their field. */
const enumerations: Readonly<Record<string, string>> = {
  process_state: 'process_state',
  inventory_status: 'inventory',
  assignment_status: 'assignment',
  code: 'condition',
}
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function nameOf(key: string): string {
  const setting = `setting.${key}`
  return i18next.exists(setting) ? text(setting) : wordOf('fact', key, key.replaceAll('_', ' '))
}

/** @param states enumeration that `state` is of, in these records */
function valueText(key: string, value: unknown, states: string | undefined): string {
  if (value === null || value === undefined || value === '') return text('form.nothing')
  if (typeof value === 'boolean') return text(value ? 'form.yes' : 'form.no')
  if (typeof value === 'number') {
    const enumeration = key === 'state' ? states : enumerations[key]
    const status = enumeration === undefined ? undefined : statusOf(enumeration, value)
    if (status) return text(status.label)
    if (key.endsWith('_dbm') || key.startsWith('rx_')) return formatPowerUnit(value) ?? ''
    if (key.endsWith('_id') || key === 'id') return String(value)
    return formatNumber(value, Number.isInteger(value) ? 0 : 2)
  }
  if (typeof value === 'string') {
    if (time.test(value) && !Number.isNaN(Date.parse(value))) return formatDateTime(value)
    return i18next.exists(`choice.${key}.${value}`) ? choiceText(key, value) : value
  }
  if (Array.isArray(value)) return value.map((one) => valueText(key, one, states)).join(', ') || text('form.nothing')
  const parts = Object.entries(value).filter(([, one]) => one !== null)
  return parts.map(([name, one]) => `${nameOf(name)}: ${valueText(name, one, states)}`).join(', ')
}

/** Only what differs; of a record that was not there before, all of it. */
export function differences(before: unknown, after: unknown, states?: string): Difference[] {
  const [was, is] = [isFacts(before) ? before : {}, isFacts(after) ? after : {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key): Difference[] => {
    const [one, other] = [was[key], is[key]]
    if (JSON.stringify(one) === JSON.stringify(other)) return []
    if (isFacts(one) && isFacts(other))
      return differences(one, other, states).map((inner) => ({
        ...inner,
        key: `${key}.${inner.key}`,
        name: `${nameOf(key)}, ${inner.name}`,
      }))
    return [{ key, name: nameOf(key), before: valueText(key, one, states), after: valueText(key, other, states) }]
  })
}
