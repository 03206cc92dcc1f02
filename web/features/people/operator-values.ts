import type { Input, RecordOf } from '@hilo/contract/index.ts'
import { vnoStatus } from '@hilo/domain/status.ts'
import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import { numberOf } from '../../ui/form/figures.ts'
import { text } from '../../ui/text.ts'
import { isEmail } from '@hilo/domain/email.ts'
import { phoneOf, phoneText } from '@hilo/domain/phone.ts'

export type Operator = RecordOf<'admin_vno/vno/get'>
export type OperatorValues = {
  code: string
  name: string
  description: string
  tax_id: string
  /** File name of the chosen logo, or a marker for the stored one; empty without a logo. */
  logo: string
  suspended: boolean
  comments: string
  noc_phone: string
  noc_email: string
  webhook_url: string
  webhook_secret: string
  install_days: string
  repair_hours: string
  neighbour_restore_minutes: string
}

const figure = (value: number | null) => (value === null ? '' : String(value))
export const blank: OperatorValues = {
  code: '',
  name: '',
  description: '',
  tax_id: '',
  logo: '',
  suspended: false,
  comments: '',
  noc_phone: '',
  noc_email: '',
  webhook_url: '',
  webhook_secret: '',
  install_days: '',
  repair_hours: '',
  neighbour_restore_minutes: '',
}
const { enabled } = vnoStatus.is
export const { suspended } = vnoStatus.is

export const valuesOf = (operator: Operator): OperatorValues => ({
  code: operator.externalId,
  name: operator.name,
  description: operator.description ?? '',
  tax_id: operator.tax_id ?? '',
  logo: operator.logo_file_id === null ? '' : text('operators.logo.kept'),
  suspended: operator.status.id === suspended,
  comments: operator.status.comments ?? '',
  noc_phone: phoneText(operator.contact.noc_phone),
  noc_email: operator.contact.noc_email ?? '',
  webhook_url: operator.contact.webhook_url ?? '',
  webhook_secret: '',
  install_days: figure(operator.sla.install_days),
  repair_hours: figure(operator.sla.repair_hours),
  neighbour_restore_minutes: figure(operator.sla.neighbour_restore_minutes),
})

/** Maximum of each agreed time, in its unit. */
const limits = { install_days: 365, repair_hours: 8760, neighbour_restore_minutes: 1440 } as const
export const slaNames = Object.keys(limits) as (keyof typeof limits)[]

function slaWrong(values: OperatorValues): Partial<Record<keyof typeof limits, string>> {
  const wrong = slaNames.filter((name) => {
    const value = numberOf(values[name])
    const inside = value !== null && Number.isInteger(value) && value >= 1 && value <= limits[name]
    return values[name].trim() !== '' && !inside
  })
  return Object.fromEntries(wrong.map((name) => [name, text('operators.wrong.sla', { most: limits[name] })]))
}

/**
 * True if there is a webhook address without a secret. The server would sign with a random one, which no receiver could check:
 * the form asks for one.
 */
const lacksSecret = ({ webhook_url, webhook_secret }: OperatorValues, known: Operator | null) =>
  webhook_url.trim() !== '' && webhook_secret === '' && !known?.contact.webhook_secret_set

export function check(values: OperatorValues, known: Operator | null = null) {
  const { code, name, tax_id, noc_phone, noc_email, webhook_secret } = values
  return {
    ...(!/^[A-Z0-9_-]{2,20}$/.test(code.trim().toUpperCase()) && { code: text('operators.wrong.code') }),
    ...(name.trim().length < 2 && { name: text('operators.wrong.name') }),
    ...(tax_id.trim() !== '' && !isTaxId(cleanTaxId(tax_id)) && { tax_id: text('people.wrong.tax_id') }),
    ...(values.suspended && values.comments.trim().length < 5 && { comments: text('operators.wrong.comments') }),
    ...(noc_phone.trim() !== '' && phoneOf(noc_phone) === null && { noc_phone: text('people.wrong.phone') }),
    ...(noc_email.trim() !== '' && !isEmail(noc_email) && { noc_email: text('people.wrong.email') }),
    ...(webhook_secret !== '' && webhook_secret.length < 16 && { webhook_secret: text('operators.wrong.secret') }),
    ...(lacksSecret(values, known) && { webhook_secret: text('validation.webhook_secret') }),
    ...slaWrong(values),
  }
}

const orNull = (written: string) => (written.trim() === '' ? null : written.trim())

/** Call input of the fields that every editor may change. */
export const sentOf = (values: OperatorValues) => ({
  description: orNull(values.description),
  contact: {
    noc_phone: phoneOf(values.noc_phone),
    noc_email: orNull(values.noc_email),
    webhook_url: orNull(values.webhook_url),
    ...(values.webhook_secret !== '' && { webhook_secret: values.webhook_secret }),
  },
  sla: {
    install_days: numberOf(values.install_days),
    repair_hours: numberOf(values.repair_hours),
    neighbour_restore_minutes: numberOf(values.neighbour_restore_minutes),
  },
})

/** Changed fields that only the neutral operator may change; `was` is blank for a new operator. */
export function neutralOf(values: OperatorValues, was: OperatorValues): Partial<Input<'admin_vno/vno/edit'>> {
  const code = values.code.trim().toUpperCase()
  const name = values.name.trim()
  const moved = values.suspended !== was.suspended || values.comments !== was.comments
  const status = { id: values.suspended ? suspended : enabled, comments: orNull(values.comments) }
  return {
    ...(name !== was.name && { name }),
    ...(values.tax_id !== was.tax_id && { tax_id: values.tax_id.trim() === '' ? null : cleanTaxId(values.tax_id) }),
    ...(code !== was.code && { code }),
    ...(moved && { status }),
  }
}

const names: Readonly<Partial<Record<keyof OperatorValues, string>>> = {
  code: 'column.vno.externalId',
  suspended: 'operators.suspended',
  comments: 'column.vno.status.comments',
  noc_phone: 'column.vno.contact.noc_phone',
  noc_email: 'column.vno.contact.noc_email',
  webhook_url: 'operators.webhook',
  webhook_secret: 'operators.secret',
  install_days: 'column.vno.sla.install_days',
  repair_hours: 'column.vno.sla.repair_hours',
  neighbour_restore_minutes: 'column.vno.sla.neighbour_restore_minutes',
}
export const fieldText = (field: string): string => text(names[field as keyof OperatorValues] ?? `column.vno.${field}`)
