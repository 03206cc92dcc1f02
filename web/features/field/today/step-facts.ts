/** Recorded values of a step, as name and value, for reading. Pure. */
import { condition, connectionType, type FieldStep } from '@hilo/domain/status.ts'
import { formatNumber, formatPowerUnit } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'

type Show = (value: unknown) => string | null
const word: Show = (value) => (typeof value === 'string' && value !== '' ? value : null)
const count: Show = (value) => (typeof value === 'number' ? formatNumber(value) : null)
const power: Show = (value) => (typeof value === 'number' ? formatPowerUnit(value) : null)
const yes: Show = (value) => (typeof value === 'boolean' ? text(value ? 'tech.yes' : 'tech.no') : null)
const choice =
  (of: string): Show =>
  (value) =>
    value == null || typeof value === 'object' ? null : text(`choice.${of}.${String(value)}`)
const conditions: Show = (value) =>
  Array.isArray(value) && value.length > 0
    ? value.map((code: number) => text(condition.of(code)?.label ?? '')).join(', ')
    : null
const connection: Show = (value) => {
  const known = typeof value === 'number' ? connectionType.of(value) : undefined
  return known ? text(known.label) : null
}

const shown: Readonly<Record<FieldStep, readonly [field: string, label: string, show: Show][]>> = {
  initial: [['cto_code_read', 'tech.field.cto_code_read', word]],
  report: [
    ['box', 'tech.field.box', choice('box')],
    ['tidy', 'tech.field.tidy', count],
    ['free_ports_seen', 'tech.field.free_ports_seen', count],
    ['loose_fibres', 'tech.field.loose_fibres', yes],
    ['conditions', 'tech.field.conditions', conditions],
    ['comments', 'tech.field.comments', word],
  ],
  cto_access: [
    ['method', 'tech.field.method', choice('method')],
    ['connection_type', 'tech.field.connection_type', connection],
    ['minutes', 'tech.field.minutes_access', count],
    ['no_access_reason', 'tech.field.no_access_reason', word],
  ],
  port_available: [
    ['port_number', 'tech.field.port_number', count],
    ['found', 'tech.field.found', choice('found')],
    ['comments', 'tech.field.comments', word],
  ],
  power: [
    ['power_dbm', 'tech.title.power', power],
    ['roseta_dbm', 'tech.field.roseta_dbm', power],
    ['comments', 'tech.field.comments', word],
  ],
  cto_enrollment: [['label_read', 'tech.field.label_read', word]],
  drop_enrollment: [
    ['action', 'tech.field.drop_action', (value) => (word(value) ? text(`tech.drop_action.${String(value)}`) : null)],
    ['drop_label_read', 'tech.field.drop_label_read', word],
    ['replaced_label', 'tech.field.replaced_label', word],
    ['length_m', 'tech.field.length_m', count],
    ['drop_type', 'tech.field.drop_type', choice('drop_type')],
    ['fibre_no', 'tech.field.fibre_no', count],
  ],
  final_report: [
    ['ont_serial', 'tech.field.ont_serial', word],
    ['rx_dbm', 'tech.field.rx_dbm', power],
    ['speed_ok', 'tech.field.speed_ok', yes],
    ['customer_present', 'tech.field.customer_present', yes],
    ['minutes', 'tech.field.minutes', count],
    ['comments', 'tech.field.comments', word],
  ],
}

/** Names and values of a step; empty fields are left out. */
export function factsOf(step: FieldStep, data: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return shown[step].flatMap(([field, label, show]) => {
    const value = show(data[field])
    return value === null ? [] : [[text(label), value]]
  })
}
