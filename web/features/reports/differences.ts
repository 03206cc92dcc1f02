/** Differences between two records, as field labels and display values. */
import i18next from 'i18next'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime, formatNumber, formatPowerUnit } from '../../ui/format.ts'
import { statusOf } from '../../ui/shapes/state-shape.ts'
import { text } from '../../ui/text.ts'

/** A record that a value refers to. */
export interface Referred {
  entity: string
  id: number
}
interface Difference {
  key: string
  name: string
  before: string
  after: string
  /** The records behind the values, where the field is an id. */
  refers?: { before: Referred | null; after: Referred | null }
}

type Facts = Record<string, unknown>
const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Enumerations of numeric fields, by field name. */
const enumerations: Readonly<Record<string, string>> = {
  process_state: 'process_state',
  inventory_status: 'inventory',
  assignment_status: 'assignment',
  connection_type: 'connection_type',
  condition_code: 'condition',
  code: 'condition',
  origin: 'origin',
  type: 'event_type',
}
/** Those of the fields whose name another kind of record has too. */
const ownEnumerations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event: { state: 'process_state' },
  cto: { state: 'cto' },
  port: { state: 'port' },
  vno: { status: 'vno', id: 'vno' },
  app_user: { status: 'account' },
  technical_account: { status: 'account' },
  role: { status: 'enabled' },
  contractor: { status: 'enabled' },
  hair_change: { reason: 'port_problem' },
  enrollment: { kind: 'enrollment_kind' },
}
/** Sets of words, where the field's name is not that of the set. */
const wordSets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event: { status: 'step_status' },
  service_order: { state: 'order_state', kind: 'order_kind' },
  access: { state: 'access_state' },
  drop: { state: 'drop_state', type: 'drop_type' },
  ont_reset: { state: 'reset_state' },
  ont_change: { state: 'ont_change_state', reason: 'ont_change_reason' },
  hair_change: { decision: 'hair_decision' },
  neighbour_case: { state: 'case_state', role: 'case_role', class: 'neighbour_class' },
  neighbour_job: { state: 'massive_state' },
  feasibility: { result: 'feasibility_result' },
  enrollment: { reason: 'verification_reason' },
}
/** Lists with the names of a record's fields, by kind of record. */
const lists: Readonly<Record<string, string>> = {
  event: 'events',
  service_order: 'orders',
  access: 'accesses',
  cto: 'ctos',
  port: 'ports',
  drop: 'drops',
  technical_account: 'technicals',
  app_user: 'admins',
  contractor: 'contractors',
  role: 'roles',
  api_key: 'apikeys',
  enrollment: 'enrollments',
  ont_reset: 'resets',
  ont_change: 'deviceModifications',
  hair_change: 'hair_changes',
}
/** The kind of record behind the field of an id. */
const records: Readonly<Record<string, string>> = {
  access_id: 'access',
  assigned_technical_id: 'technical_account',
  contractor_id: 'contractor',
  cto_id: 'cto',
  drop_id: 'drop',
  event_id: 'event',
  parent_id: 'event',
  port_assigned_id: 'port',
  port_from_id: 'port',
  port_id: 'port',
  port_to_id: 'port',
  role_id: 'role',
  service_order_id: 'service_order',
  technical_id: 'technical_account',
  vno_id: 'vno',
}
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Texts that may name a field, best first. */
function namesOf(key: string, entity: string): string[] {
  const list = lists[entity] ?? 'any'
  const referred = key.replace(/_id$/, '')
  const columns = [key, `${referred}.code`, `${referred}.name`, `${referred}.label`]
  return [
    `setting.${key}`,
    `choice.fact.${key}`,
    ...[list, 'any'].flatMap((one) => columns.map((column) => `column.${one}.${column}`)),
  ]
}
function nameOf(key: string, entity: string): string {
  const known = namesOf(key, entity).find((name) => i18next.exists(name))
  if (known !== undefined) return text(known)
  // The name of a setting or of a product has dots.
  return key.includes('.') ? key : text('list.history.other_field')
}

/** Enumeration of a numeric field in a kind of record. */
const enumerationOf = (key: string, entity: string) => ownEnumerations[entity]?.[key] ?? enumerations[key]

/** A word in Spanish, if it belongs to a set. */
function wordText(key: string, value: string, entity: string): string | undefined {
  const sets = [wordSets[entity]?.[key], key, `${entity}_${key}`].filter((one) => one !== undefined)
  const set = sets.find((one) => i18next.exists(`choice.${one}.${value}`))
  return set === undefined ? undefined : choiceText(set, value)
}

/** Text of a value. @param entity kind of the record */
function valueText(key: string, value: unknown, entity: string): string {
  if (value === null || value === undefined || value === '') return text('form.nothing')
  if (typeof value === 'boolean') return text(value ? 'form.yes' : 'form.no')
  if (typeof value === 'number') {
    const enumeration = enumerationOf(key, entity)
    const status = enumeration === undefined ? undefined : statusOf(enumeration, value)
    if (status) return text(status.label)
    if (key.endsWith('_dbm') || key.startsWith('rx_')) return formatPowerUnit(value) ?? ''
    if (key.endsWith('_id') || key === 'id') return String(value)
    return formatNumber(value, Number.isInteger(value) ? 0 : 2)
  }
  if (typeof value === 'string') {
    if (time.test(value) && !Number.isNaN(Date.parse(value))) return formatDateTime(value)
    return wordText(key, value, entity) ?? value
  }
  if (Array.isArray(value)) return value.map((one) => valueText(key, one, entity)).join(', ') || text('form.nothing')
  const parts = Object.entries(value).filter(([, one]) => one !== null)
  return parts.map(([name, one]) => `${nameOf(name, entity)}: ${valueText(name, one, entity)}`).join(', ')
}

/** Fields that say nothing to people: the number of a version, and the id of the record itself. */
const unsaid = new Set(['version', 'id', 'row_version', 'updated_at'])

const referredBy = (key: string, value: unknown): Referred | null => {
  const entity = records[key]
  return entity !== undefined && typeof value === 'number' ? { entity, id: value } : null
}

/**
 * Changed fields; all fields of a new record.
 * @param entity kind of the record
 * @param within the values are those of one field
 */
export function differences(before: unknown, after: unknown, entity = '', within = false): Difference[] {
  const [was, is] = [isFacts(before) ? before : {}, isFacts(after) ? after : {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key): Difference[] => {
    const [one, other] = [was[key], is[key]]
    if ((!within && unsaid.has(key)) || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)) return []
    if (isFacts(one) && isFacts(other))
      return differences(one, other, entity, true).map((inner) => ({
        ...inner,
        key: `${key}.${inner.key}`,
        name: inner.key === 'id' ? nameOf(key, entity) : `${nameOf(key, entity)}, ${inner.name}`,
      }))
    const shown = { before: valueText(key, one, entity), after: valueText(key, other, entity) }
    if (shown.before === shown.after) return []
    const refers = { before: referredBy(key, one), after: referredBy(key, other) }
    const isReference = refers.before !== null || refers.after !== null
    return [{ key, name: nameOf(key, entity), ...shown, ...(isReference && { refers }) }]
  })
}
